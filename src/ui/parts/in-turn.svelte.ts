/** Between two parts: about a frame. A timer and not a frame, so that a page in the background keeps up, too. */
const NEXT_PART_MS = 16;

/**
 * A value that several parts of the page follow, one after the other: what is drawn from it never comes in one long
 * task, neither at first nor when it changes. Make it while a component is set up.
 */
export class InTurn<T extends object> {
  #slots = $state.raw<readonly (T | null)[]>([]);
  #newest: T | null = null;
  #timer: ReturnType<typeof setTimeout> | null = null;

  constructor(source: () => T, parts: number) {
    this.#slots = Array.from({ length: parts }, () => null);
    $effect(() => {
      this.#newest = source();
      this.#timer ??= setTimeout(this.#next, 0);
    });
    $effect(() => () => {
      if (this.#timer !== null) clearTimeout(this.#timer);
    });
  }

  /** What the part shows now; null: its first turn is to come. */
  of(part: number): T | null {
    return this.#slots[part] ?? null;
  }

  readonly #next = (): void => {
    const behind = this.#slots.findIndex((shown) => shown !== this.#newest);
    this.#timer = null;
    if (behind === -1) return;
    this.#slots = this.#slots.with(behind, this.#newest);
    this.#timer = setTimeout(this.#next, NEXT_PART_MS);
  };
}
