/** What a press has done, in one sentence for the room's polite voice (LiveRegion.svelte). */
class News {
  /** Another object for each time it is said, though the words be the same. */
  latest = $state.raw<{ readonly sentence: string } | null>(null);

  tell(sentence: string): void {
    this.latest = { sentence };
  }

  /** What was said no longer holds: a reader who comes upon the voice later must not find it. */
  takeBack(sentence: string): void {
    if (this.latest?.sentence === sentence) this.latest = null;
  }
}

export const news = new News();
