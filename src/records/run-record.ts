import type { LabError } from './lab-error.ts';
import type { Provenance } from './provenance.ts';
import type { Recipe } from './recipe.ts';
import type { ScoreRow } from './score-row.ts';

/** Read by importers before anything else: what kind of file, and which shape of it. */
export const RUN_RECORD_KIND = 'backfire-lab probe run';
/** 2 added candidates, wording and padded texts; records of version 1 are still opened. */
export const RUN_RECORD_VERSION = 2;

/** A probe run, complete or not: what was asked, who computed, and every row. */
export interface RunRecord {
  readonly kind: typeof RUN_RECORD_KIND;
  readonly version: typeof RUN_RECORD_VERSION;
  readonly recipe: Recipe;
  readonly provenance: Provenance;
  readonly itemSet: {
    readonly name: string;
    /** sha256 of the set's raw bytes. */
    readonly sha256: string;
    readonly items: number;
  };
  /** By item_id, the neutral texts padded for this checkpoint: what `neut_pad` showed. Empty without that condition. */
  readonly padded: Readonly<Record<string, string>>;
  /** A partial run says so. */
  readonly outcome: 'finished' | 'cancelled' | 'partial';
  readonly rows: readonly ScoreRow[];
  /** Requests that could not be scored, with the reason. */
  readonly refused: readonly { readonly id: string; readonly error: LabError }[];
  readonly timing: {
    /** ISO 8601, given by whoever holds a clock. */
    readonly startedAt: string;
    readonly elapsedMs: number;
    readonly computedTokens: number;
    readonly perCandidateTokens: number;
    readonly perContextTokens: number;
  };
}
