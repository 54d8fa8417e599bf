import type { NextCall, WayName } from '../transcript/index.ts';

/** A turn that the checkpoint wrote, and what an agent's program could do with it. */
export interface WrittenTurn {
  readonly text: string;
  readonly next: NextCall;
  /** The likeliest token at every place; else sampled. */
  readonly greedy: boolean;
}

/** What was found of the failure shown in one way, in one wording. */
export interface WayResult {
  readonly way: WayName;
  /** Index into OWN_TEXTS. */
  readonly wording: number;
  /** log p of the same call. */
  readonly sameNats: number;
  /** Null: no right call was given. */
  readonly rightNats: number | null;
  readonly contextTokens: number;
  /** The greedy one first, then the samples in order; those that are there so far. */
  readonly written: readonly WrittenTurn[];
}

/** A value with the ends of what goes with it: a 95 % interval, or the range over wordings. */
export interface Spread {
  readonly mean: number;
  readonly low: number;
  readonly high: number;
}

/** One way over its wordings. */
export interface WaySummary {
  readonly way: WayName;
  readonly isAdvisable: boolean;
  readonly wordings: number;
  /** Sampled turns. Greedy ones are no draws: they are in no share and are counted apart. */
  readonly turns: number;
  /** How many sampled turns are of each sort. */
  readonly sorted: Readonly<Record<NextCall, number>>;
  /** How many greedy turns are of each sort. */
  readonly greedy: Readonly<Record<NextCall, number>>;
  /** Share of sampled turns that an agent's program could use, with Wilson's 95 % interval; null: none was written. */
  readonly usableShare: Spread | null;
  /** Share of sampled turns that make the same call again, likewise. */
  readonly sameShare: Spread | null;
  /** The usable share in single wordings: the lowest and the highest. */
  readonly usableOverWordings: Spread | null;
  /** log p of the same call over the wordings: mean, lowest, highest. */
  readonly sameNats: Spread;
  readonly rightNats: Spread | null;
}
