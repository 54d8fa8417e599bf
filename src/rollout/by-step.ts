import type { TraceRow } from '../records/index.ts';
import { mean, type Share } from '../statistics/index.ts';
import { canonicalForm } from '../toolshed/index.ts';

/** What happened at the n-th place over many rollouts. */
export interface StepReading {
  /** From 1. */
  readonly step: number;
  /** Of the rollouts that had failed before this step, those that made a failed call again. */
  readonly repeats: Share;
  /** Those of the repeats that follow from the harness and not from the model. */
  readonly byConstruction: number;
  /** Mean length of what the model read, over the rollouts that got here; null where none did. */
  readonly contextTokens: number | null;
  readonly rollouts: number;
}

/** Repeats and growth of the context, step by step. */
export function readingsByStep(traces: readonly TraceRow[]): readonly StepReading[] {
  const histories = traces.map(historyOf);
  const longest = Math.max(0, ...traces.map(({ n_steps: steps }) => steps));
  return Array.from({ length: longest }, (_, at) => {
    const here = histories.flatMap((history) => history[at] ?? []);
    const could = here.filter(({ failuresBefore, isCut }) => failuresBefore > 0 && !isCut);
    return {
      step: at + 1,
      repeats: { k: could.filter(({ isRepeat }) => isRepeat).length, n: could.length },
      byConstruction: could.filter(({ isRepeat, isByConstruction }) => isRepeat && isByConstruction).length,
      contextTokens: mean(here.map(({ contextTokens }) => contextTokens)),
      rollouts: here.length,
    };
  });
}

/** Of the rollouts with a k-th failure, those in which it repeats an earlier one: does repeating wear off? From k = 2. */
export function repeatsByFailure(
  traces: readonly TraceRow[],
): readonly { readonly failure: number; readonly repeats: Share }[] {
  const failures = traces.map((trace) => historyOf(trace).filter(({ isFailure }) => isFailure));
  const most = Math.max(1, ...failures.map(({ length }) => length));
  return Array.from({ length: most - 1 }, (_, at) => {
    const here = failures.flatMap((ofTrace) => ofTrace[at + 1] ?? []);
    return {
      failure: at + 2,
      repeats: { k: here.filter(({ isRepeat }) => isRepeat).length, n: here.length },
    };
  });
}

interface Moment {
  readonly failuresBefore: number;
  readonly isFailure: boolean;
  readonly isRepeat: boolean;
  readonly isCut: boolean;
  readonly isByConstruction: boolean;
  readonly contextTokens: number;
}

/** What a limit cut off is neither a failure nor the repeat of one. */
function historyOf(trace: TraceRow): readonly Moment[] {
  const failed = new Set<string>();
  let failures = 0;
  return trace.actions.map((action, at) => {
    const isCut = trace.cut[at] === true;
    const isFailure = trace.ok[at] === false && !isCut;
    const form = canonicalForm(action);
    const moment = {
      failuresBefore: failures,
      isFailure,
      isRepeat: isFailure && failed.has(form),
      isCut,
      isByConstruction: trace.by_construction[at] === true,
      contextTokens: trace.step_ctx_tokens[at] ?? 0,
    };
    if (isFailure) {
      failed.add(form);
      failures += 1;
    }
    return moment;
  });
}
