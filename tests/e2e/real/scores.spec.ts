import { readFileSync } from 'node:fs';
import type { ScoreRow } from '../../../src/records/index.ts';
import { TIE_GAP_NATS } from '../../../src/engine/index.ts';
import { expect, test } from '../lab-test.ts';
import { loadStudy, probeIn } from '../study-page.ts';

const CHECKPOINT = 'smollm2-135m-instruct-q4_1';
/** Design §8: a whole call, and one token. */
const SCORE_NATS = 2e-4;
const TOKEN_NATS = 5e-5;
/** Passes of a fixed size make the arithmetic the same on every machine; passes sized by time do not. */
const FIXED_PASS_TOKENS = 256;

interface ReferenceRow {
  readonly item_id: string;
  readonly condition: string;
  readonly candidate: string;
  readonly hidden: string | null;
  readonly spans: readonly (readonly [number, number])[];
  readonly ctx_tokens: number;
  readonly candidateIds: readonly number[];
  readonly logprob: number;
  readonly logprobsNats: readonly number[];
  readonly gaps: readonly number[];
  readonly endOfTurnLogprobNats: number | null;
}

const reference = (set: string): readonly ReferenceRow[] =>
  (
    JSON.parse(readFileSync(`static-probes/reference-scores/${set}.${CHECKPOINT}.json`, 'utf8')) as {
      rows: ReferenceRow[];
    }
  ).rows;

const items = (set: string): string => readFileSync(`static-probes/${set}.jsonl`, 'utf8');

const nameOf = (row: {
  item_id: string;
  condition: string;
  candidate: string;
  hidden: string | null;
}): string => [row.item_id, row.condition, row.candidate, row.hidden ?? 'plain'].join(' ');

/** Largest differences between our rows and PyTorch's, and every argmax that differs without being a tie. */
function compare(ours: readonly ScoreRow[], theirs: readonly ReferenceRow[]) {
  const byName = new Map(ours.map((row) => [nameOf(row), row]));
  let scoreNats = 0;
  let tokenNats = 0;
  let endOfTurnNats = 0;
  const argmax: string[] = [];
  const missing: string[] = [];
  const otherTokens: string[] = [];
  for (const row of theirs) {
    const found = byName.get(nameOf(row));
    if (found === undefined) {
      missing.push(nameOf(row));
      continue;
    }
    const hiddenTokens = row.spans.reduce((sum, [start, end]) => sum + end - start, 0);
    if (
      found.ctx_tokens !== row.ctx_tokens ||
      found.hidden_tokens !== hiddenTokens ||
      found.token_ids.join() !== row.candidateIds.join()
    )
      otherTokens.push(nameOf(row));
    scoreNats = Math.max(scoreNats, Math.abs(found.logprob - row.logprob));
    if (row.endOfTurnLogprobNats !== null)
      endOfTurnNats = Math.max(
        endOfTurnNats,
        Math.abs((found.end_of_turn_logprob ?? Number.NaN) - row.endOfTurnLogprobNats),
      );
    row.logprobsNats.forEach((nats, token) => {
      tokenNats = Math.max(tokenNats, Math.abs(nats - (found.token_logprobs[token] ?? Number.NaN)));
      const theirGap = row.gaps[token] ?? Number.NaN;
      const ourGap = found.token_gaps[token] ?? Number.NaN;
      const tie = Math.max(theirGap, ourGap) < TIE_GAP_NATS;
      if ((theirGap === 0) !== (ourGap === 0) && !tie) argmax.push(`${nameOf(row)} token ${token}`);
    });
  }
  return { scoreNats, tokenNats, endOfTurnNats, argmax, missing, otherTokens, rows: theirs.length };
}

const cases = [
  { set: 'first-eight-1', holding: 'folded', threads: 2, limit: null, passTokens: FIXED_PASS_TOKENS },
  { set: 'outside-four-1', holding: 'folded', threads: 2, limit: null, passTokens: FIXED_PASS_TOKENS },
  { set: 'outside-five-1', holding: 'folded', threads: 2, limit: null, passTokens: FIXED_PASS_TOKENS },
  { set: 'first-eight-1', holding: 'folded', threads: 1, limit: 2, passTokens: FIXED_PASS_TOKENS },
  { set: 'first-eight-1', holding: 'resident', threads: 2, limit: 2, passTokens: FIXED_PASS_TOKENS },
  // As the page does it: passes sized by time.
  { set: 'first-eight-1', holding: 'folded', threads: 2, limit: 3, passTokens: null },
] as const;

for (const { set, holding, threads, limit, passTokens } of cases) {
  const part = limit === null ? 'all items' : `${limit} items`;
  const passes = passTokens === null ? 'passes by time' : `passes of ${passTokens}`;
  test(`${set}: PyTorch's scores, ${part}, ${holding}, ${threads} threads, ${passes}`, async ({ page }) => {
    const loaded = await loadStudy(page, CHECKPOINT, { holding, threads });
    expect(loaded).toMatchObject({ ok: true, value: { holding, threads, selfCheck: { state: 'agrees' } } });
    const told = await probeIn(page, { itemsJsonl: items(set), limit, passTokens, knockouts: true });
    expect(told.error).toBeNull();
    expect(told.refused).toEqual([]);
    const ids = new Set(told.rows.map((row) => row.item_id));
    const theirs = reference(set).filter((row) => ids.has(row.item_id));
    const found = compare(told.rows, theirs);
    console.log(`${set} ${holding} ${threads}: ${JSON.stringify(found)}`);
    expect(found.rows).toBe(told.rows.length);
    expect(found).toMatchObject({ missing: [], otherTokens: [], argmax: [] });
    expect(found.scoreNats).toBeLessThanOrEqual(SCORE_NATS);
    if (passTokens !== null) expect(found.tokenNats).toBeLessThanOrEqual(TOKEN_NATS);
    expect(found.endOfTurnNats).toBeLessThanOrEqual(SCORE_NATS);
    expect(told.computedTokens).toBe(told.plannedTokens);
    expect(told.evictedTokens).toBe(0);
  });
}
