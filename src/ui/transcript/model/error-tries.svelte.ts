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
  #list = $state.raw<readonly ErrorTry[]>([]);
  #of = $state.raw<object | null>(null);

  /** They live as long as the run does: longer than a visit to the room. */
  static of(run: StepRun): ErrorTries {
    const known = kept.get(run);
    if (known !== undefined) return known;
    const made = new ErrorTries();
    kept.set(run, made);
    return made;
  }

  /** Those of one subject of the run; of another call, log, cut or checkpoint there are none yet. */
  listOf(subject: object): readonly ErrorTry[] {
    return this.#of === subject ? this.#list : [];
  }

  /** With another subject the list begins anew. */
  note(subject: object, made: ErrorTry): void {
    const others = this.listOf(subject).filter(({ error }) => error !== made.error);
    this.#of = subject;
    this.#list = [...others, made];
  }
}
