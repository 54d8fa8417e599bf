// What finished rollouts have found, in a few lines under their traces: the page's own finding, and a table of harnesses.
import { fixed, rolloutFinding } from '../src/figures/index.ts';
import type { TraceRow } from '../src/records/index.ts';
import { readRollouts, REFERENCE_HARNESS, type HarnessSummary } from '../src/rollout/index.ts';
import { FINAL_DRAWS, PUBLISHED_SEED, type Share } from '../src/statistics/index.ts';
import { inColumns } from './in-columns.ts';

const HEAD = [
  ...['harness', 'solved', 'in step one', 'after a failure', 'in a loop', 'repeats per failure'],
  ...['per opportunity', 'same text', 'by construction', 'masks', 'changed a choice', 'cut', 'left out'],
];

/** Lines to be read. Repeats are counted by canonical form unless it says "same text". */
export function rolloutsSummary(
  traces: readonly TraceRow[],
  harnesses: readonly string[],
  checkpoint: string,
): readonly string[] {
  const reference = harnesses.find((name) => name === REFERENCE_HARNESS) ?? harnesses[0] ?? REFERENCE_HARNESS;
  const bootstrap = { draws: FINAL_DRAWS, seed: PUBLISHED_SEED };
  const read = readRollouts(traces, { harnesses, reference, bootstrap });
  if (!read.ok) return [`${read.error.happened} ${read.error.details}`];
  const { summaries, isFloor } = read.value;
  const different = (of: (trace: TraceRow) => string | number): number => new Set(traces.map(of)).size;
  const finding = rolloutFinding({
    summaries,
    isFloor,
    scope: {
      checkpoint,
      tasks: different(({ task_id: id }) => id),
      kinds: different(({ template }) => template),
      temperature: traces[0]?.temperature ?? 0,
      seeds: different(({ seed }) => seed),
      ended: traces.length,
      asked: traces.length,
    },
  });
  const sentences = [finding.headline, finding.floor, finding.stepOne].filter(
    (sentence) => sentence !== null,
  );
  return [...sentences, ...inColumns([HEAD, ...summaries.map(rowOf)]), finding.scope];
}

function rowOf(summary: HarnessSummary): readonly string[] {
  const { repeats, means } = summary;
  return [
    summary.harness,
    ofAll(summary.solved),
    String(summary.solvedInStepOne),
    ofAll(summary.solvedAfterFailure),
    means.stuck === null ? '' : fixed(means.stuck.value * summary.rollouts, 0),
    ofAll(repeats.canonical.pooledShare),
    ofAll(repeats.canonicalPerOpportunity.pooledShare),
    ofAll(repeats.text.pooledShare),
    String(summary.repeatsByConstruction.k),
    String(summary.maskApplications),
    String(summary.interventions),
    String(summary.cut),
    String(summary.leftOut),
  ];
}

const ofAll = ({ k, n }: Share): string => `${k} of ${n}`;
