import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Result, ScoreRow } from '../records/index.ts';
import { mean, median, PUBLISHED_SEED } from '../statistics/index.ts';
import type { ConditionName } from './conditions.ts';
import { growingMeasures } from './growing-measures.ts';
import {
  CONDITIONS,
  growingReading,
  itemMeasures,
  noveltyReader,
  PAPER_VIEW,
  summarise,
  viewChoices,
  withNews,
  type ItemMeasures,
  type ProbeItem,
  type ProbeSummary,
  type View,
} from './index.ts';
import { sampleItem, sampleRow } from './sample-item.ts';

const options = { draws: 200, seed: PUBLISHED_SEED };

/** Two items a task; operators and depths by turns. */
const itemAt = (index: number): ProbeItem => ({
  ...sampleItem,
  item_id: `item-${index}`,
  task_id: `task-${Math.floor(index / 2)}`,
  operator: index % 3 === 0 ? 'tool_typo' : 'arg_typo',
  error_type: index % 3 === 0 ? 'unknown_tool' : 'unexpected_argument',
});

function valueOf<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(result.error.details);
  return result.value;
}

type Scores = Partial<Record<ConditionName, number>>;

function rowsOf(cases: readonly Scores[], tokens = 4): readonly ScoreRow[] {
  return cases.flatMap((scores, index) =>
    (Object.entries(scores) as [ConditionName, number][]).flatMap(([condition, nats]): ScoreRow[] => {
      const name = { item_id: `item-${index}`, condition };
      return [
        sampleRow({ ...name, candidate: 'failed' }, nats, tokens, condition === 'fail' ? index % 2 : 1),
        {
          ...sampleRow({ ...name, candidate: 'gold' }, -6, tokens),
          token_ids: [0, 9, 9, 9].slice(0, tokens),
        },
      ];
    }),
  );
}

const measured = (cases: readonly Scores[]): readonly ItemMeasures[] =>
  itemMeasures(
    cases.map((_, index) => itemAt(index)),
    rowsOf(cases),
  );

function summed(
  measures: readonly ItemMeasures[],
  change: Partial<View> = {},
  conditions: readonly ConditionName[] = CONDITIONS,
): ProbeSummary {
  return valueOf(summarise(measures, conditions, options, { ...PAPER_VIEW, ...change }));
}

const cases: readonly Scores[] = Array.from({ length: 24 }, (_, i) => ({
  pre: -20 - i,
  fail: -3 - 0.1 * i,
  neut: -6,
  abstract: -15 - i,
  fail_k2: -1,
}));
const all = measured(cases);

test('everything is of the same cases, by the statistic and on the scale of the view', () => {
  const gains = cases.map(({ pre = NaN, fail = NaN }) => pre - fail);
  const paper = summed(all);
  expect(paper.gain?.value).toBeCloseTo(mean(gains) ?? NaN, 9);
  expect([paper.cases, paper.casesLeftOut, paper.toward, paper.away]).toEqual([24, 0, 24, 0]);
  expect([...(paper.conditions[0]?.gains.values() ?? [])]).toEqual(gains);
  const middle = summed(all, { statistic: 'median', scale: 'per-token' });
  expect(middle.gain?.value).toBeCloseTo((median(gains) ?? NaN) / 4, 9);
  expect(middle.gain?.statistic).toBe('median');
  expect(middle.estimates['G of fail_k2']?.statistic).toBe('median');
  // Shares stay shares, and the parts of −G stay means: they have to add up.
  expect(middle.estimates['repeats of fail']?.statistic).toBe('mean');
  const { copy, sem, both } = middle.decomposition ?? {};
  expect((copy?.value ?? NaN) + (sem?.value ?? NaN)).toBeCloseTo(both?.value ?? NaN, 9);
  expect(both?.value).toBeCloseTo(-(mean(gains) ?? NaN) / 4, 9);
  expect(middle.medianBeforeNats).toBe(median(cases.map(({ pre = NaN }) => pre)));
  const bytes = new TextEncoder().encode(sampleItem.failed_action).length;
  expect(summed(all, { scale: 'per-byte' }).gain?.value).toBeCloseTo((mean(gains) ?? NaN) / bytes, 9);
  // All four tokens weigh the same here, so the one that differs has a quarter of the whole.
  expect(summed(all, { scale: 'first-diverging-token' }).gain?.value).toBeCloseTo(
    (mean(gains) ?? NaN) / 4,
    9,
  );
});

