// What `npm run verify:rollouts` counts: repeats under bans, and what a run of rollouts has cost.
import type { TraceRow } from '../../src/records/index.ts';
import { countsOfTrace, isComplete } from '../../src/rollout/index.ts';

interface HarnessRepeats {
  readonly harness: string;
  readonly ban: TraceRow['ban'];
  readonly rollouts: number;
  /** Rollouts that did not run their course; counted with the others all the same. */
  readonly leftOut: number;
  readonly solved: number;
  readonly failures: number;
  readonly textRepeats: number;
  readonly canonicalRepeats: number;
  readonly masks: number;
  readonly interventions: number;
  readonly everythingBanned: number;
  readonly cut: number;
  readonly ties: number;
}

/** By harness, in the order in which they come. */
export function repeatsByHarness(traces: readonly TraceRow[]): readonly HarnessRepeats[] {
  const names = [...new Set(traces.map(({ harness }) => harness))];
  return names.map((harness) => {
    const own = traces.filter((trace) => trace.harness === harness);
    const counts = own.map(countsOfTrace);
    const total = (of: (one: (typeof counts)[number]) => number): number =>
      counts.reduce((sum, one) => sum + of(one), 0);
    return {
      harness,
      ban: own[0]?.ban ?? 'none',
      rollouts: own.length,
      leftOut: counts.filter((one) => !isComplete(one)).length,
      solved: own.filter(({ solved }) => solved).length,
      failures: total(({ failures }) => failures),
      textRepeats: total(({ textRepeats }) => textRepeats),
      canonicalRepeats: total(({ canonicalRepeats }) => canonicalRepeats),
      masks: total(({ maskApplications }) => maskApplications),
      interventions: total(({ interventions }) => interventions),
      everythingBanned: own.filter(({ stop_reason: why }) => why === 'everything_banned').length,
      cut: total(({ cut }) => cut),
      ties: own.reduce((sum, { step_ties: ties }) => sum + ties.reduce((so, count) => so + count, 0), 0),
    };
  });
}

/** What must hold: no failed text again under a ban, and no failed call however spelt under the canonical one. */
export const expectedOf = (
  temperature: number,
  repeats: readonly HarnessRepeats[],
): { readonly what: string; readonly holds: boolean }[] =>
  repeats
    .filter(({ ban }) => ban !== 'none')
    .map(({ harness, ban, textRepeats, canonicalRepeats, failures, interventions }) => ({
      what: `temperature ${temperature}, ${harness}: ${textRepeats} of ${failures} failures with the text of an earlier one, ${canonicalRepeats} with its call; the ban changed ${interventions} choices`,
      holds: textRepeats === 0 && (ban !== 'canonical' || canonicalRepeats === 0),
    }));
