import type { Twin } from '../../lab/index.ts';
import { casesUnder } from '../../probe/index.ts';
import type { Activity } from '../probe/run-standing.svelte.ts';
import { guessedLoadMs } from '../probe/run-cost.ts';
import { trainingDesk } from './training-desk.svelte.ts';

/** How far the run over all checkpoints is: what its button, its bar and the head of the page agree on. */
class TrainingStanding {
  readonly #run = $derived(trainingDesk.run);
  readonly status = $derived(this.#run?.probe.status ?? { kind: 'idle' as const });

  readonly activity = $derived.by((): Activity => {
    if (this.#run?.isOn !== true) return 'ready';
    switch (this.status.kind) {
      case 'paused':
        return 'paused';
      case 'running':
        return 'busy';
      case 'cancelling':
        return 'stopping';
      default:
        return 'loading';
    }
  });

  /** 0 to 1 over all checkpoints. */
  readonly fraction = $derived.by(() => {
    const twins = this.#run?.twins ?? [];
    if (twins.length === 0) return 0;
    return twins.reduce((sum, twin) => sum + this.#fractionOf(twin), 0) / twins.length;
  });

  /** Of what is on and what waits; null: nothing is known yet. */
  readonly leftMs = $derived.by((): number | null => {
    const run = this.#run;
    if (run === null) return null;
    const { secondsLeft, tokensPerSecond, progress, checkpoint } = run.probe;
    if (secondsLeft === null || tokensPerSecond === null || progress === null) return null;
    const waiting = run.twins.filter(({ status }) => status.kind === 'waiting').length;
    const oneMs = (1000 * progress.plannedTokens) / tokensPerSecond + guessedLoadMs(checkpoint?.bytes ?? 0);
    return 1000 * secondsLeft + waiting * oneMs;
  });

  /** Items of a checkpoint that are complete under every condition that was asked. */
  itemsDone(twin: Twin): number {
    const measures = this.#run?.measuresOf(twin) ?? [];
    const shown = trainingDesk.choice.conditions.filter((condition) => condition !== 'pre');
    return Math.min(...shown.map((condition) => casesUnder(measures, condition).length));
  }

  #fractionOf(twin: Twin): number {
    if (twin.status.kind === 'done' || twin.status.kind === 'failed') return 1;
    if (twin.status.kind !== 'at-work') return 0;
    const progress = this.#run?.probe.progress ?? null;
    return progress === null || progress.plannedTokens === 0
      ? 0
      : Math.min(1, progress.computedTokens / progress.plannedTokens);
  }
}

/** One for as long as the page lives: the head of the page asks it when the room has been left, too. */
export const trainingStanding = new TrainingStanding();
