import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { schedule, taskRanks } from './order.ts';
import type { EncodedRequest } from './request.ts';
import { plant } from './units.ts';

// Many small jobs; a busy machine may take ten times as long as a free one.
vi.setConfig({ testTimeout: 60_000 });

const request = (task: string, template: string, context: number[], candidate = [1, 2]): EncodedRequest => ({
  id: `${template}/${task}/${context.join()}/${candidate.join()}`,
  task,
  template,
  context,
  candidate,
  endOfTurn: null,
  hidden: [],
});

/** Requests of one task each: `sizes[t]` tasks of template t. */
const tasks = (sizes: readonly number[]): EncodedRequest[] =>
  sizes.flatMap((size, template) =>
    Array.from({ length: size }, (_, index) =>
      request(`task${index}`, `template${template}`, [9, template, index]),
    ),
  );

describe('the order of tasks', () => {
  test('is a fair sample of the templates after any number of tasks', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 1, maxLength: 6 }),
        fc.nat(),
        (sizes, seed) => {
          const requests = tasks(sizes);
          const ranks = taskRanks(requests, seed);
          expect([...ranks].sort((left, right) => left - right)).toEqual([...requests.keys()]);
          sizes.forEach((size, template) => {
            const share = size / requests.length;
            for (let visited = 1; visited <= requests.length; visited += 1) {
              const met = requests.filter(
                (each, index) => each.template === `template${template}` && (ranks[index] ?? 0) < visited,
              ).length;
              // Half a task by rounding, and the other templates' roundings in proportion.
              expect(Math.abs(met - visited * share)).toBeLessThanOrEqual(1 + (share * sizes.length) / 2);
            }
          });
        },
      ),
      { numRuns: 60 },
    );
  });

  test('is not the order of the file, follows the seed, and survives the removal of tasks', () => {
    const requests = tasks([30]);
    const order = (some: readonly EncodedRequest[], seed: number): string[] => {
      const ranks = taskRanks(some, seed);
      return [...some.keys()]
        .sort((left, right) => (ranks[left] ?? 0) - (ranks[right] ?? 0))
        .map((index) => some[index]?.task ?? '');
    };
    const whole = order(requests, 1);
    expect(whole).not.toEqual(requests.map(({ task }) => task));
    expect(order(requests, 2)).not.toEqual(whole);
    expect(order(requests.toReversed(), 1)).toEqual(whole);
    const left = whole.slice(11);
    expect(
      order(
        requests.filter(({ task }) => left.includes(task)),
        1,
      ),
    ).toEqual(left);
  });
});

describe('the schedule of nodes', () => {
  test('visits parents first, tasks in their order, and knows the last use of each node', () => {
    const sets = fc.array(
      fc.record({ task: fc.nat(3), context: fc.array(fc.nat(2), { minLength: 1, maxLength: 8 }) }),
      { minLength: 1, maxLength: 12 },
    );
    fc.assert(
      fc.property(sets, fc.nat(), (bodies, seed) => {
        const requests = bodies.map(({ task, context }) => request(`t${task}`, `p${task % 2}`, context));
        const planting = plant(requests);
        const { trie } = planting;
        const ranks = taskRanks(requests, seed);
        const { order, lastUse, liveAt } = schedule(planting, ranks);
        const nodes = [...order];
        expect(nodes.toSorted((left, right) => left - right)).toEqual([...nodes.keys()]);
        const pathOf = (node: number): number[] => (node < 0 ? [] : [...pathOf(trie.parent(node)), node]);
        const uses = (node: number): number[] =>
          nodes.flatMap((other, place) => (other !== node && pathOf(other).includes(node) ? [place] : []));
        nodes.forEach((node, place) => {
          expect(nodes.indexOf(trie.parent(node))).toBeLessThan(place);
          expect(lastUse[node]).toBe(Math.max(-1, ...uses(node)));
          const live = nodes.slice(0, place).filter((other) => uses(other).some((use) => use >= place));
          expect(liveAt[place]).toBe(live.length);
        });
        // The first task to need a node computes it: the tasks' turns do not mix.
        const turns = nodes.map((node) =>
          Math.min(
            ...planting.units.flatMap(({ lastNode }, index) =>
              pathOf(lastNode).includes(node) ? [ranks[index] ?? 0] : [],
            ),
          ),
        );
        expect(turns).toEqual(turns.toSorted((left, right) => left - right));
      }),
      { numRuns: 60 },
    );
  });

  test('answers the tails of candidates before the long continuation of their context', () => {
    const planting = plant([
      request('t', 'p', [1, 2, 3, 4, 5, 6, 7, 8], [9, 9]),
      request('t', 'p', [1, 2], [8, 8]),
    ]);
    const { order } = schedule(planting, Int32Array.of(0, 0));
    expect([...order].map((node) => planting.trie.token(node))).toEqual([1, 2, 8, 3, 4, 5, 6, 7, 8, 9]);
  });
});
