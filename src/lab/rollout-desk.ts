import type { Result, TraceRow } from '../records/index.ts';
import { readRollouts, type ReadingAsked, type RolloutReading } from '../rollout/index.ts';
import { DeskWorker } from './desk-worker.ts';

/** A message is copied in one go: so many traces take a few milliseconds. */
const TRACES_A_MESSAGE = 100;

/**
 * Traces of a run and what they come to, reckoned in a desk worker. Where that cannot work, the page reckons itself:
 * slower, no less. One question at a time.
 */
export class RolloutDesk {
  readonly #desk = new DeskWorker();
  #traces: TraceRow[] = [];
  /** How many of them the worker has; null: it must begin anew. */
  #sent: number | null = null;

  add(traces: readonly TraceRow[]): void {
    this.#traces.push(...traces);
  }

  forget(): void {
    this.#traces = [];
    this.#sent = null;
  }

  async read(asked: ReadingAsked): Promise<Result<RolloutReading>> {
    const traces = this.#traces;
    const told = this.#desk.hasFailed
      ? null
      : await this.#desk.ask(async (door) => {
          if (this.#sent === null) await door.beginRollouts();
          let sent = this.#sent ?? 0;
          // Each is answered before the next is sent: the page has its turn in between.
          for (; sent < traces.length && traces === this.#traces; sent = this.#sent) {
            this.#sent = Math.min(traces.length, sent + TRACES_A_MESSAGE);
            await door.addRollouts(traces.slice(sent, this.#sent));
          }
          return door.readRollouts(asked);
        });
    return told ?? readRollouts(traces, asked);
  }
}
