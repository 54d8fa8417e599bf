const ROWS_A_FRAME = 40;

/** How many of many rows stand in the page: a few at first, and on demand all, some more in every frame. */
export class GrowingCount {
  shown = $state(0);

  constructor(first: number) {
    this.shown = first;
  }

  /** Grows until the last of `all()` rows, which may themselves become more, is there. */
  growToAll(all: () => number): void {
    const grow = (): void => {
      this.shown = Math.min(all(), this.shown + ROWS_A_FRAME);
      if (this.shown < all()) requestAnimationFrame(grow);
      else this.shown = Infinity;
    };
    requestAnimationFrame(grow);
  }
}
