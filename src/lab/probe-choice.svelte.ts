import { FIRST_CONDITIONS, type CandidateScope, type ConditionName, type Showing } from '../probe/index.ts';
import type { Recipe } from '../records/index.ts';
import type { Wording } from '../transcript/index.ts';
import { EngineRun } from './engine-run.svelte.ts';
import type { ItemSet } from './item-sets.ts';
import { recipeOfWording, wordingOfSet } from './run-wording.ts';
import { unitsAsked } from './sliced-units.ts';

/** What a link to an opened item adds to the recipe. */
interface LookedAt {
  readonly condition: ConditionName | null;
  /** Token of the failed call, from 0. */
  readonly token: number | null;
}

/** What the Probe room's run is asked: everything a recipe holds, and how it is computed. */
export class ProbeChoice extends EngineRun {
  itemSet = $state.raw<ItemSet | null>(null);
  conditions = $state.raw<readonly ConditionName[]>(FIRST_CONDITIONS);
  /** Which calls are scored under which condition. */
  candidates = $state.raw<CandidateScope>('published');
  /** Texts of the run's own around the failed step; null: those that the item set was made for. */
  wording = $state.raw<Wording | null>(null);
  /** By item_id, the neutral text padded for the checkpoint; empty until it was loaded for a run with `neut_pad`. */
  padded = $state.raw<Showing['padded']>(new Map());

  /** The texts that the run shows: what a transcript on the page must be made with. */
  readonly showing = $derived<Showing>({
    wording: this.wording ?? wordingOfSet(this.itemSet?.wording ?? 'paper'),
    padded: this.padded,
  });
  /** Scores that the choice comes to. */
  readonly unitsAll = $derived(unitsAsked(this.itemSet?.items ?? [], this.conditions, this.candidates));

  /** What a link to this run holds. */
  recipe(item: string | null, lookedAt: LookedAt = { condition: null, token: null }): Recipe {
    return {
      checkpoint: this.checkpoint?.origin === 'served' ? this.checkpoint.id : null,
      itemSet: this.itemSet === null ? null : { name: this.itemSet.name, sha256: this.itemSet.sha256 },
      conditions: this.conditions,
      candidates: this.candidates === 'published' ? null : this.candidates,
      wording: recipeOfWording(this.wording),
      view: null,
      item,
      ...lookedAt,
    };
  }
}
