import { expect, it } from 'vitest';
import { CONDITIONS } from '../../src/probe/index.ts';
import { drawnCells, drawnRows } from './reference-rows.ts';
import { contextIds, toolshedItems, idsOfText, idsSha256, unitOf } from './toolshed-units.ts';

it('the references are of the cells that were drawn, five or more for each condition', () => {
  const named = drawnRows().map(({ item_id, condition, candidate }) => ({ item_id, condition, candidate }));
  expect(named).toEqual(drawnCells());
  expect(new Set(named.map((cell) => JSON.stringify(cell))).size).toBe(100);
  const counts = CONDITIONS.map((name) => named.filter(({ condition }) => condition === name).length);
  expect(Math.min(...counts)).toBeGreaterThanOrEqual(5);
});

it("contexts and candidates have the ids that Python's own reading of the items gives", () => {
  const items = new Map(toolshedItems.map((item) => [item.item_id, item]));
  const differing = drawnRows().filter((row) => {
    const { condition, request } = unitOf(row.item_id, row.condition, row.candidate);
    const item = items.get(row.item_id);
    if (item === undefined) throw new Error(`${row.item_id} is not in the set`);
    const context = contextIds(item, condition);
    return (
      context.length !== row.ctx_tokens ||
      idsSha256(context) !== row.contextSha256 ||
      idsOfText(request.candidate).join() !== row.candidateIds.join()
    );
  });
  expect(differing.map(({ item_id, condition }) => `${item_id} ${condition}`)).toEqual([]);
});
