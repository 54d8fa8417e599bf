import { CHECKPOINT } from '../../real/reference-rows.ts';
import {
  hiddenNamesOf,
  itemsOfReferences,
  unitsWithWords,
  wordReferences,
} from '../../real/word-references.ts';
import { expect, test } from '../lab-test.ts';
import { loadStudy } from '../study-page.ts';
import { against, FIXED_PASS_TOKENS, SCORE_NATS, TOKEN_NATS } from './against-reference.ts';
import { scoreIn } from './score-in.ts';

const SET = 'first-eight-1';

test(`${SET}: PyTorch's scores with each word hidden, and each control`, async ({ page }) => {
  const theirs = wordReferences(`static-probes/reference-scores/${SET}-words.${CHECKPOINT}.json`);
  const items = itemsOfReferences(SET, theirs);
  expect(items).toHaveLength(2);
  const units = items.flatMap(unitsWithWords);
  for (const { item_id } of items)
    expect(hiddenNamesOf(units.filter(({ itemId }) => itemId === item_id))).toEqual(
      hiddenNamesOf(theirs.filter((row) => row.item_id === item_id)),
    );
  const loaded = await loadStudy(page, CHECKPOINT, { holding: 'folded', threads: 2 });
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.error));
  const { rows, computedTokens, plannedTokens } = await scoreIn(page, loaded.value, units, FIXED_PASS_TOKENS);
  const found = against(theirs, rows);
  console.log(`${SET} words: ${JSON.stringify({ ...found, computedTokens })}`);
  expect(found).toMatchObject({ rows: units.length, missing: [], otherTokens: [], argmax: [] });
  expect(found.scoreNats).toBeLessThanOrEqual(SCORE_NATS);
  expect(found.tokenNats).toBeLessThanOrEqual(TOKEN_NATS);
  expect(found.endOfTurnNats).toBeLessThanOrEqual(SCORE_NATS);
  expect(computedTokens).toBe(plannedTokens);
});
