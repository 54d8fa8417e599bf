import { parseItemSet, workOf, type ProbeUnit, type Showing } from '../probe/index.ts';
import type { Provenance, ScoreRow } from '../records/index.ts';
import { PAPER_WORDING } from '../transcript/index.ts';
import jsonl from '../../static-probes/toolshed-paper-2026-class-6.jsonl?raw';

const set = parseItemSet(jsonl, 'class');
if (!set.ok) throw new Error(set.error.details);

/** Six items and their texts, for tests. */
export const sampleItems = set.value;
export const paperShowing: Showing = { wording: PAPER_WORDING, padded: new Map() };

/** Rows as a run of that scorer would have made them, each call of one token. */
export function sampleRowsOf(units: readonly ProbeUnit[], by: Provenance): readonly ScoreRow[] {
  const work = workOf(units, { model: 'm', identity: by }, []);
  return work.requests.map((request) => {
    const row = work.rowOf({
      id: request.id,
      logprobsNats: [-1],
      gapsNats: [0],
      endOfTurnLogprobNats: null,
      endOfTurnGapNats: null,
      contextTokens: 9,
      candidateIds: [1],
      candidatePieces: ['x'],
      jointDiffers: false,
      hiddenTokens: 0,
    });
    if (!row.ok) throw new Error(row.error.details);
    return row.value;
  });
}
