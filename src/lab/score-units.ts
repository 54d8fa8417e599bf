import type { JobSummary, Progress, ScoredUnit, Stage } from '../../workers/engine-door.ts';
import type { ScoreRequest } from '../engine/index.ts';
import { unitKey, type LabError, type ScorerIdentity } from '../records/index.ts';
import type { EngineClient } from './engine-client.ts';
import type { StoredUnit, UnitStore } from './unit-store.ts';

/** What is told while units are scored. A unit is told only after it was stored. */
export interface UnitEvents {
  readonly onUnits: (units: readonly { readonly request: ScoreRequest; readonly unitKey: string; readonly unit: ScoredUnit }[]) => void;
  readonly onRefused: (request: ScoreRequest, error: LabError) => void;
  readonly onProgress: (progress: Progress) => void;
  readonly onStage: (stage: Stage) => void;
}

export interface UnitOptions {
  readonly passTokens: number | null;
  readonly keyValueBytes: number;
}

/** Room for the keys and values of some 5,500 tokens of a 135M model: no eviction in any job of the probe. */
export const DEFAULT_UNIT_OPTIONS: UnitOptions = { passTokens: null, keyValueBytes: 256 * 2 ** 20 };

/** Units hashed between two breaths of the main thread. */
const KEYS_PER_BREATH = 100;

/**
 * Scores what is not stored yet and tells every unit, stored ones first. Requests that ask the same thing (one unit
 * key) are computed once. Rejects with LabFault when the engine failed; what was stored before stays stored.
 */
export async function scoreUnits(
  client: EngineClient,
  store: UnitStore,
  scorer: ScorerIdentity,
  requests: readonly ScoreRequest[],
  options: UnitOptions,
  events: UnitEvents,
): Promise<JobSummary | null> {
  const askedBy = await groupByKey(scorer, requests);
  const tell = (units: readonly StoredUnit[]): void => {
    events.onUnits(
      units.flatMap(({ unitKey: key, unit }) =>
        (askedBy.get(key) ?? []).map((request) => ({ request, unitKey: key, unit })),
      ),
    );
  };
  const stored = await store.getUnits([...askedBy.keys()]);
  if (stored.size > 0) tell([...stored].map(([key, unit]) => ({ unitKey: key, unit })));

  const missing = [...askedBy].filter(([key]) => !stored.has(key));
  if (missing.length === 0) return null;
  const keyOf = new Map(missing.map(([key, [first]]) => [first?.id ?? '', key]));
  let writing: Promise<void> = Promise.resolve();
  const summary = await client.score(
    { ...options, requests: missing.flatMap(([, asking]) => asking.slice(0, 1)) },
    (event) => {
      if (event.kind === 'progress') events.onProgress(event.progress);
      else if (event.kind === 'stage') events.onStage(event.stage);
      else if (event.kind === 'refused') {
        for (const request of askedBy.get(keyOf.get(event.id) ?? '') ?? []) events.onRefused(request, event.error);
      } else {
        const units = event.scores.map((unit) => ({ unitKey: keyOf.get(unit.id) ?? '', unit }));
        writing = writing.then(async () => {
          await store.putUnits(units);
          tell(units);
        });
      }
    },
  );
  await writing;
  return summary;
}

async function groupByKey(
  scorer: ScorerIdentity,
  requests: readonly ScoreRequest[],
): Promise<Map<string, ScoreRequest[]>> {
  const askedBy = new Map<string, ScoreRequest[]>();
  for (const [index, request] of requests.entries()) {
    if (index % KEYS_PER_BREATH === KEYS_PER_BREATH - 1) await new Promise((resolve) => setTimeout(resolve, 0));
    const key = unitKey(scorer, request);
    const asking = askedBy.get(key);
    if (asking === undefined) askedBy.set(key, [request]);
    else asking.push(request);
  }
  return askedBy;
}
