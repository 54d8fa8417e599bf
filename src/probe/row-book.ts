import type { ScoreRow } from '../records/index.ts';
import { PAPER_WORDING, type Wording } from '../transcript/index.ts';
import type { CandidateName } from './candidates.ts';
import { CONDITIONS, rowConditionOf, type ConditionName } from './conditions.ts';
import type { HideableName } from './requests.ts';

/** Rows of one model and one wording, looked up by what they are about. A later row replaces an earlier one. */
export interface RowBook {
  /** Item ids in the order in which their first row came in. */
  readonly itemIds: readonly string[];
  readonly find: (
    itemId: string,
    condition: ConditionName,
    candidate: CandidateName,
    hidden?: HideableName,
  ) => ScoreRow | null;
}

/** Files the rows of one model; rows of several models must be parted before. Rows of another wording are left out. */
export function rowBook(rows: readonly ScoreRow[], wording: Wording = PAPER_WORDING): RowBook {
  const conditionOfRow = new Map(
    CONDITIONS.map((condition) => [rowConditionOf(condition, wording), condition]),
  );
  // A few rows to a condition: looking through them is cheaper than a composed key for each of thousands of rows.
  const filed = new Map<string, Map<ConditionName, ScoreRow[]>>();
  for (const row of rows) {
    const condition = conditionOfRow.get(row.condition);
    if (condition === undefined) continue;
    const ofItem = emplaced(filed, row.item_id, () => new Map<ConditionName, ScoreRow[]>());
    const ofCondition = emplaced(ofItem, condition, () => []);
    const earlier = ofCondition.findIndex(
      ({ candidate, hidden }) => candidate === row.candidate && hidden === row.hidden,
    );
    if (earlier === -1) ofCondition.push(row);
    else ofCondition[earlier] = row;
  }
  return {
    itemIds: [...filed.keys()],
    find: (itemId, condition, candidate, hidden) =>
      filed
        .get(itemId)
        ?.get(condition)
        ?.find((row) => row.candidate === candidate && row.hidden === (hidden ?? null)) ?? null,
  };
}

function emplaced<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}
