import type { ScoreRow } from '../records/index.ts';
import type { CandidateName } from './candidates.ts';
import type { ConditionName } from './conditions.ts';
import type { HideableName } from './requests.ts';

/** Rows of one model, looked up by what they are about. A later row for the same thing replaces the earlier. */
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

/** Files the rows of one model; rows of several models must be parted before. */
export function rowBook(rows: readonly ScoreRow[]): RowBook {
  const filed = new Map<string, ScoreRow>();
  const itemIds = new Set<string>();
  for (const row of rows) {
    filed.set([row.item_id, row.condition, row.candidate, row.hidden ?? ''].join('\n'), row);
    itemIds.add(row.item_id);
  }
  return {
    itemIds: [...itemIds],
    find: (itemId, condition, candidate, hidden) =>
      filed.get([itemId, condition, candidate, hidden ?? ''].join('\n')) ?? null,
  };
}
