import type { ScoreRow } from '../records/index.ts';
import { PAPER_WORDING, type Wording } from '../transcript/index.ts';
import type { CandidateName } from './candidates.ts';
import { CONDITIONS, rowConditionOf, type ConditionName } from './conditions.ts';
import type { HiddenName } from './hiding.ts';

/** Rows of one model and one wording, looked up by what they are about. A later row replaces an earlier one. */
export interface RowBook {
  /** Item ids in the order in which their first row came in. */
  readonly itemIds: readonly string[];
  readonly find: (
    itemId: string,
    condition: ConditionName,
    candidate: CandidateName,
    hidden?: HiddenName,
  ) => ScoreRow | null;
}

/** Files the rows of one model; rows of several models must be parted before. Rows of another wording are left out. */
export function rowBook(rows: readonly ScoreRow[], wording: Wording = PAPER_WORDING): RowBook {
  const conditionOfRow = new Map(
    CONDITIONS.map((condition) => [rowConditionOf(condition, wording), condition]),
  );
  const filed = new Map<string, Map<ConditionName, Filed>>();
  for (const row of rows) {
    const condition = conditionOfRow.get(row.condition);
    if (condition === undefined) continue;
    const ofItem = emplaced(filed, row.item_id, () => new Map<ConditionName, Filed>());
    const { plain, hidden } = emplaced(ofItem, condition, () => ({ plain: [], hidden: new Map() }));
    if (row.hidden !== null) {
      hidden.set(keyOf(row.candidate, row.hidden), row);
      continue;
    }
    const earlier = plain.findIndex(({ candidate }) => candidate === row.candidate);
    if (earlier === -1) plain.push(row);
    else plain[earlier] = row;
  }
  return {
    itemIds: [...filed.keys()],
    find: (itemId, condition, candidate, name) => {
      const found = filed.get(itemId)?.get(condition);
      return (
        (name === undefined
          ? found?.plain.find((row) => row.candidate === candidate)
          : found?.hidden.get(keyOf(candidate, name))) ?? null
      );
    },
  };
}

/** Rows of one item and condition. */
interface Filed {
  /** A handful: looking through them is cheaper than a composed key for each of thousands of rows. */
  readonly plain: ScoreRow[];
  /** One for each word that was hidden. */
  readonly hidden: Map<string, ScoreRow>;
}

const keyOf = (candidate: string, hidden: string): string => `${candidate} ${hidden}`;

function emplaced<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}
