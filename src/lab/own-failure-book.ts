import type { OwnFailure } from '../records/index.ts';
import { isOwnFailure } from './on-policy.ts';
import type { LiveRollout } from './rollout-book.ts';

/** The failed calls of a run that were scored, rollout by rollout. */
export class OwnFailureBook {
  readonly #byRollout = new Map<string, ReadonlyMap<number, OwnFailure>>();

  /** Takes scores over. Gives everything that is known of the rollouts that they are of, as it is stored. */
  take(
    failures: readonly OwnFailure[],
  ): readonly { readonly traceKey: string; readonly failures: readonly OwnFailure[] }[] {
    const touched = new Set<string>();
    for (const failure of failures) {
      const { traceKey, step } = failure;
      this.#byRollout.set(traceKey, new Map([...(this.#byRollout.get(traceKey) ?? []), [step, failure]]));
      touched.add(traceKey);
    }
    return [...touched].map((traceKey) => ({
      traceKey,
      failures: [...(this.#byRollout.get(traceKey)?.values() ?? [])],
    }));
  }

  clear(): void {
    this.#byRollout.clear();
  }

  /** Whether this step was scored; a score of another call at its place is not its. */
  scoreOf({ traceKey, state }: LiveRollout, step: number): OwnFailure | null {
    const known = traceKey === null ? undefined : this.#byRollout.get(traceKey)?.get(step);
    return known !== undefined && known.call === state.steps[step]?.action ? known : null;
  }

  /** Scored calls in the order of the rollouts, and how many of their calls are left. */
  among(rollouts: readonly LiveRollout[]): {
    readonly scored: readonly OwnFailure[];
    readonly unscored: number;
  } {
    const scored: OwnFailure[] = [];
    let unscored = 0;
    for (const rollout of rollouts)
      rollout.state.steps.forEach((step, at) => {
        if (!isOwnFailure(step)) return;
        const known = this.scoreOf(rollout, at);
        if (known === null) unscored += 1;
        else scored.push(known);
      });
    return { scored, unscored };
  }
}
