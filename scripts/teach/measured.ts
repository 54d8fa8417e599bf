import {
  outcomeOf,
  type CaseOutcome,
  type MistakeClass,
  type Outcome,
  type ProbeItem,
} from '../../src/probe/index.ts';
import { FINAL_DRAWS, PUBLISHED_SEED } from '../../src/statistics/index.ts';
import type { RecordedRun } from '../../src/ui/probe/recorded-run.ts';
import { recordedCases } from '../../src/ui/training-data/recorded-cases.ts';
import type { Subject } from '../../src/ui/training-data/training-presets.ts';

/** A frozen set as the manifest knows it. */
export interface FrozenSet {
  readonly name: string;
  readonly sha256: string;
  readonly items: readonly ProbeItem[];
}

/** What a recorded run gives for a checkpoint under a condition. */
export interface Measured {
  readonly subject: Subject;
  readonly run: RecordedRun;
  readonly cases: readonly CaseOutcome[];
  readonly outcome: Outcome;
}

/** The recorded runs of a set, by checkpoint. */
export type RunsOfSet = ReadonlyMap<string, RecordedRun>;

export const recordName = (checkpointId: string, set: string): string => `${checkpointId}.${set}.json`;

/**
 * Every subject as the page would count it. Throws one error that names every fault: a record that is missing, of
 * another edition of the set or of other weights, or that does not hold every item.
 */
export function measuredOf(
  subjects: readonly Subject[],
  runs: RunsOfSet,
  set: FrozenSet,
): readonly Measured[] {
  const faults: string[] = [];
  const measured = subjects.flatMap((subject): readonly Measured[] => {
    const run = runs.get(subject.checkpointId);
    const file = recordName(subject.checkpointId, set.name);
    const fault = (what: string): readonly Measured[] => {
      faults.push(`${file}: ${what}`);
      return [];
    };
    if (run === undefined) return fault('there is no such record');
    if (run.provenance.checkpointId !== subject.checkpointId)
      return fault(`is a record of ${run.provenance.checkpointId}`);
    if (run.itemSet.sha256 !== set.sha256) return fault('was made with another edition of the set');
    const cases = recordedCases(run, set.items, subject.condition);
    if (cases.length < set.items.length)
      return fault(`${subject.condition} is known of ${cases.length} of ${set.items.length} items`);
    return [{ subject, run, cases, outcome: outcomeOfAll(cases) }];
  });
  if (faults.length > 0) throw new Error([...new Set(faults)].join('\n'));
  return measured;
}

/** The same of the mistakes of one class alone. */
export const outcomeOfClass = ({ cases }: Measured, mistake: MistakeClass): Outcome =>
  outcomeOfAll(cases.filter((one) => one.mistake === mistake));

/** As the page counts a run that has ended: with the published draws and seed. */
function outcomeOfAll(cases: readonly CaseOutcome[]): Outcome {
  const read = outcomeOf(cases, { draws: FINAL_DRAWS, seed: PUBLISHED_SEED });
  if (!read.ok) throw new Error(`${read.error.happened} ${read.error.details}`);
  return read.value;
}
