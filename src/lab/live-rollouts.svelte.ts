import type { LabError, TraceRow } from '../records/index.ts';
import type { HarnessName, RolloutReading } from '../rollout/index.ts';
import { FINAL_DRAWS, LIVE_DRAWS, PUBLISHED_SEED } from '../statistics/index.ts';
import { referenceAmong } from './rollout-choice.ts';
import { RolloutDesk } from './rollout-desk.ts';

/** Statistics a second, at most: they follow, they need not keep step. */
const READINGS_PER_SECOND = 1;

/** Traces of a run and what they say, while they arrive: reckoned in the desk worker, one answer at a time. */
export class LiveRollouts {
  /** Of all traces that were there when it was asked for; null: there is none. */
  reading = $state.raw<RolloutReading | null>(null);
  /** Why the newest traces cannot be summed up; the reading then stays that of earlier ones. */
  fault = $state.raw<LabError | null>(null);

  readonly #desk = new RolloutDesk();
  readonly #harnesses: () => readonly HarnessName[];
  #traces = 0;
  #draws = LIVE_DRAWS;
  #generation = 0;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #isStale = false;
  #isReading = false;
  #done: Promise<void> = Promise.resolve();

  constructor(harnesses: () => readonly HarnessName[]) {
    this.#harnesses = harnesses;
  }

  /** Each trace once. */
  add(traces: readonly TraceRow[]): void {
    if (traces.length === 0) return;
    this.#traces += traces.length;
    this.#draws = LIVE_DRAWS;
    this.#desk.add(traces);
    this.#timer ??= setTimeout(() => void this.read(), 1000 / READINGS_PER_SECOND);
  }

  /** The run is over: from now on with the final number of draws. Resolves when everything has been read. */
  settle(): Promise<void> {
    this.#draws = FINAL_DRAWS;
    return this.read();
  }

  /** Reads what is there now. Resolves when it, and whatever came meanwhile, has been read. */
  read(): Promise<void> {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    this.#isStale = true;
    if (!this.#isReading) this.#done = this.#readAll();
    return this.#done;
  }

  /** Forgets all traces at once. */
  clear(): void {
    this.#generation += 1;
    this.#traces = 0;
    this.#draws = LIVE_DRAWS;
    this.#desk.forget();
    this.reading = null;
    this.fault = null;
  }

  async #readAll(): Promise<void> {
    this.#isReading = true;
    while (this.#isStale) {
      this.#isStale = false;
      // The desk and its script are not fetched before there is something to sum up.
      if (this.#traces === 0) continue;
      const generation = this.#generation;
      const harnesses = this.#harnesses();
      const answer = await this.#desk.read({
        harnesses,
        reference: referenceAmong(harnesses),
        bootstrap: { draws: this.#draws, seed: PUBLISHED_SEED },
      });
      if (generation !== this.#generation) continue;
      this.fault = answer.ok ? null : answer.error;
      if (answer.ok) this.reading = answer.value;
    }
    this.#isReading = false;
  }
}
