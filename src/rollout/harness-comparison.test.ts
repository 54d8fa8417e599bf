import { expect, test } from 'vitest';
import { resampling } from '../statistics/index.ts';
import { compareHarnesses, countsOfTrace, type RolloutCounts } from './index.ts';
import { sampleTraces } from './sample-rollouts.ts';

const draws = resampling({ draws: 200, seed: 1 });
const [base] = sampleTraces().map(countsOfTrace);
if (base === undefined) throw new Error('no rollouts');

const rollout = (
  harness: string,
  task: string,
  seed: number,
  changed: Partial<RolloutCounts>,
): RolloutCounts => ({
  ...base,
  harness,
  taskId: task,
  template: task.charAt(0),
  seed,
  stopReason: 'step_limit',
  ...changed,
});

const solved = { stopReason: 'solved' } as const;
const atOnce = { stopReason: 'solved', steps: 1, failures: 0 } as const;

/** Tasks a1, a2 of kind a and b1 … b4 of kind b, two seeds; what the other harness does differently is said. */
const rollouts: readonly RolloutCounts[] = [
  ...['a1', 'a2', 'b1', 'b2', 'b3', 'b4'].flatMap((task) =>
    [0, 1].map((seed) => rollout('verbatim', task, seed, task === 'b4' ? atOnce : {})),
  ),
  rollout('other', 'a1', 0, solved),
  rollout('other', 'a1', 1, {}),
  rollout('other', 'a2', 0, solved),
  rollout('other', 'a2', 1, solved),
  rollout('other', 'b1', 0, {}),
  // b1, seed 1 was cancelled: only seed 0 is compared.
  rollout('other', 'b1', 1, { stopReason: 'cancelled' }),
  // b2: both seeds solved in step one, before any failure.
  rollout('other', 'b2', 0, atOnce),
  rollout('other', 'b2', 1, atOnce),
  rollout('other', 'b3', 0, {}),
  rollout('other', 'b3', 1, {}),
  rollout('other', 'b4', 0, atOnce),
  rollout('other', 'b4', 1, atOnce),
];

const contrastOf = (choice = {}, of = rollouts) => {
  const made = compareHarnesses(of, 'solved', 'verbatim', draws, choice);
  if (!made.ok) throw new Error(made.error.happened);
  return made.value;
};

test('paired by task and seed, a task is the mean of its seeds, what was solved in step one is left out and named', () => {
  const [change, ...none] = contrastOf();
  expect(none).toEqual([]);
  // a1: 1/2, a2: 1, b1: 0, b3: 0.
  expect(change?.change).toMatchObject({ value: 1.5 / 4, n: 4, clusters: 2, interval: null });
  expect(change?.tasks).toEqual({ more: 2, less: 0, p: 0.5 });
  expect(change?.kinds).toEqual({ more: 1, less: 0, p: 1 });
  expect(change?.stepOneInBoth).toBe(1);
  expect(change?.stepOneInOne).toEqual([{ taskId: 'b2', harness: 'other' }]);
});

test('on request they are kept, as in the published contrasts', () => {
  const [change] = contrastOf({ keepStepOne: true });
  // b2: 1, b4: 0 join.
  expect(change?.change).toMatchObject({ value: 2.5 / 6, n: 6, clusters: 2 });
  expect(change?.change?.interval).not.toBe(null);
  expect(change?.stepOneInBoth).toBe(1);
});

test('pairs without a value are left out; harnesses are corrected together', () => {
  const made = compareHarnesses(
    [
      ...rollouts,
      ...rollouts.filter(({ harness }) => harness === 'other').map((one) => ({ ...one, harness: 'third' })),
    ],
    'n_steps',
    'verbatim',
    draws,
    { keepStepOne: true },
  );
  const [one, other] = made.ok ? made.value : [];
  expect([one?.harness, other?.harness]).toEqual(['other', 'third']);
  expect(one?.change?.p).not.toBe(null);
  // Two equal p: each is doubled, at most 1.
  expect(one?.holmP).toBe(Math.min(1, 2 * (one?.change?.p ?? NaN)));
  expect(other?.holmP).toBe(one?.holmP);
  const rates = compareHarnesses(rollouts, 'exact_repeat_rate', 'verbatim', draws, { keepStepOne: true });
  // b2 and b4 have no failure under one or both.
  expect(rates.ok && rates.value[0]?.change?.n).toBe(4);
  expect(contrastOf({}, rollouts.slice(0, 4))).toEqual([]);
});
