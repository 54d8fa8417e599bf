import type { ComputeOptions, TurnEvent } from '../src/engine/index.ts';
import type { Stage, WritingProgress } from './engine-door.ts';

/** Tiny models make hundreds of passes a second; nobody reads so many messages. */
const TELL_EVERY_MS = 250;

type Told =
  | { readonly kind: 'stage'; readonly stage: Stage }
  | { readonly kind: 'progress'; readonly progress: WritingProgress };

/** What turns cost while they are written, and who hears of it. Time is without waits at the gate. */
export class WritingWatch {
  readonly #compute: ComputeOptions;
  readonly #tell: (told: Told) => void;
  readonly #startedMs: number;
  #waitedMs = 0;
  #toldMs = 0;
  #counts = { computedTokens: 0, writtenTokens: 0, turns: 0, passes: 0 };

  constructor(compute: ComputeOptions, tell: (told: Told) => void) {
    this.#compute = compute;
    this.#tell = tell;
    this.#startedMs = compute.clock();
  }

  /** The gate that the session is to wait at. */
  readonly gate: ComputeOptions['gate'] = async () => {
    const arrivedMs = this.#compute.clock();
    const signal = await this.#compute.gate();
    this.#waitedMs += this.#compute.clock() - arrivedMs;
    return signal;
  };

  get progress(): WritingProgress {
    return { ...this.#counts, elapsedMs: this.#elapsedMs };
  }

  /** The watchdog hears of every pass that may take long, and of short ones often enough. */
  passBegins({ expectedMs, newTokens, pastTokens }: Extract<TurnEvent, { kind: 'pass' }>): void {
    const now = this.#elapsedMs;
    if (now - this.#toldMs >= TELL_EVERY_MS || expectedMs >= TELL_EVERY_MS) {
      this.#toldMs = now;
      this.#tell({ kind: 'stage', stage: { name: 'pass', expectedMs, newTokens, pastTokens } });
      this.#tell({ kind: 'progress', progress: this.progress });
    }
    this.#counts.computedTokens += newTokens;
    this.#counts.passes += 1;
  }

  turnEnded(tokens: number): void {
    this.#counts.writtenTokens += tokens;
    this.#counts.turns += 1;
  }

  get #elapsedMs(): number {
    return this.#compute.clock() - this.#startedMs - this.#waitedMs;
  }
}
