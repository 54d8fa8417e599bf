/**
 * The engine worker's one door: types only, shared by the worker (which implements it) and lab/ (which calls it
 * through Comlink). Everything that crosses is structured-cloneable; callbacks are Comlink proxies.
 */
import type { Progress, ScoreRequest, TokenScores } from '../src/engine/index.ts';
import type { TurnToWrite, WrittenText } from '../src/pasted-step/index.ts';
import type { ProbeItem } from '../src/probe/index.ts';
import type { LabError, Provenance } from '../src/records/index.ts';
import type { RolloutAnswer, RolloutRequest } from '../src/rollout/index.ts';
import type { ChosenStep, CutSettings, Message, TextToPad, Wording } from '../src/transcript/index.ts';

export type { Progress, Provenance };

/** Where the files of a checkpoint come from. */
export type CheckpointSource =
  /** A folder served by our own origin, e.g. the local mirror: base URL ending in '/'. */
  | { readonly kind: 'served'; readonly baseUrl: string }
  /** Files the user dropped or chose. */
  | { readonly kind: 'dropped'; readonly files: readonly File[] };

/** How weights are held: see the design, §4. 'auto' chooses by size and job. */
export type Holding = 'folded' | 'resident' | 'auto';

export interface LoadOptions {
  readonly holding: Holding;
  readonly threads: number;
  /** Longest context plus candidate that will be asked; null: the checkpoint's own window, capped by memory. */
  readonly windowTokens: number | null;
}

/** What the worker is doing and how long it may be silent; the watchdog waits ten times that. */
export interface Stage {
  readonly name:
    | 'reading-config'
    | 'reading-tokenizer'
    | 'reading-weights'
    | 'reading-runtime'
    | 'building-graph'
    | 'creating-session'
    | 'self-check'
    | 'padding'
    | 'encoding'
    | 'planning'
    | 'pass'
    | 'idle';
  readonly expectedMs: number;
  /** Bytes read so far and in all, while files are read or stored. */
  readonly doneBytes?: number;
  readonly totalBytes?: number;
  /** Texts cut into tokens so far and in all, before a job or a probe begins. */
  readonly doneTexts?: number;
  readonly allTexts?: number;
  /** What the user should know of the files that were read. */
  readonly notices?: readonly string[];
  /** Size of the pass that begins: tokens computed in it, and tokens it looks back at. */
  readonly newTokens?: number;
  readonly pastTokens?: number;
}

export interface ScoreJob {
  readonly requests: readonly ScoreRequest[];
  /** Upper bound of new tokens a pass; null: bounded by time and memory only. */
  readonly passTokens: number | null;
  readonly keyValueBytes: number;
}

export type JobEvent =
  | { readonly kind: 'stage'; readonly stage: Stage }
  /** Finished units, in the order they were finished; so few at a time that the page is not held up by them. */
  | { readonly kind: 'scores'; readonly scores: readonly ScoredUnit[] }
  /** A request that cannot be scored (past the window, a template that refuses): the others go on. */
  | { readonly kind: 'refused'; readonly id: string; readonly error: LabError }
  | { readonly kind: 'progress'; readonly progress: Progress };

/** Scores plus what encoding found. */
export interface ScoredUnit extends TokenScores {
  readonly candidateIds: readonly number[];
  /** Text of each candidate token, for display. */
  readonly candidatePieces: readonly string[];
  readonly jointDiffers: boolean;
  readonly hiddenTokens: number;
}

export interface JobSummary {
  readonly outcome: 'finished' | 'cancelled';
  readonly progress: Progress;
}

export interface DecodeRequest {
  readonly id: string;
  readonly context: readonly Message[];
  readonly maximumTokens: number;
  /** Go on after the line of the call, until the end of turn or the limit. */
  readonly wholeTurn?: boolean;
}

/** What the model would write (greedy). */
export interface Decoded {
  readonly id: string;
  readonly text: string;
  readonly tokenIds: readonly number[];
  readonly stopReason: 'stop-token' | 'stop-when' | 'token-limit' | 'window';
  /** Positions whose best two logits were closer than TIE_GAP_NATS. */
  readonly ties: number;
  readonly elapsedMs: number;
}

export type DecodeEvent =
  | { readonly kind: 'stage'; readonly stage: Stage }
  | { readonly kind: 'refused'; readonly id: string; readonly error: LabError }
  | { readonly kind: 'decoded'; readonly decoded: Decoded };

