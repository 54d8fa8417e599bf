/** Hiding word by word, on a tiny checkpoint: the right tokens, and PyTorch's scores. */
import type { Page } from '@playwright/test';
import { hiddenUnits, probeUnits, wordUnits, type ProbeItem } from '../../../src/probe/index.ts';
import type { Provenance, ScoreRow } from '../../../src/records/index.ts';
import {
  hiddenNamesOf,
  itemsOfReferences,
  unitsWithWords,
  wordReferences,
  WORDS_ASKED,
} from '../../real/word-references.ts';
import { ownItem } from '../faults/own-items.ts';
import { expect, test } from '../lab-test.ts';
import { against, FIXED_PASS_TOKENS, SCORE_NATS, TOKEN_NATS } from '../real/against-reference.ts';
import { scoreIn } from '../real/score-in.ts';
import { loadStudy } from '../study-page.ts';

const CHECKPOINT = 'llama-gqa-tied-bf16';
const theirs = wordReferences(`tests/fixtures/tiny/${CHECKPOINT}/words.json`);
const items = itemsOfReferences('first-eight-1', theirs);
/** Between any two packings of the same request. */
const PACKING_NATS = 2e-5;

async function opened(page: Page): Promise<Provenance> {
  const loaded = await loadStudy(page, CHECKPOINT, { holding: 'folded', threads: 1 });
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.error));
  return loaded.value;
}

const named = (rows: readonly ScoreRow[], item: ProbeItem, hidden: string): ScoreRow => {
  const row = rows.find((one) => one.item_id === item.item_id && one.hidden === hidden);
  if (row === undefined) throw new Error(`no row ${item.item_id} ${hidden}`);
  return row;
};

test("each word hidden, and each control: PyTorch's tokens and scores", async ({ page }) => {
  expect(items).toHaveLength(2);
  const identity = await opened(page);
  const units = items.flatMap((item) => unitsWithWords(item));
  for (const item of items) {
    const asked = units.filter(({ itemId }) => itemId === item.item_id);
    const referred = theirs.filter(({ item_id }) => item_id === item.item_id);
    expect(hiddenNamesOf(asked)).toEqual(hiddenNamesOf(referred));
  }
  const { rows, computedTokens, plannedTokens } = await scoreIn(page, identity, units, FIXED_PASS_TOKENS);
  const found = against(theirs, rows);
  console.log(`words: ${JSON.stringify({ ...found, computedTokens })}`);
  expect(found).toMatchObject({ rows: units.length, missing: [], otherTokens: [], argmax: [] });
  expect(found.scoreNats).toBeLessThanOrEqual(SCORE_NATS);
  expect(found.tokenNats).toBeLessThanOrEqual(TOKEN_NATS);
  expect(computedTokens).toBe(plannedTokens);

  // Controls of equal length are one: what is computed is each distinct span once.
  const spans = new Set(theirs.map((row) => `${row.item_id} ${JSON.stringify(row.spans)}`));
  const perRow = (item: ProbeItem): number => 1 + named(rows, item, 'error').n_tokens;
  const tails = items.map(
    (item) => perRow(item) * [...spans].filter((span) => span.startsWith(`${item.item_id} `)).length,
  );
  const contexts = new Set(theirs.map(({ contextSha256 }) => contextSha256)).size;
  expect(contexts).toBe(2);
  const contextTokens = items.map((item) => named(rows, item, 'error').ctx_tokens - 1);
  // Both items begin with the same words, so their contexts share a trunk.
  expect(computedTokens).toBeLessThanOrEqual([...tails, ...contextTokens].reduce((a, b) => a + b));
  expect(computedTokens).toBeGreaterThan(tails.reduce((a, b) => a + b));
});

test('words add up to the tokens of their part, but for what they share and for white space between', async ({
  page,
}) => {
  const identity = await opened(page);
  const { rows } = await scoreIn(
    page,
    identity,
    items.flatMap((item) => unitsWithWords(item)),
    FIXED_PASS_TOKENS,
  );
  const apart: string[] = [];
  for (const item of items)
    for (const part of WORDS_ASKED) {
      const words = theirs.filter(
        ({ item_id, hidden }) => item_id === item.item_id && hidden?.startsWith(`${part}:`) === true,
      );
      const tokens = words.flatMap(({ spans }) =>
        spans.flatMap(([start, end]) => Array.from({ length: end - start }, (_, at) => start + at)),
      );
      const sum = words
        .map(({ hidden }) => named(rows, item, hidden ?? '').hidden_tokens)
        .reduce((a, b) => a + b, 0);
      const whole = named(rows, item, part).hidden_tokens;
      // A token of nothing but white space is in no word; one that two words share is in both.
      if (tokens.length === whole && new Set(tokens).size === whole) apart.push(`${item.item_id} ${part}`);
      expect(sum, `${item.item_id} ${part}`).toBe(tokens.length);
    }
  expect(apart).toEqual(expect.arrayContaining(items.map(({ item_id }) => `${item_id} call`)));
});

test('the only word of a part does what the part does', async ({ page }) => {
  const identity = await opened(page);
  const item = ownItem(1, { obs_fail: 'Denied.' });
  const units = [
    ...probeUnits([item], ['fail']).slice(0, 1),
    ...hiddenUnits(item, 'fail', ['error']),
    ...wordUnits(item, { condition: 'fail', part: 'error' }),
  ];
  const { rows } = await scoreIn(page, identity, units, FIXED_PASS_TOKENS);
  const [whole, word] = [named(rows, item, 'error'), named(rows, item, 'error:0-7')];
  expect(word.hidden_tokens).toBe(whole.hidden_tokens);
  expect(Math.abs(word.logprob - whole.logprob)).toBeLessThanOrEqual(PACKING_NATS * word.n_tokens);
  expect(named(rows, item, 'control:error:0-7').hidden_tokens).toBe(word.hidden_tokens);
  // The hidden word is seen in the score at all.
  expect(Math.abs(word.logprob - (rows.find(({ hidden }) => hidden === null)?.logprob ?? 0))).toBeGreaterThan(
    PACKING_NATS * word.n_tokens,
  );
});

test('a word in the head of the context is refused, with the reason', async ({ page }) => {
  const identity = await opened(page);
  const item = ownItem(1);
  const [first] = hiddenUnits(item, 'fail', ['message-0:0-3']);
  if (first === undefined) throw new Error('no such word');
  await expect(scoreIn(page, identity, [first], FIXED_PASS_TOKENS)).rejects.toThrow(
    /The part “You” cannot be hidden: it holds one of the first 4 tokens of the context/,
  );
});