test('a view keeps what its labels name and leaves tasks and the worst out', () => {
  const typo = summed(all, { only: { operator: ['tool_typo'] } });
  expect([typo.cases, typo.casesLeftOut]).toEqual([8, 16]);
  expect(typo.breakdowns.operator.map(({ label }) => label)).toEqual(['tool_typo']);
  expect(summed(all, { only: { operator: ['tool_typo'], error: ['unexpected_argument'] } }).cases).toBe(0);
  expect(summed(all, { only: { novelty: ['new-word'] } }).cases).toBe(24);
  expect(summed(all, { only: { novelty: [] } }).cases).toBe(0);
  const tasks = summed(all, { withoutTasks: ['task-0', 'task-11'] });
  expect(tasks.cases).toBe(20);
  // The lowest G are those of the last cases here.
  const worst = summed(all, { withoutTasks: ['task-11'], withoutWorst: 3 });
  expect([...(worst.conditions[0]?.gains.keys() ?? [])]).toEqual(
    Array.from({ length: 19 }, (_, i) => `item-${i}`),
  );
  expect(worst.repeatsAfter).toEqual({ k: 10, n: 19 });
  expect(worst.dependence.cases.size).toBe(19);
  expect(worst.manipulations.map(({ change }) => change?.n)).toEqual([19, 19, 19]);
});

test('leaving out nothing changes nothing, and the order of arrival neither', () => {
  fc.assert(
    fc.property(fc.shuffledSubarray([...all], { minLength: 6 }), (some) => {
      const inOrder = some.toSorted((a, b) => (a.item.item_id < b.item.item_id ? -1 : 1));
      expect(summed(some, { only: {}, withoutWorst: 0 })).toEqual(summed(inOrder));
    }),
    { numRuns: 10 },
  );
});

test('paired changes against the error, corrected over all that were asked', () => {
  const { manipulations } = summed(all);
  expect(manipulations.map(({ condition }) => condition)).toEqual(['neut', 'abstract', 'fail_k2']);
  for (const { condition, change, holmP } of manipulations) {
    const changes = cases.map((scores) => (scores[condition] ?? NaN) - (scores.fail ?? NaN));
    expect(change?.value).toBeCloseTo(mean(changes) ?? NaN, 9);
    expect(holmP).toBeCloseTo(3 / 200, 9);
  }
  expect(summed(all, {}, ['pre', 'neut']).manipulations).toEqual([]);
});

test('without the error, after means the first other way to show the failure', () => {
  const summary = summed(all, {}, ['pre', 'neut', 'abstract']);
  expect(summary.subject).toBe('abstract');
  expect(summary.gain?.value).toBeCloseTo(-5, 9);
  expect(summed(all, {}, ['pre', 'neut']).subject).toBe('neut');
});

test.each([
  ['hardly', (before: number, i: number) => -3 + 0.02 * (i % 5) + 0.01 * before],
  ['alike', (before: number, i: number) => before + 15 + 0.1 * (i % 3)],
  ['partly', (before: number, i: number) => 0.5 * before + 0.1 * (i % 3)],
  ['surely', (before: number, i: number) => 2 * before + 0.1 * (i % 3)],
  ['untold', (before: number, i: number) => 0.2 * before + 20 * ((i * 7) % 5)],
] as const)('the score after depends %s on the score before', (kind, after) => {
  const scores = (count: number): readonly Scores[] =>
    Array.from({ length: count }, (_, i) => ({ pre: -20 - i, fail: after(-20 - i, i) }));
  expect(summed(measured(scores(24))).dependence.kind).toBe(kind);
  // Ten tasks are too few to say so.
  expect(summed(measured(scores(20))).dependence.kind).toBe(null);
});

test('a condition of which only one call was scored has no part in any number', () => {
  const partial = all.map((item, index) =>
    index === 0 ? { ...item, under: { ...item.under, fail: { ...item.under.fail, goldNats: null } } } : item,
  );
  const summary = summed(partial);
  expect([summary.cases, summary.gain?.n, summary.decomposition?.both.n]).toEqual([23, 23, 23]);
  expect(summary.conditions.find(({ condition }) => condition === 'abstract')?.gain.n).toBe(24);
  expect(summary.breakdowns.operator.map(({ items }) => items)).toEqual([16, 7]);
});

test('a score that is not a number is refused, not averaged over', () => {
  const [first] = all;
  if (first === undefined) throw new Error('no item');
  const broken = { ...first, under: { ...first.under, fail: { ...first.under.fail, failedNats: NaN } } };
  const result = summarise([broken], CONDITIONS, options);
  expect(result.ok ? null : result.error.details).toMatch(/item-0/);
});

test.each([
  ["find(nom='Ann')", 'new-word'],
  ["open(name='Ann')", 'known-words'],
  ["open(nom='Ann')", 'new-word'],
  ["find('Ann')", 'no-other-word'],
  ["find(name='Ann', room=3.5)", 'new-word'],
  ['find(name=Ann.)', 'no-other-word'],
] as const)('%s: %s', (failed_action, novelty) => {
  expect(noveltyReader()({ ...sampleItem, failed_action })).toBe(novelty);
});

