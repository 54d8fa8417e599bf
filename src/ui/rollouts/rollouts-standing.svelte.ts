import type { RunStatus } from '../../lab/index.ts';
import type { Activity } from '../probe/run-standing.svelte.ts';
import { rolloutsDesk } from './rollouts-desk.svelte.ts';

const IDLE: RunStatus = { kind: 'idle' };

/** How far the run is: what its button, its bar and the head of the page agree on. */
class RolloutsStanding {
  readonly #run = $derived(rolloutsDesk.run);
  readonly status = $derived<RunStatus>(this.#run?.status ?? IDLE);
  readonly all = $derived(this.#run?.rollouts.length ?? 0);
  readonly ended = $derived(this.#run?.rollouts.filter(({ trace }) => trace !== null).length ?? 0);
  readonly left = $derived(this.all - this.ended);
  /** Something of the recipe at hand is there to look at. */
  readonly started = $derived(this.#run?.rollouts.some(({ state }) => state.steps.length > 0) ?? false);
  /** Nothing of the recipe is left to run. */
  readonly complete = $derived(
    this.all > 0 && this.left === 0 && (this.#run?.unscored ?? 0) === 0 && this.#run?.busy === false,
  );

  readonly activity = $derived.by((): Activity => {
    switch (this.status.kind) {
      case 'loading':
        return 'loading';
      case 'running':
        return 'busy';
      case 'paused':
        return 'paused';
      case 'cancelling':
        return 'stopping';
      default:
        return this.complete ? 'done' : 'ready';
    }
  });

  /** 0 to 1 of the steps that are expected. */
  readonly fraction = $derived.by((): number => {
    if (this.complete) return 1;
    const { stepsDone = 0, stepsExpected = 0 } = this.#run ?? {};
    return stepsExpected === 0 ? 0 : Math.min(1, stepsDone / stepsExpected);
  });
}

/** One for as long as the page lives: the head of the page asks it when the room has been left, too. */
export const rolloutsStanding = new RolloutsStanding();
export type { RolloutsStanding };
