/**
 * A value that several parts of the page follow, one part a frame: what is drawn from it never comes in one long task,
 * neither at first nor when it changes. Make it while a component is set up.
 */
export class InTurn<T extends object> {
  #slots = $state.raw<readonly (T | null)[]>([]);
  #newest: T | null = null;
  #frame: number | null = null;

  constructor(source: () => T, parts: number) {
    this.#slots = Array.from({ length: parts }, () => null);
    $effect(() => {
      this.#newest = source();
      this.#frame ??= requestAnimationFrame(this.#next);
    });
    $effect(() => () => {
      if (this.#frame !== null) cancelAnimationFrame(this.#frame);
    });
  }

  /** What the part shows now; null: its first turn is to come. */
  of(part: number): T | null {
    return this.#slots[part] ?? null;
  }

  readonly #next = (): void => {
    const behind = this.#slots.findIndex((shown) => shown !== this.#newest);
    this.#frame = null;
    if (behind === -1) return;
    this.#slots = this.#slots.with(behind, this.#newest);
    this.#frame = requestAnimationFrame(this.#next);
  };
}
