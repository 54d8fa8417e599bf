import type { StepPart, StepRun } from '../../../lab/index.ts';
import type { AskedStep } from '../../../pasted-step/index.ts';
import type { LabError } from '../../../records/index.ts';
import { pressCost } from '../../probe/press-cost.ts';
import { runProgress, type RunProgress } from '../../probe/run-progress.ts';
import type { Activity } from '../../probe/run-standing.svelte.ts';
import { doingWords, isSamePart, partActivity, runWords } from './part-words.ts';
import { guessedStepTokens } from './step-cost.ts';

/** What is on the page of one step: its parts can be measured one at a time. */
export interface PartDeskInput {
  readonly run: StepRun;
  readonly asked: AskedStep | null;
  /** Why nothing can be asked of the checkpoint; null: it can. */
  readonly hindrance: string | null;
}

/** What the controls of all parts agree on: what is on, what waits, what it costs, and where something went wrong. */
export class PartDesk {
  readonly #input: () => PartDeskInput;
  /** What was pressed last: an error is said there. */
  #pressed = $state.raw<StepPart | null>(null);
  /** Of which question other sizes of the context were looked for: before that nobody knows whether there are any. */
  #sizesOf = $state.raw<AskedStep | null>(null);

  constructor(input: () => PartDeskInput) {
    this.#input = input;
  }

  get run(): StepRun {
    return this.#input().run;
  }

  /** Scores and turns of a part that are not there yet. */
  left(part: StepPart): number {
    const { run, asked } = this.#input();
    if (asked === null) return 0;
    const { requests } = run.cost(part);
    const isUnknown = part === 'cuts' && run.cuts.length === 0 && this.#sizesOf !== run.asked;
    return isUnknown ? Math.max(1, requests) : requests;
  }

  isOn(part: StepPart): boolean {
    const { run } = this.#input();
    return run.busy && isSamePart(run.part ?? this.#pressed, part);
  }

  activity(part: StepPart): Activity {
    const { run } = this.#input();
    return partActivity(run.status.kind, this.isOn(part), this.left(part) === 0);
  }

  /** Why a part cannot be pressed now; null: it can. */
  hindrance(part: StepPart): string | null {
    const { run, hindrance } = this.#input();
    if (hindrance !== null) return hindrance;
    if (run.busy && !this.isOn(part))
      return run.status.kind === 'paused'
        ? 'Something else of this step is paused: go on with it, or cancel it first.'
        : 'Something else of this step is being measured.';
    return null;
  }

  label(part: StepPart, hasSome: boolean): string {
    const { status } = this.run;
    if (this.left(part) === 0) return 'Measured';
    if (status.kind === 'failed' && isSamePart(this.#pressed, part)) return 'Try again';
    return hasSome ? `Go on: ${this.left(part)} left` : runWords(part);
  }

  /** What the press costs, in words. */
  cost(part: StepPart): string {
    const { run, asked } = this.#input();
    if (asked === null || run.checkpoint === null || this.left(part) === 0) return '';
    const { checkpoint, threads, provenance, fit } = run;
    const { tokens } = run.cost(part);
    const guessed = guessedStepTokens(part, asked, fit?.keptTokens ?? null);
    return pressCost({
      ...{ checkpoint, threads, provenance },
      // Nothing of what is known is left: what is not known yet is reckoned.
      tokens: tokens === null || tokens === 0 ? guessed : Math.min(tokens, guessed),
      speedName: checkpoint.id,
      lead: 'About',
    });
  }

  progress(part: StepPart): RunProgress | null {
    if (!this.isOn(part)) return null;
    const { status, preparing, secondsLeft, done, all } = this.run;
    return runProgress(
      { status, activity: this.activity(part), preparing, secondsLeft },
      {
        label: doingWords(part),
        fraction: all === 0 ? null : Math.min(1, done / all),
        left: all === 0 ? doingWords(part) : `${done} of ${all}`,
      },
    );
  }

  /** What went wrong when this part was pressed. */
  error(part: StepPart): LabError | null {
    const { status } = this.run;
    return status.kind === 'failed' && isSamePart(this.#pressed, part) ? status.error : null;
  }

  press(part: StepPart): void {
    this.#pressed = part;
    const { run } = this;
    const { asked } = run;
    void run.run(part).then(() => {
      if (part === 'cuts' && run.status.kind === 'finished') this.#sizesOf = asked;
    });
  }
}
