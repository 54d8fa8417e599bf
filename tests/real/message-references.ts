/** Scores that PyTorch gave after any messages (oracle/message_scores.py). */
import { readFileSync } from 'node:fs';
import { CHECKPOINT } from './reference-rows.ts';

export interface MessageReference {
  readonly id: string;
  readonly contextSha256: string;
  readonly ctx_tokens: number;
  readonly spans: readonly (readonly [number, number])[];
  readonly candidateIds: readonly number[];
  readonly logprob: number;
  readonly logprobsNats: readonly number[];
  readonly gaps: readonly number[];
}

const FILE = 'static-probes/reference-scores/pasted-steps-1';

/** What PyTorch was asked, as it was frozen. */
export const frozenAsked = (): string => readFileSync(`${FILE}.json`, 'utf8');

export const messageReferences = (): readonly MessageReference[] =>
  (JSON.parse(readFileSync(`${FILE}.${CHECKPOINT}.json`, 'utf8')) as { rows: MessageReference[] }).rows;
