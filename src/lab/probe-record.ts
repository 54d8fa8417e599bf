import type { Progress } from '../../workers/engine-door.ts';
import {
  RUN_RECORD_KIND,
  RUN_RECORD_VERSION,
  type LabError,
  type Provenance,
  type Recipe,
  type RunRecord,
  type ScoreRow,
} from '../records/index.ts';
import type { ItemSet } from './item-sets.ts';

/** A request that could not be scored, and why. */
export interface Refusal {
  readonly requestId: string;
  readonly error: LabError;
}

/** The clock of records. */
export const nowIso = (): string => new Date().toISOString();

/** A run as a record that can be taken away and opened again; a run that is not finished says so. */
export function probeRecord(run: {
  readonly recipe: Recipe;
  readonly provenance: Provenance;
  readonly itemSet: Pick<ItemSet, 'name' | 'sha256' | 'items'>;
  readonly padded: ReadonlyMap<string, string>;
  readonly outcome: string;
  readonly rows: readonly ScoreRow[];
  readonly refusals: readonly Refusal[];
  readonly startedAt: string;
  readonly progress: Progress | null;
}): RunRecord {
  const { itemSet, progress, outcome } = run;
  return {
    kind: RUN_RECORD_KIND,
    version: RUN_RECORD_VERSION,
    recipe: run.recipe,
    provenance: run.provenance,
    itemSet: { name: itemSet.name, sha256: itemSet.sha256, items: itemSet.items.length },
    padded: Object.fromEntries(run.padded),
    outcome: outcome === 'finished' || outcome === 'cancelled' ? outcome : 'partial',
    rows: run.rows,
    refused: run.refusals.map(({ requestId, error }) => ({ id: requestId, error })),
    timing: {
      startedAt: run.startedAt,
      elapsedMs: progress?.elapsedMs ?? 0,
      computedTokens: progress?.computedTokens ?? 0,
      perCandidateTokens: progress?.perCandidateTokens ?? 0,
      perContextTokens: progress?.perContextTokens ?? 0,
    },
  };
}
