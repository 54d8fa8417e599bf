import { expect, test } from 'vitest';
import { resampling } from '../statistics/index.ts';
import {
  countsOfTrace,
  isFloor,
  measureOf,
  readingsByStep,
  repeatsByFailure,
  ROLLOUT_MEASURE_NAMES,
  summarizeHarness,
  type RolloutCounts,
} from './index.ts';
import { sampleTraces, taskAt, traceOf, WRONG, RESPELT } from './sample-rollouts.ts';
import { settingOf } from './scripted-model.ts';

const draws = resampling({ draws: 200, seed: 1 });
const traces = sampleTraces();
const counts = traces.map(countsOfTrace);

const summaryOf = (rollouts: readonly RolloutCounts[], harness = 'verbatim') => {
  const made = summarizeHarness(harness, rollouts, draws);
  if (!made.ok) throw new Error(made.error.happened);
  return made.value;
};

test('counts of the five rollouts', () => {
  const shown = counts.map((one) => [
    one.template,
    one.stopReason,
    ...[one.steps, one.okSteps, one.failures, one.textRepeats, one.canonicalRepeats],
    ...[one.consecutiveRepeats, one.repeatsOfAnyStep, one.stepsAfterFailure, one.prose],
  ]);
  expect(shown).toEqual([
    ['lookup', 'solved', 4, 1, 3, 1, 2, 2, 2, 3, 0],
    ['simple_write', 'solved', 1, 1, 0, 0, 0, 0, 0, 0, 0],
    ['cancel_event', 'step_limit', 6, 6, 0, 0, 0, 5, 5, 0, 0],
    ['archive', 'step_limit', 6, 0, 6, 5, 5, 5, 5, 5, 6],
    ['simple_reminder', 'finish_called', 2, 1, 1, 0, 0, 0, 0, 1, 0],
  ]);
});

test('measures of each, by hand', () => {
  const column = (measure: (typeof ROLLOUT_MEASURE_NAMES)[number]) =>
    counts.map((one) => measureOf(measure, one));
  expect(column('solved')).toEqual([1, 1, 0, 0, 0]);
  expect(column('stuck')).toEqual([0, 0, 0, 1, 0]);
  expect(column('stuck_in_any_calls')).toEqual([0, 0, 1, 1, 0]);
  expect(column('exact_repeat_rate')).toEqual([1 / 3, null, null, 5 / 6, 0]);
  expect(column('canonical_repeat_rate')).toEqual([2 / 3, null, null, 5 / 6, 0]);
  expect(column('exact_repeats_per_opportunity')).toEqual([1 / 2, null, null, 1, null]);
  expect(column('canonical_repeats_per_opportunity')).toEqual([1, null, null, 1, null]);
  expect(column('canonical_repeats_per_later_step')).toEqual([2 / 3, null, null, 1, 0]);
  expect(column('n_consecutive_repeats')).toEqual([2, 0, 5, 5, 0]);
  expect(column('ok_call_rate')).toEqual([1 / 4, 1, 1, 0, 1 / 2]);
  expect(column('prose_rate')).toEqual([0, 0, 0, 1, 0]);
  // A character is a token of the scripted model; 13 in “Let me think.”
  expect(column('gen_tokens')[3]).toBe(78);
  const [, first] = traces;
  expect(column('prompt_tokens_per_step')[1]).toBe(first?.prompt_tokens);
  expect(column('tokens_spent')[1]).toBe((first?.prompt_tokens ?? 0) + (first?.gen_tokens ?? 0));
});

test('a harness over the five: pooled and per rollout are not the same question', () => {
  const summary = summaryOf(counts);
  expect(summary).toMatchObject({
    rollouts: 5,
    leftOut: 0,
    tasks: 5,
    kinds: 5,
    solved: { k: 2, n: 5 },
    solvedInStepOne: 1,
    solvedAfterFailure: { k: 1, n: 3 },
    stopReasons: { solved: 2, step_limit: 2, finish_called: 1 },
    repeatsByConstruction: { k: 0, n: 7 },
  });
  const { text, canonical, textPerOpportunity, canonicalPerOpportunity } = summary.repeats;
  // 1 + 5 + 0 of 3 + 6 + 1; the mean of 1/3, 5/6 and 0.
  expect(text.pooledShare).toEqual({ k: 6, n: 10 });
  expect(text.pooled?.value).toBeCloseTo(0.6, 12);
  expect(text.perRollout?.value).toBeCloseTo(7 / 18, 12);
  expect(canonical.pooledShare).toEqual({ k: 7, n: 10 });
  expect(canonical.perRollout?.value).toBeCloseTo(1 / 2, 12);
  // 1 + 5 of 2 + 5; the mean of 1/2 and 1.
  expect(textPerOpportunity.pooledShare).toEqual({ k: 6, n: 7 });
  expect(textPerOpportunity.pooled?.value).toBeCloseTo(6 / 7, 12);
  expect(textPerOpportunity.perRollout?.value).toBeCloseTo(3 / 4, 12);
  expect(canonicalPerOpportunity.pooledShare).toEqual({ k: 7, n: 7 });
  expect(summary.means.ok_call_rate?.value).toBeCloseTo((1 / 4 + 1 + 1 + 0 + 1 / 2) / 5, 12);
  expect(summary.means.ok_call_rate?.clusters).toBe(5);
  // Two rollouts have it: too few for an interval, which is not claimed.
  expect(summary.means.exact_repeats_per_opportunity).toMatchObject({ n: 2, interval: null });
});

