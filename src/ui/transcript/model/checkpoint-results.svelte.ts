import type { StepRun } from '../../../lab/index.ts';
import type { Advice, AskedStep, StepView } from '../../../pasted-step/index.ts';
import { sha256OfText } from '../../../records/index.ts';

/** What one checkpoint made of the step that is looked at. */
export interface CheckpointResult {
  readonly id: string;
  readonly name: string;
  readonly keptTokens: number | null;
  readonly view: StepView;
  /** Null: the ways were not compared. */
  readonly advice: Advice | null;
}

const kept = new WeakMap<StepRun, CheckpointResults>();

/** One session is held at a time: what other checkpoints made of the same step is remembered beside it. */
export class CheckpointResults {
  list = $state.raw<readonly CheckpointResult[]>([]);
  #of: string | null = null;

  /** They live as long as the run does: longer than a visit to the room. */
  static of(run: StepRun): CheckpointResults {
    const known = kept.get(run);
    if (known !== undefined) return known;
    const made = new CheckpointResults();
    kept.set(run, made);
    return made;
  }

  /** With another step, error or cut the list begins anew; a log that differs only in its words is another step, too. */
  note({ step, cut }: Pick<AskedStep, 'step' | 'cut'>, made: CheckpointResult): void {
    // No more of a log is held than is needed to tell it from another.
    const of = sha256OfText(JSON.stringify([step, cut]));
    const known = this.#of === of ? this.list : [];
    const place = known.findIndex(({ id }) => id === made.id);
    this.#of = of;
    this.list = place === -1 ? [...known, made] : known.with(place, made);
  }
}
