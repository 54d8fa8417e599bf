import type {
  Advice,
  AskedStep,
  AttemptPoint,
  CutCheck,
  SpanEffect,
  StepView,
  WayResult,
  WaySummary,
} from '../pasted-step/index.ts';
import type { LabError } from '../records/index.ts';
import type { CutSettings } from '../transcript/index.ts';
import type { CheckpointChoice } from './checkpoint-menu.ts';
import { EngineRun } from './engine-run.svelte.ts';

/** A part of what can be measured of a step; `words`: of that message of the context after the failure. */
export type StepPart = 'view' | 'attempts' | 'messages' | { readonly words: number } | 'ways' | 'cuts';

/** How much of the log the checkpoint is shown. */
export interface StepFit {
  readonly settings: CutSettings;
  /** Tokens of the context after the failure, after the cut and before it. */
  readonly keptTokens: number;
  readonly allTokens: number;
  readonly windowTokens: number;
}

/** What a part would cost, so far as it is known before it is pressed. */
export interface StepCost {
  /** Scores and turns that are not there yet. */
  readonly requests: number;
  /** Tokens to compute at most, before the engine shares what contexts have in common; null: nothing is loaded yet. */
  readonly tokens: number | null;
}

/** One failed step of a pasted log, asked of one checkpoint. Nothing of it is stored. */
export class StepRun extends EngineRun {
  asked = $state.raw<AskedStep | null>(null);
  fit = $state.raw<StepFit | null>(null);
  view = $state.raw<StepView | null>(null);
  /** What the checkpoint would write before and after the failure, greedily. */
  written = $state.raw<{ readonly before: string | null; readonly after: string | null }>({
    before: null,
    after: null,
  });
  attempts = $state.raw<readonly AttemptPoint[]>([]);
  effects = $state.raw<readonly SpanEffect[]>([]);
  /** By message of the context after the failure. */
  words = $state.raw<ReadonlyMap<number, readonly SpanEffect[]>>(new Map());
  ways = $state.raw<readonly WayResult[]>([]);
  /** In the order of what is best: see src/pasted-step/way-summary.ts. */
  summaries = $state.raw<readonly WaySummary[]>([]);
  /** Null: the ways were not compared. */
  advice = $state.raw<Advice | null>(null);
  cuts = $state.raw<readonly CutCheck[]>([]);
  done = $state(0);
  all = $state(0);
  secondsLeft = $state.raw<number | null>(null);
  refusals = $state.raw<readonly { readonly what: string; readonly error: LabError }[]>([]);
  /** What is on. */
  part = $state.raw<StepPart | null>(null);

  chooseCheckpoint(_choice: CheckpointChoice | null): void {
    throw new Error('not yet');
  }

  /** Another step, or an edited one. What no longer belongs to it is put away. */
  ask(_asked: AskedStep | null): void {
    throw new Error('not yet');
  }

  /** Measures a part; loads the checkpoint if need be. */
  run(_part: StepPart): Promise<void> {
    throw new Error('not yet');
  }

  cost(_part: StepPart): StepCost {
    throw new Error('not yet');
  }
}