test('step by step, and failure by failure', () => {
  expect(
    readingsByStep(traces).map(({ step, repeats, rollouts }) => [step, repeats.k, repeats.n, rollouts]),
  ).toEqual([
    [1, 0, 0, 5],
    [2, 2, 3, 4],
    [3, 2, 2, 3],
    [4, 1, 2, 3],
    [5, 1, 1, 2],
    [6, 1, 1, 2],
  ]);
  const [first] = readingsByStep(traces);
  expect(first?.contextTokens).toBeCloseTo(
    traces.reduce((sum, { step_ctx_tokens: [tokens = 0] }) => sum + tokens, 0) / 5,
    9,
  );
  expect(repeatsByFailure(traces).map(({ failure, repeats }) => [failure, repeats.k, repeats.n])).toEqual([
    [2, 2, 2],
    [3, 2, 2],
    [4, 1, 1],
    [5, 1, 1],
    [6, 1, 1],
  ]);
  expect([readingsByStep([]), repeatsByFailure([])]).toEqual([[], []]);
});

test('drop: all repeats by construction, their tokens spared', () => {
  const trace = traceOf(taskAt(0), settingOf('drop'), [WRONG]);
  const one = countsOfTrace(trace);
  expect([one.failures, one.canonicalRepeats, one.repeatsByConstruction]).toEqual([6, 5, 5]);
  const perStep = WRONG.length + (trace.step_ctx_tokens[0] ?? 0);
  expect(one.sparedTokens).toBe(5 * perStep);
  expect(measureOf('tokens_spent', one)).toBe(perStep);
  expect(measureOf('exact_repeat_rate', one)).toBe(5 / 6);
  expect(summaryOf([one], 'drop').repeatsByConstruction).toEqual({ k: 5, n: 5 });
  expect(readingsByStep([trace]).map(({ byConstruction }) => byConstruction)).toEqual([0, 1, 1, 1, 1, 1]);
});

test('what a limit cut off is flagged, and is no failure, no repeat and no prose', () => {
  const long = "write_file(path='notes/plan.md', content='a text that goes on')";
  const setting = settingOf('verbatim', { mostTokens: 40, mostSteps: 4 });
  const trace = traceOf(taskAt(0), setting, [
    long,
    long,
    'Let me think about what there is to do here.',
    WRONG,
  ]);
  expect(trace.cut).toEqual([true, true, false, false]);
  // The published field counts it, as the study does.
  expect([trace.n_failed_actions, trace.n_exact_repeats]).toEqual([4, 1]);
  const one = countsOfTrace(trace);
  expect([one.cut, one.failures, one.textRepeats, one.prose, one.stepsAfterFailure]).toEqual([2, 2, 0, 1, 1]);
  expect(measureOf('cut_rate', one)).toBe(1 / 2);
  expect(measureOf('truncated_rate', one)).toBe(1 / 2);
  expect(measureOf('ok_call_rate', one)).toBe(0);
  expect(readingsByStep([trace]).map(({ repeats }) => repeats.n)).toEqual([0, 0, 0, 1]);
  // A broken call that had room is the model's own.
  const broken = countsOfTrace(
    traceOf(taskAt(0), settingOf('verbatim', { mostSteps: 1 }), ["find_contact(name='A'"]),
  );
  expect([broken.cut, broken.failures, broken.truncated, broken.prose]).toEqual([0, 1, 1, 0]);
});

test('interventions apart from mask applications; text repeats 0 under a ban', () => {
  const turns = [WRONG, WRONG, RESPELT];
  const banned = countsOfTrace(traceOf(taskAt(0), settingOf('verbatim+ban'), turns));
  // The second WRONG is stopped for finish().
  expect([banned.textRepeats, banned.maskApplications, banned.interventions, banned.steps]).toEqual([
    0, 2, 1, 2,
  ]);
  const text = countsOfTrace(traceOf(taskAt(0), settingOf('verbatim+ban'), [WRONG, RESPELT]));
  expect([text.textRepeats, text.canonicalRepeats, text.interventions]).toEqual([0, 1, 0]);
  const canonical = countsOfTrace(traceOf(taskAt(0), settingOf('ban-canonical'), [WRONG, RESPELT]));
  expect([canonical.canonicalRepeats, canonical.interventions]).toEqual([0, 1]);
});

test('floor: under a tenth solved after a failure, under every harness', () => {
  const [solved, , , failed] = counts;
  if (solved === undefined || failed === undefined) throw new Error('no rollouts');
  const of = (good: number, bad: number) =>
    summaryOf(
      [...Array.from({ length: good }, () => solved), ...Array.from({ length: bad }, () => failed)].map(
        (one, seed) => ({ ...one, seed }),
      ),
    );
  expect(isFloor([of(1, 10), of(0, 5)])).toBe(true);
  expect(isFloor([of(1, 9)])).toBe(false);
  expect(isFloor([of(0, 10), of(2, 10)])).toBe(false);
  // Solved in step one: no failure was reached, nothing can be said.
  expect(isFloor([summaryOf(counts.slice(1, 2))])).toBe(null);
});

test('rollouts that did not run their course are counted and left out', () => {
  const [first] = counts;
  if (first === undefined) throw new Error('no rollouts');
  const summary = summaryOf([...counts, { ...first, seed: 9, stopReason: 'window_full' }]);
  expect([summary.rollouts, summary.leftOut, summary.stopReasons.window_full]).toEqual([5, 1, 1]);
  const twice = summarizeHarness('verbatim', [first, first], draws);
  expect(twice.ok ? '' : twice.error.kind).toBe('item-twice');
});