export interface RolloutJob {
  readonly requests: readonly RolloutRequest[];
  /** How many different contexts are continued in the same passes at most; null: the engine's own choice. */
  readonly sideBySide: number | null;
}

/** What was done in this job; what it took over from answers before is not counted. */
export interface WritingProgress {
  /** New tokens of all passes. */
  readonly computedTokens: number;
  /** Tokens of the turns that have ended. */
  readonly writtenTokens: number;
  readonly turns: number;
  readonly passes: number;
  /** Without the time spent waiting at the gate (pauses). */
  readonly elapsedMs: number;
}

export type RolloutJobEvent =
  | { readonly kind: 'stage'; readonly stage: Stage }
  /** The next answer of these rollouts; each hears its answers in the order of its steps. */
  | ({ readonly kind: 'answered' } & RolloutAnswer)
  /** Why a context could not be read: its rollouts are answered with `engine_fault`, the others go on. */
  | { readonly kind: 'refused'; readonly error: LabError }
  | { readonly kind: 'progress'; readonly progress: WritingProgress };

export interface WritingSummary {
  readonly outcome: 'finished' | 'cancelled';
  readonly progress: WritingProgress;
}

export interface WritingJob {
  readonly requests: readonly TurnToWrite[];
  readonly keyValueBytes: number;
}

export type WritingEvent =
  | { readonly kind: 'stage'; readonly stage: Stage }
  /** A turn that cannot be written; the others go on. */
  | { readonly kind: 'refused'; readonly id: string; readonly error: LabError }
  | ({ readonly kind: 'written'; readonly id: string } & WrittenText)
  | { readonly kind: 'progress'; readonly progress: WritingProgress };

/** A failed step that is to fit; `cut`: the cut that is wanted, or null for the mildest within the budget. */
export interface FitRequest {
  /** Begins with a system message. */
  readonly step: ChosenStep;
  readonly cut: CutSettings | null;
  /** Of the context after the failure and the call; at most what the window leaves besides. */
  readonly budgetTokens: number;
}

/** How a failed step fits. */
export interface StepFitting {
  readonly settings: CutSettings;
  /** Of the context after the failure, after the cut and before it. */
  readonly keptTokens: number;
  readonly allTokens: number;
  /** `allTokens` was reckoned from the number of characters: the log is too long to be cut into tokens for it. */
  readonly isAllReckoned: boolean;
  readonly callTokens: number;
  readonly windowTokens: number;
}

/** An item's neutral text, as long as its error in tokens of the loaded checkpoint, or why there is none. */
export type PaddedText =
  | { readonly itemId: string; readonly text: string }
  | { readonly itemId: string; readonly text: null; readonly error: LabError };

/** Rejections carry a LabError (plain object) so that they survive the clone. */
export interface EngineDoor {
  load(source: CheckpointSource, options: LoadOptions, onStage: (stage: Stage) => void): Promise<Provenance>;
  /** Requests that go before those of the next job: thousands in one message would hold up the page that sends it. */
  expectMore(requests: readonly ScoreRequest[]): void;
  score(job: ScoreJob, onEvent: (event: JobEvent) => void): Promise<JobSummary>;
  /** `sideBySide`: how many contexts are continued in the same passes at most; null: the engine's own choice. */
  decode(
    requests: readonly DecodeRequest[],
    sideBySide: number | null,
    onEvent: (event: DecodeEvent) => void,
  ): Promise<void>;
  /** Runs rollouts from where their answers leave them. */
  rollouts(job: RolloutJob, onEvent: (event: RolloutJobEvent) => void): Promise<WritingSummary>;
  /** Token counts of contexts, to check the window and the cost before a run. */
  countTokens(contexts: readonly (readonly Message[])[]): Promise<readonly number[]>;
  /** The length-matched neutral text of each item (measurement §1.2): some milliseconds an item, so not hundreds at once. */
  padNeutrals(items: readonly ProbeItem[], wording: Wording): Promise<readonly PaddedText[]>;
  /** The same of a bare text; rejects where the tokenizer cannot spell it. */
  padText(text: TextToPad): Promise<string>;
  /** Writes turns after given contexts, greedy or sampled. */
  writeTurns(job: WritingJob, onEvent: (event: WritingEvent) => void): Promise<WritingSummary>;
  /** Cuts a failed step to a budget; rejects where nothing of it is short enough. */
  fitStep(request: FitRequest): Promise<StepFitting>;
  pause(): void;
  resume(): void;
  /** Stops at the next pass boundary; the session is kept. */
  cancel(): void;
}
