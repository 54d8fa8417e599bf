/**
 * What was made of texts, for as long as they keep coming: the texts of a run are asked for in hundreds of transcripts,
 * and those of the run before never again. Holds at most `mostCharacters` of texts that were asked for lately, and as
 * many of those before them.
 */
export class RecentTexts<Made> {
  readonly #mostCharacters: number;
  #young = new Map<string, Made>();
  #old = new Map<string, Made>();
  #youngCharacters = 0;

  constructor(mostCharacters: number) {
    this.#mostCharacters = mostCharacters;
  }

  /** What `make` gave for this text, now or earlier. */
  of(text: string, make: (text: string) => Made): Made {
    const young = this.#young.get(text);
    if (young !== undefined) return young;
    const made = this.#old.get(text) ?? make(text);
    if (this.#youngCharacters + text.length > this.#mostCharacters) {
      this.#old = this.#young;
      this.#young = new Map();
      this.#youngCharacters = 0;
    }
    this.#young.set(text, made);
    this.#youngCharacters += text.length;
    return made;
  }
}
