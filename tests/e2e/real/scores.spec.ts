import { readFileSync } from 'node:fs';
import { CHECKPOINT, referenceRows } from '../../real/reference-rows.ts';
import { expect, test } from '../lab-test.ts';
import { loadStudy, probeIn } from '../study-page.ts';
import { against, FIXED_PASS_TOKENS, SCORE_NATS, TOKEN_NATS } from './against-reference.ts';

const items = (set: string): string => readFileSync(`static-probes/${set}.jsonl`, 'utf8');

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
    const theirs = referenceRows(set).filter((row) => ids.has(row.item_id));
    const found = against(theirs, told.rows);
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
