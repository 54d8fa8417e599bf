/**
 * The invariants of measurement §9.3 that can be stated without a model: what must score the same has the same
 * messages, hence the same unit key. They hold for every frozen set, whatever its wording.
 */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { unitKeyMaker } from '../records/index.ts';
import { PAPER_WORDING, type Message } from '../transcript/index.ts';
import {
  CONDITIONS,
  parseItemSet,
  probeUnits,
  underCondition,
  whyNotUnder,
  type ConditionName,
  type ProbeItem,
  type ProbeUnit,
} from './index.ts';
import { sampleItem } from './sample-item.ts';

const probes = new URL('../../static-probes/', import.meta.url);
const manifest = JSON.parse(readFileSync(new URL('manifest.json', probes), 'utf8')) as {
  sets: { name: string; file: string }[];
};
const itemsOf = (file: string): readonly ProbeItem[] => {
  const set = parseItemSet(readFileSync(new URL(file, probes), 'utf8'), file);
  if (!set.ok) throw new Error(set.error.details);
  return set.value;
};
const keyOf = unitKeyMaker({ checkpointSha256: 'c', tokenizerSha256: 't', engineVersion: '1' });

function grouped<T>(all: readonly T[], nameOf: (one: T) => string): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const one of all) groups.set(nameOf(one), [...(groups.get(nameOf(one)) ?? []), one]);
  return groups;
}

/** Items whose decision point is the same: what stands before the failure, and the right call. */
const siblingsOf = (items: readonly ProbeItem[]): readonly (readonly ProbeItem[])[] => {
  const groups = grouped(items, ({ task_id, step_index, gold_action }) =>
    JSON.stringify([task_id, step_index, gold_action]),
  );
  return [...groups.values()].filter((group) => group.length > 1);
};

describe.each(manifest.sets)('$name', ({ file }) => {
  const items = itemsOf(file);
  const padded = new Map(items.map(({ item_id, obs_neutral }) => [item_id, `${obs_neutral} …`]));
  const showing = { wording: PAPER_WORDING, padded };
  const read = (item: ProbeItem, condition: ConditionName): readonly Message[] =>
    underCondition(item, condition, showing)?.messages ?? [];
  const units = probeUnits(items, CONDITIONS, showing, 'same-everywhere');
  const keys = (wanted: (unit: ProbeUnit) => boolean): readonly string[] =>
    units.filter(wanted).map(({ request }) => keyOf(request));

  test('1: without an earlier step, the failure placed first is the failure', () => {
    for (const item of items) {
      const same = JSON.stringify(read(item, 'fail_early')) === JSON.stringify(read(item, 'fail'));
      expect([item.item_id, same]).toEqual([item.item_id, item.prefix_actions.length === 0]);
    }
  });

  test('2 and 6: siblings share `pre` and `abstract_min`, and the right call has one key there', () => {
    for (const group of siblingsOf(items))
      for (const condition of ['pre', 'abstract_min'] as const) {
        const ids = group.map(({ item_id }) => item_id);
        const gold = keys(
          (unit) => ids.includes(unit.itemId) && unit.condition === condition && unit.candidate === 'gold',
        );
        expect(gold).toHaveLength(group.length);
        expect([ids, condition, new Set(gold).size]).toEqual([ids, condition, 1]);
      }
  });

  test('3: another call failed, which is the failed call of a sibling: the context is the sibling’s `fail`', () => {
    for (const item of items)
      for (const sibling of items) {
        const isSibling = sibling.task_id === item.task_id && sibling.step_index === item.step_index;
        if (!isSibling || item.distractors[0] !== sibling.failed_action) continue;
        expect(read(item, 'fail_other')).toEqual(read(sibling, 'fail'));
      }
  });

  test('4: `fail`, `fail_k2` and `fail_k3` grow by the same messages', () => {
    for (const item of items) {
      const [pre, once, twice, thrice] = (['pre', 'fail', 'fail_k2', 'fail_k3'] as const).map((name) =>
        read(item, name),
      );
      const added = once?.slice(pre?.length) ?? [];
      expect(added).toHaveLength(2);
      expect(once).toEqual([...(pre ?? []), ...added]);
      expect(twice).toEqual([...(once ?? []), ...added]);
      expect(thrice).toEqual([...(twice ?? []), ...added]);
    }
  });

  test('5: a note or a marker costs one message more than `pre`, every tried call two', () => {
    const cost: Partial<Record<ConditionName, number>> = {
      pre: 0,
      abstract: 1,
      abstract_min: 1,
      fail_k2: 4,
      fail_k3: 6,
    };
    for (const item of items)
      for (const condition of CONDITIONS) {
        if (whyNotUnder(item, condition, padded) !== null) continue;
        const before = read(item, 'pre');
        const more = read(item, condition).length - before.length;
        expect([item.item_id, condition, more]).toEqual([item.item_id, condition, cost[condition] ?? 2]);
        // Only the instruction changes the system prompt, and only placing it first parts `pre` from its steps.
        const shared = condition === 'fail_instr' ? 0 : condition === 'fail_early' ? 2 : before.length;
        expect(read(item, condition).slice(0, shared)).toEqual(before.slice(0, shared));
      }
  });

  test('7: a candidate is the same text under every condition, and encoded apart from it', () => {
    const texts = grouped(units, ({ itemId, candidate }) => `${itemId} ${candidate}`);
    for (const [name, group] of texts)
      expect([name, new Set(group.map(({ request }) => request.candidate)).size]).toEqual([name, 1]);
  });

  test('the model always answers a user message, and reads no role but the three', () => {
    for (const item of items)
      for (const condition of CONDITIONS) {
        if (whyNotUnder(item, condition, padded) !== null) continue;
        const roles = read(item, condition).map(({ role }) => role);
        expect(roles.slice(0, 2)).toEqual(['system', 'user']);
        expect(roles.at(-1)).toBe('user');
      }
  });

  test('descriptions and markers do not hold the failed call', () => {
    for (const item of items)
      for (const condition of ['abstract', 'abstract_min'] as const)
        expect(read(item, condition).at(-1)?.content).not.toContain(item.failed_action);
  });
});

test('the frozen sets hold what the invariants are about', () => {
  const items = manifest.sets.flatMap(({ file }) => itemsOf(file));
  expect(siblingsOf(items).length).toBeGreaterThan(0);
  expect(items.some(({ prefix_actions }) => prefix_actions.length > 0)).toBe(true);
  const crossed = items.filter((item) =>
    items.some(
      ({ task_id, failed_action }) => task_id === item.task_id && failed_action === item.distractors[0],
    ),
  );
  expect(crossed.length).toBeGreaterThan(0);
});

test('why an item cannot be asked under a condition', () => {
  const alone = { ...sampleItem, distractors: [], obs_fail_other: '' };
  expect(whyNotUnder(alone, 'fail_other', new Map())).toMatch(/no other wrong call/);
  expect(underCondition(alone, 'fail_other')).toBe(null);
  expect(whyNotUnder(alone, 'neut_pad', new Map())).toMatch(/not padded/);
  expect(underCondition(alone, 'neut_pad')).toBe(null);
  const possible = CONDITIONS.filter((name) => whyNotUnder(alone, name, new Map()) === null);
  expect(possible.every((name) => underCondition(alone, name) !== null)).toBe(true);
  expect(possible).toHaveLength(13);
});
