import type { StopReason, TraceRow } from '../records/index.ts';
import { canonicalForm, TOOL_NAMES } from '../toolshed/index.ts';
import { repeatsAmong, seenBefore } from './repeats.ts';

/**
 * What is counted of one rollout; every measure is made of these. A call that a limit of ours cut off is no failure of the
 * model here, unlike in the published fields of a trace: it is counted as `cut` and in nothing else but steps and tokens.
 */
export interface RolloutCounts {
  readonly taskId: string;
  readonly template: string;
  readonly harness: string;
  readonly seed: number;
  readonly stopReason: StopReason;
  readonly steps: number;
  readonly okSteps: number;
  /** Steps that failed and were not cut off. */
  readonly failures: number;
  readonly cut: number;
  /** Failures with the text of an earlier failure. */
  readonly textRepeats: number;
  /** Failures that make the call of an earlier failure, however it is spelt. */
  readonly canonicalRepeats: number;
  /** Those of them that no model was asked for. */
  readonly repeatsByConstruction: number;
  /** Steps, failed or not, that make the call of the step before. */
  readonly consecutiveRepeats: number;
  /** Steps, failed or not, that make the call of any earlier step. */
  readonly repeatsOfAnyStep: number;
  /** Steps after the first failure: each could have repeated it. */
  readonly stepsAfterFailure: number;
  /** No calls, but begun as one of a known tool and with brackets open (measurement §6.6). */
  readonly truncated: number;
  /** No calls, and not begun as one. */
  readonly prose: number;
  readonly generatedTokens: number;
  readonly promptTokens: number;
  /** Tokens the model did not have to read or write, because the turn was the last one by construction. */
  readonly sparedTokens: number;
  readonly maskApplications: number;
  readonly interventions: number;
}

/** It ran its course: what it came to is the model's doing, not a limit of the machine or the reader's. */
export const isComplete = ({ stopReason }: Pick<RolloutCounts, 'stopReason'>): boolean =>
  stopReason !== 'window_full' && stopReason !== 'engine_fault' && stopReason !== 'cancelled';

/** Solved with the first call: no failure came before, so it says nothing about how failures are shown. */
export const isSolvedInStepOne = ({ stopReason, steps }: RolloutCounts): boolean =>
  stopReason === 'solved' && steps === 1;

const KNOWN_NAMES: ReadonlySet<string> = new Set([...TOOL_NAMES, 'finish']);

export function countsOfTrace(trace: TraceRow): RolloutCounts {
  const { actions, ok, cut } = trace;
  const steps = actions.map((_, at) => at);
  const failed = steps.filter((at) => ok[at] === false && cut[at] === false);
  const forms = actions.map(canonicalForm);
  const repeats = repeatsAmong(failed.map((at) => actions[at] ?? ''));
  const isRepeat = seenBefore(failed.map((at) => forms[at] ?? ''));
  const unreadable = failed
    .filter((at) => trace.error_types[at] === 'parse_error')
    .map((at) => actions[at] ?? '');
  const tokensOf = (at: number): number =>
    (trace.step_ctx_tokens[at] ?? 0) + (trace.turn_ids[at]?.length ?? 0);
  const [first] = failed;
  return {
    taskId: trace.task_id,
    template: trace.template,
    harness: trace.harness,
    seed: trace.seed,
    stopReason: trace.stop_reason,
    steps: steps.length,
    okSteps: ok.filter(Boolean).length,
    failures: failed.length,
    cut: cut.filter(Boolean).length,
    textRepeats: repeats.text,
    canonicalRepeats: repeats.canonical,
    repeatsByConstruction: failed.filter(
      (at, place) => isRepeat[place] === true && trace.by_construction[at] === true,
    ).length,
    consecutiveRepeats: trace.n_consecutive_repeats,
    repeatsOfAnyStep: seenBefore(forms).filter(Boolean).length,
    stepsAfterFailure: first === undefined ? 0 : steps.length - 1 - first,
    truncated: unreadable.filter((action) => isBegunCall(action) && bracketsOpen(action) > 0).length,
    prose: unreadable.filter((action) => !isBegunCall(action)).length,
    generatedTokens: trace.gen_tokens,
    promptTokens: trace.prompt_tokens,
    sparedTokens: steps
      .filter((at) => trace.by_construction[at] === true)
      .reduce((sum, at) => sum + tokensOf(at), 0),
    maskApplications: trace.n_banned_masked,
    interventions: trace.step_interventions.reduce((sum, count) => sum + count, 0),
  };
}

const isBegunCall = (action: string): boolean => KNOWN_NAMES.has(action.split('(', 1)[0]?.trim() ?? '');
const bracketsOpen = (action: string): number => action.split('(').length - action.split(')').length;
