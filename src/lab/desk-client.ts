import { wrap, type Remote } from 'comlink';
import type { DeskDoor } from '../../workers/desk-door.ts';
import { summarise, type ConditionName, type ItemMeasures, type ProbeSummary } from '../probe/index.ts';
import { PUBLISHED_SEED } from '../statistics/index.ts';

interface Desk {
  readonly door: Remote<DeskDoor>;
  /** Rejects when the worker failed: Comlink's own promises would wait for ever. */
  readonly death: Promise<never>;
}

/** The page's desk worker, started when first needed. It holds nothing, so it is never ended. */
export class DeskClient {
  #desk: Desk | null = null;

  /** Statistics of a probe run so far. Where the worker cannot work, the page computes them itself: slower, no less. */
  async summarise(
    measures: readonly ItemMeasures[],
    conditions: readonly ConditionName[],
    draws: number,
  ): Promise<ProbeSummary> {
    try {
      const { door, death } = this.#ready();
      return await Promise.race([door.summarise(measures, conditions, draws), death]);
    } catch {
      return summarise(measures, conditions, { draws, seed: PUBLISHED_SEED });
    }
  }

  #ready(): Desk {
    if (this.#desk !== null) return this.#desk;
    const worker = new Worker(new URL('../../workers/desk.ts', import.meta.url), {
      type: 'module',
      name: 'desk',
    });
    const death = new Promise<never>((_, reject) => {
      worker.onerror = (event) => {
        event.preventDefault();
        reject(new Error(event.message));
      };
    });
    death.catch(() => undefined);
    this.#desk = { door: wrap<DeskDoor>(worker), death };
    return this.#desk;
  }
}
