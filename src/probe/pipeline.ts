import type { ScoreRequest } from '../engine/index.ts';
import {
  scoreRow,
  unitKeyMaker,
  type LabError,
  type ScoreRow,
  type ScorerIdentity,
  type UnitScores,
} from '../records/index.ts';
import { LIVE_DRAWS, PUBLISHED_SEED } from '../statistics/index.ts';
import { PAPER_WORDING, type Wording } from '../transcript/index.ts';
import type { CandidateScope } from './candidates.ts';
import { PAPER_SHOWING, type ConditionName, type Showing } from './conditions.ts';
import type { ProbeItem } from './item.ts';
import { itemMeasures, type ItemMeasures } from './measures.ts';
import { probeUnits, type ProbeUnit } from './requests.ts';
import { summarise, type ProbeSummary } from './summary.ts';

/**
 * The probe's lane, top to bottom:
 *
 *   items → units (what to score) → requests → scores → rows → measures → summary
 *
 * The model is an argument: `score` answers requests in any order, as they finish.
 */
export async function probe(
  items: readonly ProbeItem[],
  conditions: readonly ConditionName[],
  scorer: Scorer,
  score: (requests: readonly ScoreRequest[], onScored: (scored: Scored) => void) => Promise<void>,
  showing: Showing = PAPER_SHOWING,
  scope: CandidateScope = 'published',
): Promise<ProbeRun> {
  const work = workOf(probeUnits(items, conditions, showing, scope), scorer, []);
  const rows: ScoreRow[] = [...work.known];
  const errors: LabError[] = [];
  await score(work.requests, (scored) => {
    const row = work.rowOf(scored);
    if (row.ok) rows.push(row.value);
    else errors.push(row.error);
  });
  const read = readRun(items, rows, conditions, LIVE_DRAWS, showing.wording);
  return { rows, ...read, errors: [...errors, ...read.errors] };
}

/** Rows of one wording → measures → summary; what a page redraws while rows arrive. */
export function readRun(
  items: readonly ProbeItem[],
  rows: readonly ScoreRow[],
  conditions: readonly ConditionName[],
  draws: number = LIVE_DRAWS,
  wording: Wording = PAPER_WORDING,
): Pick<ProbeRun, 'measures' | 'summary' | 'errors'> {
  const measures = itemMeasures(items, rows, wording);
  const summary = summarise(measures, conditions, { draws, seed: PUBLISHED_SEED });
  return summary.ok
    ? { measures, summary: summary.value, errors: [] }
    : { measures, summary: null, errors: [summary.error] };
}

/** What is left to do when some rows are stored already, and how to turn an answer into its row. */
export function workOf(units: readonly ProbeUnit[], scorer: Scorer, stored: readonly ScoreRow[]): ProbeWork {
  const storedByKey = new Map(stored.map((row) => [row.unit_key, row]));
  const keyOf = unitKeyMaker(scorer.identity);
  const named = units.map((unit) => ({ unit, key: keyOf(unit.request) }));
  const byId = new Map(named.map(({ unit, key }) => [unit.request.id, { unit, key }]));
  const known: ScoreRow[] = [];
  const requests: ScoreRequest[] = [];
  for (const { unit, key } of named) {
    const row = storedByKey.get(key);
    if (row === undefined) requests.push(unit.request);
    // A key stands for content: the row may have been scored for a sibling that asks the same.
    else known.push({ ...row, ...namesOf(unit, scorer) });
  }
  return {
    known,
    requests,
    rowOf: (scored) => {
      const entry = byId.get(scored.id);
      if (entry === undefined) return { ok: false, error: strangerError(scored.id) };
      const { unit, key } = entry;
      return scoreRow(
        {
          model: scorer.model,
          itemId: unit.itemId,
          condition: unit.rowCondition,
          candidate: unit.candidate,
          hidden: unit.hidden,
          unitKey: key,
        },
        scored,
      );
    },
  };
}

/** Who scores: the name rows carry, and the identity their keys are made from. */
export interface Scorer {
  readonly model: string;
  readonly identity: ScorerIdentity;
}

/** The engine's answer to one request. */
export type Scored = UnitScores & { readonly id: string };

export interface ProbeWork {
  /** Rows for units that were scored before. */
  readonly known: readonly ScoreRow[];
  /** What must still be scored. */
  readonly requests: readonly ScoreRequest[];
  /** The row that answers a request of this work; an answer to anything else is an error. */
  readonly rowOf: (scored: Scored) => ReturnType<typeof scoreRow>;
}

export interface ProbeRun {
  readonly rows: readonly ScoreRow[];
  readonly errors: readonly LabError[];
  readonly measures: readonly ItemMeasures[];
  /** Null: the rows cannot be summed up; the reason is among the errors. */
  readonly summary: ProbeSummary | null;
}

const namesOf = (
  unit: ProbeUnit,
  scorer: Scorer,
): Pick<ScoreRow, 'model' | 'item_id' | 'condition' | 'candidate' | 'hidden'> => ({
  model: scorer.model,
  item_id: unit.itemId,
  condition: unit.rowCondition,
  candidate: unit.candidate,
  hidden: unit.hidden,
});

const strangerError = (id: string): LabError => ({
  kind: 'score-unasked',
  happened: 'The engine answered a question that was not asked in this run.',
  stillWorks: 'Rows that were finished before are kept and stay valid.',
  cure: 'Start the run again. If it happens again, take the details below and report them.',
  details: id,
});
