/** A checkpoint that has given no score by then is not ready in time for a class: the recorded run plays meanwhile. */
const READY_IN_TIME_MS = 20_000;
/** Cases of a recorded run appear one by one, as they would while it is computed. */
const NEXT_CASE_MS = 350;

/** Plays a recorded run, case by case, where nothing could be computed in time. */
export class RecordedPlay {
  /** Cases that are shown of each recorded run; 0: it is not played. */
  cases = $state(0);
  /** Also where the own run is still to come; else only where it failed. */
  isForAll = $state(false);
  #late: ReturnType<typeof setTimeout> | null = null;
  #next: ReturnType<typeof setInterval> | null = null;

  /** Nothing has been scored yet of a run that is on; tell it when that changes, too. */
  waits(isWaiting: boolean): void {
    if (isWaiting) this.#late ??= setTimeout(this.beginForAll, READY_IN_TIME_MS);
    else {
      if (this.#late !== null) clearTimeout(this.#late);
      this.#late = null;
    }
  }

  readonly beginForAll = (): void => {
    this.isForAll = true;
    this.begin();
  };

  readonly begin = (): void => {
    if (this.#next !== null || this.cases > 0) return;
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) {
      this.cases = Infinity;
      return;
    }
    this.cases = 1;
    this.#next = setInterval(() => {
      this.cases += 1;
    }, NEXT_CASE_MS);
  };

  end(): void {
    this.waits(false);
    if (this.#next !== null) clearInterval(this.#next);
    this.#next = null;
    this.cases = 0;
    this.isForAll = false;
  }
}
