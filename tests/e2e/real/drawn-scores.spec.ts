import { CHECKPOINT, drawnRows } from '../../real/reference-rows.ts';
import { toolshedItems, unitOf } from '../../real/toolshed-units.ts';
import { expect, test } from '../lab-test.ts';
import { loadStudy, probeIn } from '../study-page.ts';
import { against, FIXED_PASS_TOKENS, SCORE_NATS, TOKEN_NATS } from './against-reference.ts';
import { scoreIn } from './score-in.ts';

// Their contexts have Python's ids: tests/real/drawn-ids.test.ts.
test("100 scores drawn by lot from the two ToolShed runs are PyTorch's", async ({ page }) => {
  const loaded = await loadStudy(page, CHECKPOINT, { holding: 'folded', threads: 2 });
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.error));
  const theirs = drawnRows();
  const units = theirs.map((row) => unitOf(row.item_id, row.condition, row.candidate));
  const told = await scoreIn(page, loaded.value, units, FIXED_PASS_TOKENS);
  const found = against(theirs, told.rows);
  console.log(`drawn: ${JSON.stringify({ ...found, computedTokens: told.computedTokens })}`);
  expect(told.rows).toHaveLength(100);
  expect(found).toMatchObject({ rows: 100, missing: [], otherTokens: [], argmax: [] });
  expect(told.rows.filter(({ joint_differs }) => joint_differs)).toEqual([]);
  expect(found.scoreNats).toBeLessThanOrEqual(SCORE_NATS);
  expect(found.tokenNats).toBeLessThanOrEqual(TOKEN_NATS);
  expect(found.endOfTurnNats).toBeLessThanOrEqual(SCORE_NATS);
  expect(told.computedTokens).toBe(told.plannedTokens);
  expect(told.evictedTokens).toBe(0);

  // `neut_pad` depends on the checkpoint: here the page has counted and lengthened by itself.
  const paddedCells = theirs.filter(({ condition }) => condition === 'neut_pad');
  const paddedItems = toolshedItems.filter((item) =>
    paddedCells.some(({ item_id }) => item_id === item.item_id),
  );
  const itemsJsonl = paddedItems.map((item) => JSON.stringify(item)).join('\n');
  const conditions = ['neut_pad'];
  const padded = await probeIn(page, { itemsJsonl, conditions, passTokens: FIXED_PASS_TOKENS });
  expect(padded.error).toBeNull();
  const asThePagePads = against(paddedCells, padded.rows);
  console.log(`drawn, neut_pad by the page: ${JSON.stringify(asThePagePads)}`);
  expect(asThePagePads).toMatchObject({ missing: [], otherTokens: [], argmax: [] });
  expect(asThePagePads.scoreNats).toBeLessThanOrEqual(SCORE_NATS);
  const keys = padded.rows.map(({ unit_key }) => unit_key);
  for (const { condition, unit_key } of told.rows)
    if (condition === 'neut_pad') expect(keys).toContain(unit_key);
});
