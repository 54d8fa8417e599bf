import { wrap, type Remote } from 'comlink';
import type { DeskDoor } from '../../workers/desk-door.ts';
import {
  summarise,
  type ConditionName,
  type ItemMeasures,
  type ProbeSummary,
  type View,
} from '../probe/index.ts';
import type { Result } from '../records/index.ts';
import { PUBLISHED_SEED } from '../statistics/index.ts';

interface Desk {
  readonly worker: Worker;
  readonly door: Remote<DeskDoor>;
  /** Rejects when the worker failed: Comlink's own promises would wait for ever. */
  readonly death: Promise<never>;
}

/** A bootstrap takes a second or two at most; a worker that is silent for longer has died without a word. */
const PATIENCE_MS = 30_000;

/** The page's desk worker, started when first needed. It holds nothing, so it is ended only when it failed. */
export class DeskClient {
  #desk: Desk | 'failed' | null = null;

  /** Statistics of a probe run so far, as seen in a view. Where the worker cannot work, the page computes them itself: slower, no less. */
  async summarise(
    measures: readonly ItemMeasures[],
    conditions: readonly ConditionName[],
    draws: number,
    view: View,
  ): Promise<Result<ProbeSummary>> {
    const desk = (this.#desk ??= startDesk());
    if (desk !== 'failed') {
      let silence: ReturnType<typeof setTimeout> | undefined;
      const silent = new Promise<never>((_, reject) => {
        silence = setTimeout(() => {
          reject(new Error('silent'));
        }, PATIENCE_MS);
      });
      try {
        return await Promise.race([
          desk.door.summarise(measures, conditions, draws, view),
          desk.death,
          silent,
        ]);
      } catch {
        desk.worker.terminate();
        this.#desk = 'failed';
      } finally {
        clearTimeout(silence);
      }
    }
    return summarise(measures, conditions, { draws, seed: PUBLISHED_SEED }, view);
  }
}

function startDesk(): Desk | 'failed' {
  let worker: Worker;
  try {
    worker = new Worker(new URL('../../workers/desk.ts', import.meta.url), { type: 'module', name: 'desk' });
  } catch {
    return 'failed';
  }
  const death = new Promise<never>((_, reject) => {
    worker.onerror = (event) => {
      event.preventDefault();
      reject(new Error(event.message));
    };
  });
  death.catch(() => undefined);
  return { worker, door: wrap<DeskDoor>(worker), death };
}
