/** What PyTorch writes after the frozen contexts of rollouts (oracle/greedy_references.py). */
import { readFileSync } from 'node:fs';
import type { Message } from '../../src/transcript/index.ts';
import { CHECKPOINT } from './reference-rows.ts';

const CONTEXTS = 'rollout-contexts-1';

export interface FrozenContext {
  readonly id: string;
  readonly messages: readonly Message[];
}

export interface GreedyTurn {
  readonly id: string;
  /** Of the context's ids, joined by commas. */
  readonly contextSha256: string;
  readonly ctx_tokens: number;
  /** With the end of turn, where it came to one. */
  readonly tokens: readonly number[];
  readonly endedBy: 'end-of-turn' | 'token-limit';
  /** For each token, how far the next best logit is behind. */
  readonly top2Gaps: readonly number[];
  /** Tokens at which another machine may go on with the runner-up. */
  readonly ties: readonly { readonly at: number; readonly runnerUp: number }[];
}

export interface GreedyReferences {
  readonly provenance: { readonly mostTokens: number; readonly endOfTurn: number };
  readonly rows: readonly GreedyTurn[];
}

const read = (name: string): unknown =>
  JSON.parse(readFileSync(`static-probes/reference-scores/${name}.json`, 'utf8'));

export const frozenContexts = (): readonly FrozenContext[] =>
  (read(CONTEXTS) as { contexts: FrozenContext[] }).contexts;

/** Of the same contexts, in the same order. */
export const greedyReferences = (): GreedyReferences =>
  read(`${CONTEXTS}-greedy.${CHECKPOINT}`) as GreedyReferences;
