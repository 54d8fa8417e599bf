import type { StopReason } from '../../records/index.ts';
import type { EpisodeStep } from '../../rollout/index.ts';
import { canonicalForm } from '../../toolshed/index.ts';
import { errorKindWords } from '../../transcript/index.ts';

/** What came of one step, as the board marks it. */
export type StepKind = 'worked' | 'failed' | 'same-text' | 'same-call' | 'cut';

export interface StepMark {
  readonly kind: StepKind;
  /** Not asked of the model: it had to be the last turn again. */
  readonly isByConstruction: boolean;
  /** The ban changed at least one choice. */
  readonly isIntervened: boolean;
  /** At least one choice was so close that another machine may choose otherwise. */
  readonly isTied: boolean;
  /** Null: the call worked. */
  readonly errorKind: string | null;
}

/** Marks of a rollout's steps: a repeat is a failure whose call had failed before. */
export function stepMarks(steps: readonly EpisodeStep[]): readonly StepMark[] {
  const texts = new Set<string>();
  const forms = new Set<string>();
  return steps.map(({ action, outcome, isCut, isByConstruction, turn }) => {
    const form = canonicalForm(action);
    const kind: StepKind = outcome.ok
      ? 'worked'
      : isCut
        ? 'cut'
        : texts.has(action)
          ? 'same-text'
          : forms.has(form)
            ? 'same-call'
            : 'failed';
    if (!outcome.ok && !isCut) {
      texts.add(action);
      forms.add(form);
    }
    return {
      kind,
      isByConstruction,
      isIntervened: turn.interventions > 0,
      isTied: turn.ties > 0,
      errorKind: outcome.ok ? null : outcome.errorKind,
    };
  });
}

export const isRepeat = ({ kind }: StepMark): boolean => kind === 'same-text' || kind === 'same-call';

const KIND_WORDS: Readonly<Record<StepKind, string>> = {
  worked: 'worked',
  failed: 'failed',
  'same-text': 'failed: a failed call again, word for word',
  'same-call': 'failed: a failed call again, spelt otherwise',
  cut: 'cut off by the token limit',
};

/** A step in words: “failed: there is no such file; by construction”. */
export const markWords = ({ kind, isByConstruction, isIntervened, isTied, errorKind }: StepMark): string =>
  [
    kind === 'failed' && errorKind !== null ? `failed: ${errorKindWords(errorKind)}` : KIND_WORDS[kind],
    ...(isByConstruction ? ['by construction'] : []),
    ...(isIntervened ? ['the ban changed what was written'] : []),
    ...(isTied ? ['a close choice'] : []),
  ].join('; ');

/** How a rollout ended; `loop`: at the step limit, with two repeats or more. */
export type RolloutEnd = StopReason | 'loop';

export function endOf(stopReason: StopReason | null, marks: readonly StepMark[]): RolloutEnd | null {
  return stopReason === 'step_limit' && marks.filter(isRepeat).length >= 2 ? 'loop' : stopReason;
}

/** In a cell, and in a sentence. */
export const END_WORDS: Readonly<Record<RolloutEnd, { readonly short: string; readonly long: string }>> = {
  solved: { short: 'solved', long: 'solved' },
  finish_called: { short: 'finish()', long: 'it called finish() unsolved' },
  step_limit: { short: 'out of steps', long: 'stopped by the step limit, unsolved' },
  loop: { short: 'loop', long: 'ended in a loop: the step limit, with two repeats or more' },
  everything_banned: { short: 'all banned', long: 'nothing was left to write under the ban' },
  window_full: { short: 'window full', long: 'what it would have to read no longer fits the window' },
  engine_fault: { short: 'fault', long: 'the engine failed' },
  cancelled: { short: 'stopped', long: 'stopped before its end' },
};
