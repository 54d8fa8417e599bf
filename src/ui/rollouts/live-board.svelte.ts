import { untrack } from 'svelte';
import { SvelteMap } from 'svelte/reactivity';
import type { LiveRollout } from '../../lab/index.ts';
import { boardGroups, type BoardGroup } from './board-rows.ts';

/** What the board is made of: its rows change only with it. */
interface Asked {
  readonly rollouts: readonly LiveRollout[];
  /** In the order of the columns. */
  readonly harnesses: readonly string[];
}

/**
 * The rows of the board, which stand as long as the same rollouts are asked for, and what each of their cells shows now: a
 * step that arrives then concerns one cell, however many hundreds there are. Make it while a component is set up.
 */
export class LiveBoard {
  groups = $state.raw<readonly BoardGroup[]>([]);
  readonly #now = new SvelteMap<string, LiveRollout>();
  #before: Asked = { rollouts: [], harnesses: [] };

  constructor(source: () => Asked) {
    // Before the first drawing too, and not as a derived value: whatever follows one is asked whenever its source moves.
    $effect.pre(() => {
      const asked = source();
      untrack(() => {
        this.#take(asked);
      });
    });
  }

  /** Null: it is not on the board. */
  rolloutOf(key: string): LiveRollout | null {
    return this.#now.get(key) ?? null;
  }

  #take(asked: Asked): void {
    if (!isLaidOutAlike(asked, this.#before)) {
      this.#now.clear();
      this.groups = boardGroups(asked.rollouts, asked.harnesses);
    }
    this.#before = asked;
    for (const rollout of asked.rollouts) this.#now.set(rollout.key, rollout);
  }
}

const isLaidOutAlike = (one: Asked, other: Asked): boolean =>
  one.rollouts.length === other.rollouts.length &&
  one.harnesses.length === other.harnesses.length &&
  one.harnesses.every((name, at) => name === other.harnesses[at]) &&
  one.rollouts.every(({ key, task }, at) => {
    const same = other.rollouts[at];
    return same?.key === key && same.task === task;
  });
