import type { Transcript } from '../../transcript/index.ts';
import type { HiddenPart } from '../parts/KnockoutBars.svelte';
import type { Shape } from '../parts/ShapeMark.svelte';

/** What the item drawer shows of one item under one condition. */
export interface ConditionView {
  readonly id: string;
  readonly label: string;
  readonly shape: Shape;
  readonly transcript: Transcript;
  /** Score of the failed call here; null until it is known. */
  readonly failed: CallScore | null;
  /** Greedy text of the next turn; null until it was asked for and came. */
  readonly wouldWrite: string | null;
}

/** One call scored in one context. */
export interface CallScore {
  readonly logprobNats: number;
  readonly tokenLogprobsNats: readonly number[];
  readonly pieces: readonly string[];
  /** Null: whether the turn would end after the call was not scored. */
  readonly wouldBeWritten: boolean;
}

/** Work on the opened item that is done only when asked for. */
export type OnDemand<T> =
  | { readonly kind: 'none' }
  | { readonly kind: 'working'; readonly done: number; readonly all: number }
  | { readonly kind: 'done'; readonly value: T };

export interface ItemView {
  readonly id: string;
  readonly goal: string;
  readonly mistake: string;
  /** 1-based place in the set, and its size. */
  readonly number: number;
  readonly of: number;
  readonly stepNumber: number;
  readonly failedCall: string;
  readonly rightCall: string;
  readonly conditions: readonly ConditionView[];
  readonly knockout: OnDemand<{ readonly plainLogprobNats: number; readonly parts: readonly HiddenPart[] }>;
}
