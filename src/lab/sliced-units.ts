import {
  candidatesUnder,
  probeUnits,
  type CandidateScope,
  type ConditionName,
  type ProbeItem,
  type ProbeUnit,
  type Showing,
} from '../probe/index.ts';
import { unitKeyMaker, type ScoredContent, type ScorerIdentity } from '../records/index.ts';
import { PageBreath } from './page-breath.ts';

/** How many units a run asks, without building them; `neut_pad` counts for every item. */
export function unitsAsked(
  items: readonly ProbeItem[],
  conditions: readonly ConditionName[],
  scope: CandidateScope,
): number {
  let units = 0;
  for (const item of items)
    for (const condition of conditions)
      if (condition !== 'fail_other' || item.distractors.length > 0)
        units += candidatesUnder(item, condition, scope).length;
  return units;
}

/** Keeps the units that were built last: asked the same again, a run finds them with their keys. */
export class UnitShelf {
  #built: { readonly asked: Parameters<typeof unitsInSlices>; readonly units: readonly ProbeUnit[] } | null =
    null;

  async unitsFor(...asked: Parameters<typeof unitsInSlices>): Promise<readonly ProbeUnit[]> {
    if (this.#built !== null && isSame(this.#built.asked, asked)) return this.#built.units;
    const units = await unitsInSlices(...asked);
    this.#built = { asked, units };
    return units;
  }
}

const isSame = (
  [items, conditions, showing, scope]: Parameters<typeof unitsInSlices>,
  other: Parameters<typeof unitsInSlices>,
): boolean =>
  items === other[0] &&
  conditions === other[1] &&
  showing.wording === other[2].wording &&
  showing.padded === other[2].padded &&
  scope === other[3];

/** probeUnits for the page: thousands of transcripts are written in slices. */
export async function unitsInSlices(
  items: readonly ProbeItem[],
  conditions: readonly ConditionName[],
  showing: Showing,
  scope: CandidateScope,
): Promise<readonly ProbeUnit[]> {
  const breath = new PageBreath();
  const units: ProbeUnit[] = [];
  for (const item of items) {
    units.push(...probeUnits([item], conditions, showing, scope));
    if (breath.due) await breath.take();
  }
  return units;
}

/**
 * Keys of one scorer's units for the page, in slices. A key is remembered with its unit, so whoever asks for it
 * afterwards (workOf, for one) does not hash.
 */
export function keysInSlices(
  identity: ScorerIdentity,
): (contents: readonly ScoredContent[]) => Promise<readonly string[]> {
  const keyOf = unitKeyMaker(identity);
  return async (contents) => {
    const breath = new PageBreath();
    const keys: string[] = [];
    for (const content of contents) {
      keys.push(keyOf(content));
      if (breath.due) await breath.take();
    }
    return keys;
  };
}
