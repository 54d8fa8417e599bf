import type { StepRun } from '../../../lab/index.ts';
import type { StepView } from '../../../pasted-step/index.ts';

/** One text of the error, and what the checkpoint made of it. */
export interface ErrorTry {
  readonly error: string;
  readonly view: StepView;
  /** What it would write next; null: not written. */
  readonly written: string | null;
}

const kept = new WeakMap<StepRun, ErrorTries>();

/** The texts of the error that were measured for one call: an edit is seen beside what it was edited from. */
export class ErrorTries {
  list = $state.raw<readonly ErrorTry[]>([]);
  #of: string | null = null;

  /** They live as long as the run does: longer than a visit to the room. */
  static of(run: StepRun): ErrorTries {
    const known = kept.get(run);
    if (known !== undefined) return known;
    const made = new ErrorTries();
    kept.set(run, made);
    return made;
  }

  /** `of` names everything but the error’s text: with another call, cut or checkpoint the list begins anew. */
  note(of: string, made: ErrorTry): void {
    const others = this.#of === of ? this.list.filter(({ error }) => error !== made.error) : [];
    this.#of = of;
    this.list = [...others, made];
  }
}
