import type { JobSummary, Progress, Stage } from '../../workers/engine-door.ts';
import type { ScoreRequest } from '../engine/index.ts';
import { workOf, type ProbeUnit, type ProbeWork, type Scorer } from '../probe/index.ts';
import type { LabError, ScoreRow } from '../records/index.ts';
import type { EngineClient } from './engine-client.ts';
import { PageBreath } from './page-breath.ts';
import type { RowStore } from './row-store.ts';
import { keysInSlices } from './sliced-units.ts';

/** What is told while units are scored. */
export interface ScoringEvents {
  /** Rows that are stored, or were before. */
  readonly onRows: (rows: readonly ScoreRow[]) => void;
  readonly onRefused: (requestId: string, error: LabError) => void;
  readonly onProgress: (progress: Progress) => void;
  readonly onStage: (stage: Stage) => void;
  /** The engine has the job: from now on it can be paused. */
  readonly onStarted: () => void;
}

export interface ScoringOptions {
  /** Upper bound of new tokens a pass; null: bounded by time and memory only. */
  readonly passTokens: number | null;
  readonly keyValueBytes: number;
}

/** Room for the keys and values of some 5,500 tokens of a 135M model: no eviction in any job of the probe. */
export const DEFAULT_SCORING: ScoringOptions = { passTokens: null, keyValueBytes: 256 * 2 ** 20 };

/** So many units are looked up, and turned into work, at a time: a few milliseconds of the page's. */
const UNITS_AT_A_TIME = 500;

/**
 * Scores what is not stored yet, and tells every row once it is stored, earlier ones first. Stops between two passes,
 * or before the first, when the signal says so. Rejects with LabFault when the engine failed; what was stored before
 * stays stored.
 */
export async function scoreRows(
  client: EngineClient,
  store: RowStore,
  scorer: Scorer,
  units: readonly ProbeUnit[],
  options: ScoringOptions,
  events: ScoringEvents,
  signal: AbortSignal,
): Promise<JobSummary['outcome']> {
  const work = await workInSlices(store, scorer, units, events.onRows);
  if (work.requests.length === 0) return 'finished';
  if (signal.aborted) return 'cancelled';
  const stop = (): void => {
    client.cancel();
  };
  let writing: Promise<void> = Promise.resolve();
  const scoring = client.score({ ...options, requests: work.requests }, (event) => {
    switch (event.kind) {
      case 'progress':
        events.onProgress(event.progress);
        break;
      case 'stage':
        events.onStage(event.stage);
        break;
      case 'refused':
        events.onRefused(event.id, event.error);
        break;
      case 'scores': {
        const rows: ScoreRow[] = [];
        for (const scored of event.scores) {
          const row = work.rowOf(scored);
          if (row.ok) rows.push(row.value);
          else events.onRefused(scored.id, row.error);
        }
        writing = writing.then(async () => {
          await store.putRows(rows);
          events.onRows(rows);
        });
      }
    }
  });
  // A job begins with everything open, so what was said before it would be lost on the engine.
  signal.addEventListener('abort', stop);
  events.onStarted();
  try {
    return (await scoring).outcome;
  } finally {
    signal.removeEventListener('abort', stop);
    // What was scored is kept, even when the engine failed after it.
    await writing;
  }
}

/** The rows of these units that are stored, under the names of the units. */
export async function storedRows(
  store: RowStore,
  scorer: Scorer,
  units: readonly ProbeUnit[],
): Promise<readonly ScoreRow[]> {
  const rows: ScoreRow[] = [];
  await workInSlices(store, scorer, units, (known) => {
    rows.push(...known);
  });
  return rows;
}

/** workOf for thousands of units: the page has its turn in between. What is stored is told on the way. */
async function workInSlices(
  store: RowStore,
  scorer: Scorer,
  units: readonly ProbeUnit[],
  onKnown: (rows: readonly ScoreRow[]) => void,
): Promise<Pick<ProbeWork, 'requests' | 'rowOf'>> {
  const breath = new PageBreath();
  const keysOf = keysInSlices(scorer.identity);
  const requests: ScoreRequest[] = [];
  const workById = new Map<string, ProbeWork>();
  for (let from = 0; from < units.length; from += UNITS_AT_A_TIME) {
    const some = units.slice(from, from + UNITS_AT_A_TIME);
    const stored = await store.getRows(await keysOf(some.map(({ request }) => request)));
    const work = workOf(some, scorer, stored);
    if (work.known.length > 0) onKnown(work.known);
    for (const request of work.requests) {
      requests.push(request);
      workById.set(request.id, work);
    }
    if (breath.due) await breath.take();
  }
  const stranger = workOf([], scorer, []);
  return { requests, rowOf: (scored) => (workById.get(scored.id) ?? stranger).rowOf(scored) };
}
