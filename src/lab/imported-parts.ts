import {
  CONDITIONS,
  rowConditionOf,
  type CandidateScope,
  type ConditionName,
  type ProbeItem,
  type ProbeUnit,
  type Showing,
} from '../probe/index.ts';
import {
  DEFAULT_RECIPE,
  readHiddenName,
  unitKeyMaker,
  type LineFinding,
  type Provenance,
  type ReadRows,
  type Recipe,
  type ScoreRow,
} from '../records/index.ts';
import { PAPER_WORDING } from '../transcript/index.ts';
import { unitsOfHiddenRows } from './hidden-rows.ts';
import type { ItemSet } from './item-sets.ts';
import { PageBreath } from './page-breath.ts';
import { recipeOfWording, wordingOfSet } from './run-wording.ts';
import { unitsAsked, unitsInSlices } from './sliced-units.ts';

/** Rows of one model by one scorer. */
export interface RowsPart {
  readonly model: string;
  readonly rows: readonly ScoreRow[];
  /** The known scorer whose keys the rows have; null: another checkpoint, engine version, item text or wording. */
  readonly provenance: Provenance | null;
  readonly conditions: readonly ConditionName[];
  readonly scope: CandidateScope;
  readonly showing: Showing;
  /** Scores of a whole run of these conditions. */
  readonly unitsAll: number;
  readonly recipeFor: (itemSet: ItemSet) => Recipe;
}

/**
 * Parts rows by who scored them: a row's key is a hash of its content and its scorer, so it is made again for every
 * scorer that is known. Rows about other items, shown with other texts, or about the same as an earlier one are named
 * by their line and left out.
 */
export async function partsOfRows(
  { rows, lines }: Pick<ReadRows, 'rows' | 'lines'>,
  items: readonly ProbeItem[],
  showings: readonly Showing[],
  known: readonly Provenance[],
): Promise<{ readonly parts: readonly RowsPart[]; readonly findings: readonly LineFinding[] }> {
  const showing = bestShowing(rows, showings);
  const conditionOf = conditionsByRowName(showing);
  const ids = new Set(items.map(({ item_id }) => item_id));
  const hiddenUnits = await unitsOfHiddenRows(rows, items, conditionOf, showing);
  const hiddenNames = new Set(hiddenUnits.map(nameOfUnit));
  const findings: LineFinding[] = [];
  const taken: ScoreRow[] = [];
  const lineOfRow = new Map<string, number>();
  for (const [index, row] of rows.entries()) {
    const line = lines[index] ?? index + 1;
    if (!ids.has(row.item_id))
      findings.push({ line, field: 'item_id', what: `${row.item_id} is not among the items chosen` });
    else if (!conditionOf.has(row.condition))
      findings.push({ line, field: 'condition', what: `${row.condition} was shown with other texts` });
    else if (isOfWord(row.hidden) && !hiddenNames.has(nameOfRow(row)))
      findings.push({ line, field: 'hidden', what: `${row.hidden} is not in what the item shows` });
    else {
      const about = JSON.stringify([row.model, row.item_id, row.condition, row.candidate, row.hidden]);
      const first = lineOfRow.get(about);
      if (first === undefined) {
        lineOfRow.set(about, line);
        taken.push(row);
      } else findings.push({ line, field: null, what: `is about the same as line ${first}, which is used` });
    }
  }
  const scorerOf = await scorersOf(taken, items, showing, known, hiddenUnits);
  const byScorer = new Map<string, { readonly provenance: Provenance | null; readonly rows: ScoreRow[] }>();
  for (const row of taken) {
    const provenance = scorerOf(row);
    const name = JSON.stringify([row.model, provenance === null ? null : known.indexOf(provenance)]);
    const part = byScorer.get(name) ?? { provenance, rows: [] };
    part.rows.push(row);
    byScorer.set(name, part);
  }
  const parts = [...byScorer.values()].map(({ provenance, rows: own }): RowsPart => {
    const asked = new Set(own.map((row) => conditionOf.get(row.condition)));
    const conditions = CONDITIONS.filter((name) => asked.has(name));
    const scope = scopeIn(own, conditionOf);
    return {
      model: own[0]?.model ?? '',
      rows: own,
      provenance,
      conditions,
      scope,
      showing,
      unitsAll: unitsAsked(items, conditions, scope),
      recipeFor: ({ name, sha256, wording }) => ({
        ...DEFAULT_RECIPE,
        itemSet: { name, sha256 },
        conditions,
        candidates: scope === 'published' ? null : scope,
        wording: showing.wording === wordingOfSet(wording) ? null : recipeOfWording(showing.wording),
      }),
    };
  });
  return { parts, findings };
}

