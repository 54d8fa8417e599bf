import { expect, test } from 'vitest';
import published from '../../static-probes/published/toolshed-rollouts-1.json' with { type: 'json' };
import { FINAL_DRAWS, PUBLISHED_SEED, resampling } from '../statistics/index.ts';
import {
  compareHarnesses,
  isFloor,
  parsePublishedRollouts,
  summarizeHarness,
  type HarnessContrast,
  type RolloutCounts,
  type RolloutMeasure,
} from './index.ts';

// The 144 published rollouts through the lab's own code.

const draws = resampling({ draws: FINAL_DRAWS, seed: PUBLISHED_SEED });

const read = parsePublishedRollouts(published);
if (!read.ok) throw new Error(read.error.details);
const { counts } = read.value;

/** With `byTask` every task is a kind of its own, as published. */
const rolloutsOf = (byTask: boolean): readonly RolloutCounts[] =>
  byTask ? counts.map((one) => ({ ...one, template: one.taskId })) : counts;

const MEASURES = [
  'solved',
  'stuck',
  'exact_repeat_rate',
  'canonical_repeat_rate',
  'ok_call_rate',
  'n_steps',
  'gen_tokens',
  'prompt_tokens',
  'prompt_tokens_per_step',
] as const satisfies readonly RolloutMeasure[];

const summaryOf = (name: string, byTask = false) => {
  const made = summarizeHarness(
    name,
    rolloutsOf(byTask).filter(({ harness }) => harness === name),
    draws,
  );
  if (!made.ok) throw new Error(made.error.happened);
  return made.value;
};

const contrastsOf = (
  measure: RolloutMeasure,
  byTask = false,
  keepStepOne = false,
): readonly HarnessContrast[] => {
  const made = compareHarnesses(rolloutsOf(byTask), measure, 'verbatim', draws, { keepStepOne });
  if (!made.ok) throw new Error(made.error.happened);
  return made.value;
};

/** Published cells are rounded to four decimals. */
const rounded = (value: number | undefined): number => Number((value ?? Number.NaN).toFixed(4));

test.each(published.harnesses.map(({ name }) => name))(
  '%s: the published means and intervals, by task',
  (name) => {
    const { means } = summaryOf(name, true);
    const { means: cells } = published.harnesses.find((one) => one.name === name) ?? { means: undefined };
    const ours = MEASURES.map((measure) => {
      const { value, interval, n } = means[measure] ?? {};
      return [measure, rounded(value), rounded(interval?.low), rounded(interval?.high), n];
    });
    expect(ours).toEqual(MEASURES.map((measure) => [measure, ...(cells?.[measure] ?? [])]));
  },
);

test('the published contrasts, which keep the tasks solved in step one', () => {
  for (const measure of MEASURES) {
    const theirs = new Map(
      published.harnesses.map(({ name, changes }) => [name, changes as Record<string, number[]>]),
    );
    const apart = contrastsOf(measure, true, true).flatMap(({ harness, change }) => {
      const ours = [change?.value, change?.interval?.low, change?.interval?.high, change?.n];
      // Published cells are rounded to four decimals; one of them is a tie.
      return ours.map((value, at) =>
        Math.abs((value ?? NaN) - (theirs.get(harness)?.[measure]?.[at] ?? NaN)),
      );
    });
    expect(apart).toHaveLength(20);
    expect([measure, Math.max(...apart) < 0.5001e-4]).toEqual([measure, true]);
  }
});

test('repeats per opportunity, as worked out from the published rows (analysis §7)', () => {
  const perOpportunity = published.harnesses.map(({ name }) => {
    const { pooledShare } = summaryOf(name).repeats.textPerOpportunity;
    return [name, pooledShare.k, pooledShare.n, Math.round((100 * pooledShare.k) / pooledShare.n)];
  });
  expect(perOpportunity).toEqual([
    ['verbatim', 23, 39, 59],
    ['verbatim+instr', 14, 24, 58],
    ['drop', 64, 64, 100],
    ['abstract', 11, 35, 31],
    ['verbatim+ban', 6, 39, 15],
    ['abstract+ban', 4, 35, 11],
  ]);
});

test('success: eight tasks cannot tell harnesses apart, and each contrast rests on one kind of task', () => {
  const shown = contrastsOf('solved', false, true).map(
    ({ harness, tasks, kinds, stepOneInBoth, stepOneInOne }) => [
      harness,
      [tasks.more, tasks.less, tasks.p],
      [kinds.more, kinds.less, kinds.p],
      stepOneInBoth,
      stepOneInOne.map(({ taskId, harness: by }) => `${taskId} ${by}`),
    ],
  );
  const instructed = ['0004', '0010', '0016', '0022'].map((number) => `agent-${number} verbatim+instr`);
  expect(shown).toEqual([
    ['verbatim+instr', [4, 0, 0.125], [1, 0, 1], 8, instructed],
    ['drop', [0, 2, 0.5], [0, 1, 1], 8, []],
    ['abstract', [0, 2, 0.5], [0, 1, 1], 8, []],
    ['verbatim+ban', [0, 0, null], [0, 0, null], 8, []],
    ['abstract+ban', [0, 2, 0.5], [0, 1, 1], 8, []],
  ]);
});

test('without the tasks solved in step one the instruction changes nothing', () => {
  const [instructed, drop] = contrastsOf('solved');
  expect([instructed?.change?.value, instructed?.change?.n]).toEqual([0, 12]);
  expect([drop?.change?.value, drop?.change?.n, drop?.change?.clusters]).toEqual([-2 / 16, 16, 7]);
});

test('solved after a failure: two of sixteen under verbatim, so it is no floor', () => {
  const summaries = published.harnesses.map(({ name }) => summaryOf(name));
  expect(summaries.map(({ solvedAfterFailure: { k, n } }) => [k, n])).toEqual([
    [2, 16],
    [2, 12],
    [0, 16],
    [0, 16],
    [2, 16],
    [0, 16],
  ]);
  expect(isFloor(summaries)).toBe(false);
  expect(isFloor(summaries.filter(({ harness }) => /drop|abstract/u.test(harness)))).toBe(true);
});

test('a file of other rollouts is refused, and the fault named', () => {
  const [first] = published.harnesses;
  const spoilt = {
    ...published,
    harnesses: [{ ...first, rows: [[0, 1, 'solved', 9, 559, 0, 0, 0, -1, 0]] }],
  };
  const refused = parsePublishedRollouts(spoilt);
  expect(refused.ok ? '' : refused.error.details).toMatch(/^harnesses\.0\.rows\.0\.8: /);
  expect(parsePublishedRollouts({ ...published, columns: [...published.columns].reverse() }).ok).toBe(false);
});
