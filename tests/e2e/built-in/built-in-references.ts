/** PyTorch's scores of the built-in checkpoints, as oracle/built_in_references.py wrote them. */
import { readFileSync } from 'node:fs';
import { TIE_GAP_NATS } from '../../../src/engine/index.ts';
import type { ScoreRow } from '../../../src/records/index.ts';
import { judgedRow, SCORE_NATS, TOKEN_NATS, type Scores } from '../../../scripts/verify/reference-of.mjs';

export { SCORE_NATS, TOKEN_NATS };

const EDITION = 2;
const CANDIDATES = ['failed', 'gold'] as const;
type CandidateName = (typeof CANDIDATES)[number];

interface WrittenScores {
  /** Candidate tokens, then the end of the turn. */
  readonly float32Nats: readonly number[];
  /** float64 less float32, in 1e-8 nats. */
  readonly float64Above: readonly number[];
  readonly gaps: readonly number[];
}
type WrittenContext = Readonly<Record<CandidateName, WrittenScores>> & { readonly contextTokens: number };

interface Written {
  readonly provenance: { readonly weightsSha256: Readonly<Record<string, string>> };
  readonly items: readonly {
    readonly item_id: string;
    readonly set: string;
    readonly candidateIds: Readonly<Record<CandidateName, readonly number[]>>;
    readonly under: Readonly<Record<string, WrittenContext>>;
  }[];
}

/** One score of PyTorch, in both arithmetics. */
export interface ReferenceScore {
  readonly itemId: string;
  readonly set: string;
  readonly condition: string;
  readonly candidate: CandidateName;
  readonly contextTokens: number;
  readonly candidateIds: readonly number[];
  readonly float32: Scores;
  readonly float64: Scores;
}

export interface References {
  readonly weightsSha256: string;
  readonly scores: readonly ReferenceScore[];
}

export function referencesOf(checkpoint: string): References {
  const path = `static-probes/reference-scores/built-in-${EDITION}.${checkpoint}.json`;
  const { provenance, items } = JSON.parse(readFileSync(path, 'utf8')) as Written;
  return {
    weightsSha256: provenance.weightsSha256['model.safetensors'] ?? '',
    scores: items.flatMap(({ item_id: itemId, set, candidateIds, under }) =>
      Object.entries(under).flatMap(([condition, context]) =>
        CANDIDATES.map((candidate) => {
          const { float32Nats, float64Above, gaps } = context[candidate];
          const wide = float32Nats.map((nats, at) => nats + 1e-8 * (float64Above[at] ?? Number.NaN));
          return {
            ...{ itemId, set, condition, candidate, contextTokens: context.contextTokens },
            candidateIds: candidateIds[candidate],
            float32: scoresOf(float32Nats, gaps),
            float64: scoresOf(wide, gaps),
          };
        }),
      ),
    ),
  };
}

function scoresOf(natsWithEnd: readonly number[], gaps: readonly number[]): Scores {
  const logprobsNats = natsWithEnd.slice(0, -1);
  return {
    logprob: logprobsNats.reduce((sum, nats) => sum + nats, 0),
    logprobsNats,
    gaps: gaps.slice(0, -1),
    endOfTurnLogprobNats: natsWithEnd.at(-1) ?? null,
  };
}

/** How far rows of the page are from their references, and every argmax that differs: as a tie, or as a fault. */
export function againstReferences(theirs: readonly ReferenceScore[], ours: readonly ScoreRow[]) {
  const nameOf = (...parts: readonly string[]): string => parts.join(' ');
  const byName = new Map(ours.map((row) => [nameOf(row.item_id, row.condition, row.candidate), row]));
  const found = {
    ...{ scores: theirs.length, tokens: 0, scoreNats: 0, tokenNats: 0, heldToFloat64: 0 },
    missing: [] as string[],
    otherTokens: [] as string[],
    argmax: [] as string[],
    ties: [] as string[],
  };
  for (const reference of theirs) {
    const name = nameOf(reference.itemId, reference.condition, reference.candidate);
    const row = byName.get(name);
    if (row === undefined) {
      found.missing.push(name);
      continue;
    }
    if (
      row.ctx_tokens !== reference.contextTokens ||
      row.token_ids.join() !== reference.candidateIds.join()
    ) {
      found.otherTokens.push(name);
      continue;
    }
    const { logprob, token_logprobs: logprobsNats, token_gaps: gaps, end_of_turn_logprob: end } = row;
    const lab: Scores = { logprob, logprobsNats, gaps, endOfTurnLogprobNats: end };
    for (const { what, nats, reference: held } of judgedRow(lab, {
      ...reference.float32,
      float64: reference.float64,
    })) {
      // What is not a number is as far away as can be.
      const apart = Number.isNaN(nats) ? Infinity : nats;
      found.heldToFloat64 += Number(held === 'float64');
      if (what === 'score') found.scoreNats = Math.max(found.scoreNats, apart);
      else {
        found.tokens += 1;
        found.tokenNats = Math.max(found.tokenNats, apart);
      }
    }
    reference.float32.gaps.forEach((gap, token) => {
      const own = gaps[token] ?? Number.NaN;
      if ((gap === 0) === (own === 0)) return;
      (Math.max(gap, own) < TIE_GAP_NATS ? found.ties : found.argmax).push(`${name} token ${token}`);
    });
  }
  return found;
}
