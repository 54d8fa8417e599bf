import type { HarnessSummary } from '../rollout/index.ts';
import type { Interval, Share } from '../statistics/index.ts';

/** What stands side by side for a harness: success never alone. */
export const OUTCOMES = ['solved', 'stuck', 'perFailure', 'perOpportunity'] as const;
export type OutcomeName = (typeof OUTCOMES)[number];

interface OutcomeWords {
  /** Over a panel, and before a number. */
  readonly name: string;
  readonly short: string;
  /** What all of it is. */
  readonly of: string;
}

export const OUTCOME_WORDS: Readonly<Record<OutcomeName, OutcomeWords>> = {
  solved: { name: 'solved', short: 'solved', of: 'rollouts' },
  stuck: { name: 'ended in a loop', short: 'in a loop', of: 'rollouts' },
  perFailure: { name: 'repeats per failure', short: 'per failure', of: 'failures' },
  perOpportunity: { name: 'per opportunity', short: 'per opportunity', of: 'opportunities' },
};

export interface OutcomeReading {
  readonly share: Share;
  readonly interval: Interval | null;
}

export interface OutcomeRow {
  readonly harness: string;
  /** Rollouts that ran their course, and those that did not. */
  readonly rollouts: number;
  readonly leftOut: number;
  readonly readings: Readonly<Record<OutcomeName, OutcomeReading>>;
  /** Of the repeats, those that follow from the harness and not from the model. */
  readonly byConstruction: Share;
}

/** Repeats are counted by canonical form: the same call, however it is spelt. */
export function outcomeRow(summary: HarnessSummary): OutcomeRow {
  const { harness, rollouts, leftOut, solved, means, repeats, repeatsByConstruction } = summary;
  const { canonical, canonicalPerOpportunity } = repeats;
  return {
    harness,
    rollouts,
    leftOut,
    readings: {
      solved: { share: solved, interval: means.solved?.interval ?? null },
      stuck: {
        share: { k: Math.round((means.stuck?.value ?? 0) * rollouts), n: rollouts },
        interval: means.stuck?.interval ?? null,
      },
      perFailure: { share: canonical.pooledShare, interval: canonical.pooled?.interval ?? null },
      perOpportunity: {
        share: canonicalPerOpportunity.pooledShare,
        interval: canonicalPerOpportunity.pooled?.interval ?? null,
      },
    },
    byConstruction: repeatsByConstruction,
  };
}

/** All repeats, part of them or none follow from the harness. */
export const isByConstruction = ({ byConstruction: { k, n } }: Pick<OutcomeRow, 'byConstruction'>): boolean =>
  n > 0 && k === n;

/** 'repeats by construction', or how many of them; empty where none is. */
export function constructionWords({ byConstruction }: Pick<OutcomeRow, 'byConstruction'>): string {
  const { k, n } = byConstruction;
  if (k === 0) return '';
  return k === n ? 'repeats by construction' : `by construction: ${k} of ${n}`;
}
