import { CHECKPOINT } from '../../real/reference-rows.ts';
import {
  hiddenNamesOf,
  itemsOfReferences,
  unitsWithWords,
  wordReferences,
  type WordAsked,
} from '../../real/word-references.ts';
import { expect, test } from '../lab-test.ts';
import { loadStudy } from '../study-page.ts';
import { against, FIXED_PASS_TOKENS, SCORE_NATS, TOKEN_NATS } from './against-reference.ts';
import { scoreIn } from './score-in.ts';

const SET = 'first-eight-1';
/**
 * PyTorch in float64: among thousands of tokens two float32 answers can lie further apart than a token's tolerance,
 * one on each side of the truth (seen once: 3.1e-5 and 3.5e-5 nats away from it).
 */
const REFERENCES: readonly { readonly file: string; readonly parts: readonly WordAsked[] }[] = [
  { file: `${SET}-words-01`, parts: ['call', 'error'] },
  { file: `${SET}-words-05`, parts: ['call'] },
];

test(`${SET}: PyTorch's scores with each word hidden, and each control`, async ({ page }) => {
  const theirs = REFERENCES.flatMap(({ file }) => referencesIn(file));
  const units = REFERENCES.flatMap(({ file, parts }) => {
    const rows = referencesIn(file);
    const items = itemsOfReferences(SET, rows);
    expect(items).toHaveLength(1);
    const asked = items.flatMap((item) => unitsWithWords(item, parts));
    expect(hiddenNamesOf(asked)).toEqual(hiddenNamesOf(rows));
    return asked;
  });
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

const referencesIn = (file: string): ReturnType<typeof wordReferences> =>
  wordReferences(`static-probes/reference-scores/${file}.${CHECKPOINT}.json`);