/** The texts under which most rows have a known condition: a row names its texts by their hash. */
function bestShowing(rows: readonly ScoreRow[], showings: readonly Showing[]): Showing {
  let best: Showing = { wording: PAPER_WORDING, padded: new Map() };
  let most = -1;
  for (const showing of showings) {
    const names = conditionsByRowName(showing);
    const fitting = rows.filter(({ condition }) => names.has(condition)).length;
    if (fitting > most) [best, most] = [showing, fitting];
  }
  return best;
}

const conditionsByRowName = ({ wording }: Showing): ReadonlyMap<string, ConditionName> =>
  new Map(CONDITIONS.map((condition) => [rowConditionOf(condition, wording), condition]));

/** The other wrong calls stand everywhere, or before and after the error only. */
const scopeIn = (
  rows: readonly ScoreRow[],
  conditionOf: ReadonlyMap<string, ConditionName>,
): CandidateScope =>
  rows.some(
    ({ condition, candidate }) =>
      candidate.startsWith('distractor') && !['pre', 'fail'].includes(conditionOf.get(condition) ?? 'pre'),
  )
    ? 'same-everywhere'
    : 'published';

/** For each row the first known scorer whose key it has; null: none. */
async function scorersOf(
  rows: readonly ScoreRow[],
  items: readonly ProbeItem[],
  showing: Showing,
  known: readonly Provenance[],
  hiddenUnits: readonly ProbeUnit[],
): Promise<(row: ScoreRow) => Provenance | null> {
  const breath = new PageBreath();
  const wanted = new Set(rows.map(({ item_id }) => item_id));
  const chosen = items.filter(({ item_id }) => wanted.has(item_id));
  const units = new Map<string, ProbeUnit>();
  const plain = await unitsInSlices(chosen, CONDITIONS, showing, 'same-everywhere');
  for (const some of [plain, hiddenUnits]) for (const unit of some) units.set(nameOfUnit(unit), unit);
  const makers = known.map((provenance) => ({ provenance, keyOf: unitKeyMaker(provenance) }));
  const found = new Map<ScoreRow, Provenance>();
  const lastOfModel = new Map<string, Provenance>();
  const untold: ScoreRow[] = [];
  for (const row of rows) {
    const unit = units.get(nameOfRow(row));
    if (unit === undefined) {
      untold.push(row);
      continue;
    }
    // Most rows of a file are by the scorer of the row before: it is asked first.
    const by = makers.find(({ keyOf }) => keyOf(unit.request) === row.unit_key);
    if (by !== undefined) {
      found.set(row, by.provenance);
      lastOfModel.set(row.model, by.provenance);
      makers.sort((one, other) => Number(other === by) - Number(one === by));
    }
    if (breath.due) await breath.take();
  }
  // Padded texts that are not kept here cannot be hashed: such rows stay with the others of their model.
  for (const row of untold) {
    const by = lastOfModel.get(row.model);
    if (by !== undefined) found.set(row, by);
  }
  return (row) => found.get(row) ?? null;
}

/** A word of a transcript, or the control beside it. */
const isOfWord = (hidden: string | null): hidden is string =>
  hidden !== null && readHiddenName(hidden)?.kind !== 'part';

const nameOfUnit = ({ itemId, rowCondition, candidate, hidden }: ProbeUnit): string =>
  JSON.stringify([itemId, rowCondition, candidate, hidden]);

const nameOfRow = ({ item_id, condition, candidate, hidden }: ScoreRow): string =>
  JSON.stringify([item_id, condition, candidate, hidden]);
