import { md5 } from '@noble/hashes/legacy.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { drawItems } from './draw-items.ts';
import { BASE_SEED, itemPool, type ToolshedItem } from './index.ts';

const pool = itemPool('paper-2026');
const study = (count: number) => drawItems(pool, { count, mostPerTask: 3, seed: BASE_SEED });
const idsMd5 = (items: readonly ToolshedItem[]): string =>
  bytesToHex(md5(new TextEncoder().encode(items.map(({ item_id }) => item_id).join('\n'))));
const tally = (values: readonly (string | number)[]) => {
  const seen: Record<string, number> = {};
  for (const value of values) seen[value] = (seen[value] ?? 0) + 1;
  return seen;
};

test.each([
  [100, '34e2babd01801a843ab06ab755214b5a'],
  [60, '89959ba231d9f5555e17a95675338529'],
  [50, 'b913de5509ffdbf109954c7070fecfde'],
])('the ids of the draw of %i (toolshed §8.5)', (count, checksum) => {
  expect(idsMd5(study(count))).toBe(checksum);
});

test('what the draw of 100 is made of (toolshed §8.4)', () => {
  const items = study(100);
  expect(Object.keys(tally(items.map(({ task_id }) => task_id)))).toHaveLength(48);
  expect(tally(items.map(({ operator }) => operator))).toEqual({
    ...{ arg_typo: 13, date_format: 13, drop_arg: 13, hallucinated_entity: 13 },
    ...{ name_for_email: 9, readonly_target: 13, tool_typo: 13, type_swap: 13 },
  });
  expect(tally(items.map(({ step_index }) => step_index))).toEqual({ 0: 27, 1: 59, 2: 14 });
  expect(tally(items.map(({ template }) => template))).toEqual({
    ...{ email_file: 21, cancel_event: 13, schedule: 20, roster: 13, archive: 13, convert: 20 },
  });
  expect(tally(items.map(({ error_type }) => error_type))).toEqual({
    ...{ format_error: 22, missing_argument: 13, permission_error: 13, type_error: 13 },
    ...{ unexpected_argument: 13, unknown_tool: 13, contact_not_found: 3, event_not_found: 3 },
    ...{ attendee_not_found: 2, file_not_found: 2, team_not_found: 2, unsupported_conversion: 1 },
  });
});

test('what the draw of 60 is made of (toolshed §8.4)', () => {
  const items = study(60);
  expect(Object.keys(tally(items.map(({ task_id }) => task_id)))).toHaveLength(39);
  expect(tally(items.map(({ operator }) => operator))).toEqual({
    ...{ arg_typo: 8, date_format: 8, drop_arg: 8, hallucinated_entity: 8 },
    ...{ name_for_email: 7, readonly_target: 7, tool_typo: 7, type_swap: 7 },
  });
  expect(tally(items.map(({ step_index }) => step_index))).toEqual({ 0: 16, 1: 33, 2: 11 });
});

const somePool = fc
  .uniqueArray(
    fc.record({ task: fc.nat({ max: 5 }), operator: fc.constantFrom('x', 'y', 'z'), k: fc.nat(9) }),
    {
      selector: ({ task, operator, k }) => `${task} ${operator} ${k}`,
      maxLength: 40,
    },
  )
  .map((entries) =>
    entries.map(({ task, operator, k }) => ({
      item_id: `t${task}-${operator}-${k}`,
      task_id: `t${task}`,
      operator,
    })),
  );

test('of any pool: no task over the cap, sorted, operators even while they last, small draws inside large ones', () => {
  fc.assert(
    fc.property(
      somePool,
      fc.nat(30),
      fc.nat(30),
      fc.integer({ min: 1, max: 3 }),
      fc.nat(),
      (items, a, b, mostPerTask, seed) => {
        const [few, many] = [Math.min(a, b), Math.max(a, b)];
        const large = drawItems(items, { count: many, mostPerTask, seed });
        const small = drawItems([...items].reverse(), { count: few, mostPerTask, seed });
        const ids = large.map(({ item_id }) => item_id);
        expect(ids).toEqual([...new Set(ids)].sort());
        expect(large.length).toBeLessThanOrEqual(many);
        for (const times of Object.values(tally(large.map(({ task_id }) => task_id)))) {
          expect(times).toBeLessThanOrEqual(mostPerTask);
        }
        expect(ids).toEqual(expect.arrayContaining(small.map(({ item_id }) => item_id)));
        const plenty = drawItems(items, { count: items.length, mostPerTask: items.length + 1, seed });
        expect(plenty).toHaveLength(items.length);
      },
    ),
  );
});
