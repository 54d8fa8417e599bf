import { expect, test } from 'vitest';
import { toolshedSets, type ToolshedSet } from './index.ts';

const sets = toolshedSets();
const idsOf = (set: ToolshedSet | undefined): readonly string[] =>
  set?.items.map(({ item_id }) => item_id) ?? [];

test('five sets of each edition, each part of the one before', () => {
  expect(sets.map(({ name, items }) => [name, items.length])).toEqual(
    ['toolshed-paper-2026', 'toolshed-clean-1'].flatMap((name) => [
      [name, 275],
      [`${name}-core-100`, 100],
      [`${name}-extended-60`, 60],
      [`${name}-quick-12`, 12],
      [`${name}-class-6`, 6],
    ]),
  );
  for (const start of [0, 5]) {
    for (let at = start + 1; at < start + 5; at += 1) {
      expect(idsOf(sets[at - 1])).toEqual(expect.arrayContaining([...idsOf(sets[at])]));
    }
  }
});

test('the editions draw the same ids', () => {
  for (let at = 0; at < 5; at += 1) expect(idsOf(sets[at + 5])).toEqual(idsOf(sets[at]));
});

test('the small sets have one item a task; the quick one every operator, the class one six of them', () => {
  for (const { name, items } of sets.filter((set) => /-(12|6)$/.test(set.name))) {
    expect(new Set(items.map(({ task_id }) => task_id)).size).toBe(items.length);
    const operators = new Set(items.map(({ operator }) => operator)).size;
    expect(operators).toBe(name.endsWith('12') ? 8 : 6);
  }
});
