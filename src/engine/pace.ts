/** Tokens of the first pass, when nothing is known about the machine. */
const FIRST_PASS_TOKENS = 32;
/** A pass is at most this many times the largest one seen: guesses are not stretched far. */
const GROWTH = 4;
/** Beyond this a longer pass is no cheaper per token, and its score tensors grow with the square. */
const LARGEST_USEFUL_PASS = 1200;
/** The fixed part of a pass may be a fifth of it: b·n must be four times a. */
const WORK_PER_OVERHEAD = 4;
/** Before the first measurement silence is announced as if a token took this long. */
const UNKNOWN_MS_PER_TOKEN = 100;
/** Weight of older passes against the newest. */
const MEMORY = 0.9;
/** Pass sizes must spread this far (standard deviation over mean) before a and b can be told apart. */
const SPREAD_TO_FIT = 0.25;

/**
 * How long a pass takes, learned while the job runs: elapsed = a + b·n for n new tokens, by least squares in which
 * older passes fade. `a` is large when weights are converted on every run, and then passes must be long.
 */
export class Pace {
  #weight = 0;
  #tokens = 0;
  #ms = 0;
  #tokensSquared = 0;
  #tokensMs = 0;
  #largest = 0;
  /** a, milliseconds. */
  #overheadMs = 0;
  /** b, milliseconds a token; null before the first pass. */
  #msPerToken: number | null = null;

  /** A pass of so many new tokens took so long. */
  observe(tokens: number, elapsedMs: number): void {
    this.#weight = this.#weight * MEMORY + 1;
    this.#tokens = this.#tokens * MEMORY + tokens;
    this.#ms = this.#ms * MEMORY + elapsedMs;
    this.#tokensSquared = this.#tokensSquared * MEMORY + tokens * tokens;
    this.#tokensMs = this.#tokensMs * MEMORY + tokens * elapsedMs;
    this.#largest = Math.max(this.#largest, tokens);

    const meanTokens = this.#tokens / this.#weight;
    const meanMs = this.#ms / this.#weight;
    const variance = this.#tokensSquared / this.#weight - meanTokens ** 2;
    if (variance > (SPREAD_TO_FIT * meanTokens) ** 2) {
      const slope = (this.#tokensMs / this.#weight - meanTokens * meanMs) / variance;
      // A negative slope is noise: then all time is put down to the tokens.
      this.#overheadMs = slope > 0 ? Math.max(0, meanMs - slope * meanTokens) : 0;
    }
    this.#overheadMs = Math.min(this.#overheadMs, meanMs);
    this.#msPerToken = (meanMs - this.#overheadMs) / meanTokens;
  }

  /** Milliseconds that a pass of n new tokens is expected to take. */
  expectedMs(tokens: number): number {
    return this.#msPerToken === null
      ? tokens * UNKNOWN_MS_PER_TOKEN
      : this.#overheadMs + this.#msPerToken * tokens;
  }

  /** New tokens that fill the target, at least 1. */
  tokensFor(targetMs: number): number {
    if (this.#msPerToken === null) return FIRST_PASS_TOKENS;
    // A clock too coarse to see the pass gives b = 0; growth and the useful size bound it then.
    const perToken = Math.max(this.#msPerToken, 1e-6);
    const forTarget = Math.min((targetMs - this.#overheadMs) / perToken, LARGEST_USEFUL_PASS);
    const forOverhead = (WORK_PER_OVERHEAD * this.#overheadMs) / perToken;
    const grown = Math.max(this.#largest, FIRST_PASS_TOKENS) * GROWTH;
    return Math.max(1, Math.floor(Math.min(Math.max(forTarget, forOverhead), grown)));
  }
}
