import type { RunStatus } from '../../lab/index.ts';
import { itemsDone } from './item-done.ts';
import { desk } from './probe-desk.svelte.ts';
import { runRefusals } from './run-refusals.ts';

/** What the run is doing, for its button. */
export type Activity = 'ready' | 'done' | 'loading' | 'busy' | 'looking' | 'paused' | 'stopping';

const IDLE: RunStatus = { kind: 'idle' };

/** How far the run on the desk is: what its button, its notes and its finding agree on. */
export class RunStanding {
  readonly status = $derived<RunStatus>(desk.run?.status ?? IDLE);
  readonly refusals = $derived(
    runRefusals(desk.run?.refusals ?? [], desk.items, desk.run?.conditions ?? [], desk.run?.candidates),
  );
  readonly #items = $derived(
    itemsDone(
      desk.items,
      desk.run?.measures ?? [],
      this.refusals.conditionsOf,
      desk.run?.conditions ?? [],
      desk.run?.candidates,
    ),
  );
  readonly done = $derived(this.#items.done);
  readonly left = $derived(Math.max(0, desk.items.length - this.done));
  /** Nothing that is left can be scored. Fewer conditions or calls than were scored leave nothing to run either. */
  readonly complete = $derived(
    this.left === this.#items.hopeless &&
      (this.status.kind === 'finished' || (this.status.kind === 'idle' && this.done > 0)),
  );
  readonly activity = $derived<Activity>(
    this.status.kind === 'cancelling'
      ? 'stopping'
      : this.status.kind === 'paused'
        ? 'paused'
        : this.status.kind === 'loading'
          ? 'loading'
          : this.status.kind === 'running'
            ? this.left > this.#items.hopeless
              ? 'busy'
              : 'looking'
            : this.complete
              ? 'done'
              : 'ready',
  );
  /** 0 to 1 of the work. */
  readonly fraction = $derived.by(() => {
    if (this.complete) return 1;
    const progress = desk.run?.progress ?? null;
    if (progress !== null && progress.plannedTokens > 0)
      return progress.computedTokens / progress.plannedTokens;
    return desk.items.length === 0 ? 0 : this.done / desk.items.length;
  });
}
