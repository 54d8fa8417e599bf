import type { Twin } from '../../lab/index.ts';
import {
  casesUnder,
  outcomeOf,
  type CaseOutcome,
  type MistakeClass,
  type Outcome,
} from '../../probe/index.ts';
import type { LabError } from '../../records/index.ts';
import { FINAL_DRAWS, LIVE_DRAWS, PUBLISHED_SEED } from '../../statistics/index.ts';
import { recordedRuns } from '../probe/recorded-shelf.svelte.ts';
import { recordedCases } from './recorded-cases.ts';
import type { RecordedPlay } from './recorded-play.svelte.ts';
import { trainingDesk } from './training-desk.svelte.ts';
import type { Subject } from './training-presets.ts';

/** What is known of a subject now: computed here, or recorded earlier where it could not be. */
export interface SubjectNow {
  readonly subject: Subject;
  readonly twin: Twin | null;
  readonly cases: readonly CaseOutcome[];
  readonly outcome: Outcome;
  readonly byMistake: Readonly<Record<MistakeClass, Outcome>>;
  readonly isRecorded: boolean;
}

const CLASSES = ['form', 'value'] as const satisfies readonly MistakeClass[];

/** Everything that cards, figures and words are made of, from the same rows. */
export class SubjectsNow {
  readonly #play: RecordedPlay;
  /** Few draws while items arrive, many once the run is over. */
  readonly draws = $derived(trainingDesk.run?.isOn === true ? LIVE_DRAWS : FINAL_DRAWS);
  readonly #read = $derived.by(() => trainingDesk.choice.subjects.map((subject) => this.#now(subject)));
  readonly all = $derived<readonly SubjectNow[]>(this.#read.flatMap(({ now }) => now ?? []));
  /** Why something could not be summed up; null: everything was. */
  readonly fault = $derived<LabError | null>(this.#read.find(({ error }) => error !== null)?.error ?? null);
  /** A recorded run is at hand for a subject that has nothing of its own. */
  readonly canPlay = $derived(
    this.all.some(({ subject, cases, isRecorded }) => {
      return (isRecorded || cases.length === 0) && this.recordedOf(subject).length > 0;
    }),
  );

  constructor(play: RecordedPlay) {
    this.#play = play;
  }

  /** Our recorded cases; empty before a prediction is committed to, and where none were recorded of these weights. */
  recordedOf({ checkpointId, condition }: Subject): readonly CaseOutcome[] {
    const { itemSet, prediction, run } = trainingDesk;
    if (itemSet === null || prediction.state === 'open') return [];
    const recorded = recordedRuns.numbers(checkpointId, itemSet);
    if (recorded === null) return [];
    const loaded = run?.twins.find(({ id }) => id === checkpointId)?.provenance ?? null;
    if (loaded !== null && loaded.checkpointSha256 !== recorded.provenance.checkpointSha256) return [];
    return recordedCases(recorded, itemSet.items, condition);
  }

  #now(subject: Subject): { readonly now: SubjectNow | null; readonly error: LabError | null } {
    const { run } = trainingDesk;
    const twin = run?.twins.find(({ id }) => id === subject.checkpointId) ?? null;
    const live = run === null || twin === null ? [] : casesUnder(run.measuresOf(twin), subject.condition);
    const isWanted = live.length === 0 && (this.#play.isForAll || twin?.status.kind === 'failed');
    const recorded = isWanted ? this.recordedOf(subject).slice(0, this.#play.cases) : [];
    const cases = live.length > 0 ? live : recorded;
    const options = { draws: this.draws, seed: PUBLISHED_SEED };
    const outcome = outcomeOf(cases, options);
    if (!outcome.ok) return { now: null, error: outcome.error };
    const byMistake: Partial<Record<MistakeClass, Outcome>> = {};
    for (const name of CLASSES) {
      const part = outcomeOf(
        cases.filter(({ mistake }) => mistake === name),
        options,
      );
      if (!part.ok) return { now: null, error: part.error };
      byMistake[name] = part.value;
    }
    const { form, value } = byMistake as Record<MistakeClass, Outcome>; // both were just put there
    return {
      now: {
        subject,
        twin,
        cases,
        outcome: outcome.value,
        byMistake: { form, value },
        isRecorded: recorded.length > 0,
      },
      error: null,
    };
  }
}
