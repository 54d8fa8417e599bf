import {
  CONDITIONS,
  FIRST_CONDITIONS,
  type CandidateScope,
  type ConditionName,
  type Showing,
} from '../probe/index.ts';
import { fail, ok, type LabError, type Recipe, type Result, type ScoreRow } from '../records/index.ts';
import type { Wording } from '../transcript/index.ts';
import { loadItemSet, readOwnItems, SHIPPED_ITEM_SETS, type ItemSet } from './item-sets.ts';
import type { RowStore, RunOpening, StoredRun } from './row-store.ts';
import { wordingOfRecipe, wordingOfSet } from './run-wording.ts';
import { storedRows } from './score-rows.ts';
import { unitsInSlices } from './sliced-units.ts';

/** An earlier run as it can be shown: what was asked, and every row that is kept of it. */
export interface OpenedRun {
  readonly stored: StoredRun;
  readonly opening: RunOpening;
  readonly itemSet: ItemSet;
  readonly conditions: readonly ConditionName[];
  readonly candidates: CandidateScope;
  /** Texts of the run's own; null: the set's. */
  readonly wording: Wording | null;
  readonly padded: Showing['padded'];
  readonly rows: readonly ScoreRow[];
  /** Scores of the run that are not kept: above zero, the run is shown as a part of itself. */
  readonly missing: number;
}

/** Opens an earlier run from storage; nothing is computed, no checkpoint is needed. */
export async function openStoredRun(store: RowStore, stored: StoredRun): Promise<Result<OpenedRun>> {
  const { opening } = stored;
  if (opening === undefined) return fail(KEPT_BY_FIRST_VERSION(stored));
  const itemSet = await itemSetOf(store, opening.itemSet);
  if (!itemSet.ok) return itemSet;
  const wording = wordingOfRecipe(opening.recipe.wording);
  if (!wording.ok) return wording;
  const conditions = conditionsOf(opening.recipe);
  const candidates = scopeOf(opening.recipe);
  const padded = new Map(Object.entries(opening.padded));
  const apart = await store.rowsApart(stored.runId);
  const rows =
    apart ??
    (await rowsOf(store, opening, itemSet.value, conditions, candidates, {
      wording: wording.value ?? wordingOfSet(itemSet.value.wording),
      padded,
    }));
  const plain = rows.filter(({ hidden }) => hidden === null).length;
  return ok({
    stored,
    opening,
    itemSet: itemSet.value,
    conditions,
    candidates,
    wording: wording.value,
    padded,
    rows,
    missing: Math.max(0, stored.unitsAll - plain),
  });
}

/** The item set with this hash: one that the page ships, or a file of the user that was kept with a run. */
export async function itemSetOf(
  store: RowStore,
  { name, sha256 }: RunOpening['itemSet'],
): Promise<Result<ItemSet>> {
  const shipped = SHIPPED_ITEM_SETS.find((set) => set.sha256 === sha256);
  if (shipped !== undefined) return loadItemSet(shipped);
  const kept = await store.itemFile(sha256);
  if (kept !== null) return readOwnItems(kept, name);
  return fail({
    kind: 'items-not-here',
    happened: `The items of this run (${name}) are neither part of the page nor kept in this browser.`,
    stillWorks: 'Other runs can be opened, and the rows of this one saved.',
    cure: `Open the item file ${name} first, then this run again.`,
    details: `sha256 ${sha256}`,
  });
}

/** The conditions of a recipe that this page knows, in the published order. */
export const conditionsOf = ({ conditions }: Recipe): readonly ConditionName[] =>
  conditions === null ? FIRST_CONDITIONS : CONDITIONS.filter((name) => conditions.includes(name));

export const scopeOf = ({ candidates }: Recipe): CandidateScope =>
  candidates === 'same-everywhere' ? 'same-everywhere' : 'published';

async function rowsOf(
  store: RowStore,
  { provenance }: RunOpening,
  { items }: ItemSet,
  conditions: readonly ConditionName[],
  candidates: CandidateScope,
  showing: Showing,
): Promise<readonly ScoreRow[]> {
  if (provenance === null) return [];
  const units = await unitsInSlices(items, conditions, showing, candidates);
  return storedRows(store, { model: provenance.checkpointName, identity: provenance }, units);
}

const KEPT_BY_FIRST_VERSION = ({ title, fragment }: StoredRun): LabError => ({
  kind: 'run-not-openable',
  happened: `The run ${title} was kept by an earlier version of this page, which did not note who computed it.`,
  stillWorks: 'Its scores are kept and found again by a run that asks for the same.',
  cure: 'Press Run with the same recipe: only what is missing is computed.',
  details: fragment,
});