test('measures that grow with the rows are those of all rows', () => {
  const items = cases.map((_, index) => itemAt(index));
  const rows = rowsOf(cases);
  const again = rows.slice(0, 9).map((row) => ({ ...row, logprob: row.logprob - 1 }));
  const hidden = rows.slice(0, 2).map((row) => ({ ...row, hidden: 'call' }));
  fc.assert(
    fc.property(fc.shuffledSubarray([...rows, ...hidden]), fc.integer({ min: 1, max: 40 }), (some, size) => {
      const growing = growingMeasures(items);
      const arrived: ScoreRow[] = [];
      for (let from = 0; from < some.length; from += size) {
        const part = some.slice(from, from + size);
        arrived.push(...part);
        growing.add(part);
        expect(growing.all()).toEqual(itemMeasures(items, arrived));
      }
      growing.add(again);
      expect(growing.all()).toEqual(itemMeasures(items, [...arrived, ...again]));
    }),
    { numRuns: 8 },
  );
});

test('what is told of a growing run, put over what was told before, is the whole run', () => {
  const items = cases.map((_, index) => itemAt(index));
  const itemOf = new Map(items.map((item) => [item.item_id, item]));
  const conditions: readonly ConditionName[] = ['pre', 'fail'];
  const rows = rowsOf(cases);
  const again = rows.slice(0, 9).map((row) => ({ ...row, logprob: row.logprob - 1 }));
  const strange = rows.slice(0, 5).map((row) => ({ ...row, condition: 'fail~of-other-texts' }));
  fc.assert(
    fc.property(
      fc.shuffledSubarray([...rows, ...again, ...strange]),
      fc.integer({ min: 3, max: 40 }),
      (some, size) => {
        const growing = growingReading(items);
        let told: ReadonlyMap<string, ItemMeasures> = new Map();
        for (let from = 0; from < some.length; from += size) {
          const part = some.slice(from, from + size);
          growing.add(part);
          const news = valueOf(growing.read(conditions, options));
          const changed = new Set(part.filter((row) => !strange.includes(row)).map(({ item_id }) => item_id));
          expect(news.changed.map(({ itemId }) => itemId).sort()).toEqual([...changed].sort());
          told = withNews(told, news.changed, (id) => itemOf.get(id));
          const measures = itemMeasures(items, some.slice(0, from + size));
          expect([...told.values()]).toEqual(measures);
          expect(news.summary).toEqual(valueOf(summarise(measures, conditions, options)));
        }
      },
    ),
    { numRuns: 8 },
  );
});

test('what cannot be summed up keeps its news for the next answer', () => {
  const items = cases.map((_, index) => itemAt(index));
  const growing = growingReading(items);
  const rows = rowsOf(cases);
  growing.add(rows);
  const [broken] = rows;
  if (broken === undefined) throw new Error('no rows');
  growing.add([{ ...broken, logprob: Number.NaN }]);
  expect(growing.read(['pre', 'fail'], options).ok).toBe(false);
  growing.add([broken]);
  const news = valueOf(growing.read(['pre', 'fail'], options));
  expect(news.changed).toHaveLength(itemMeasures(items, rows).length);
  expect(valueOf(growing.read(['pre', 'fail'], options)).changed).toEqual([]);
});

test('what a view can be made of is counted over all items', () => {
  const choices = viewChoices(cases.map((_, index) => itemAt(index)));
  expect(choices.only.operator).toEqual([
    { value: 'arg_typo', items: 16 },
    { value: 'tool_typo', items: 8 },
  ]);
  expect(choices.only.novelty).toEqual([{ value: 'new-word', items: 24 }]);
  expect(choices.tasks).toHaveLength(12);
  for (const [label, values] of Object.entries(choices.only))
    for (const { value, items } of values)
      expect(summed(all, { only: { [label]: [value] } }).cases).toBe(items);
});

test('the right call has a gain of its own, with the sign of G, over the same cases', () => {
  const runs = Array.from({ length: 12 }, (_, i): Scores => ({ pre: -20 - i, fail: -3, neut: -4 }));
  const rows = rowsOf(runs).map((row) =>
    row.candidate === 'failed'
      ? { ...row, n_tokens: row.item_id === 'item-0' ? 40 : row.n_tokens }
      : row.condition === 'pre'
        ? { ...row, logprob: row.item_id === 'item-0' ? -5 : -16 }
        : row,
  );
  const measures = itemMeasures(
    runs.map((_, index) => itemAt(index)),
    rows,
  );
  const summary = summed(measures, {}, ['pre', 'fail', 'neut']);
  // Eleven rise by ten nats, one falls by one.
  expect(summary.rightGain?.value).toBeCloseTo(-109 / 12, 9);
  expect(summary.rightGain?.value).toBeCloseTo(-(summary.estimates.repair?.value ?? NaN), 9);
  expect([summary.rightGain?.n, summary.rightToward]).toEqual([12, 11]);
  expect([summary.medianRightBeforeNats, summary.medianRightAfterNats]).toEqual([-16, -6]);
  expect(summary.conditions.map(({ rightToward }) => rightToward)).toEqual([11, 11]);
  expect(summary.meanCallTokens).toBe(7);
  expect(summed(measures, { statistic: 'median' }).rightGain?.value).toBe(-10);
});
