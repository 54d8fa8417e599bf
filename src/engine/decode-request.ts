import type { LabError } from '../records/index.ts';
import type { ModelShape } from './port.ts';
import { refusal, tokensFault, windowFault } from './request-faults.ts';

/** A context to be continued, after the tokenizer. */
export interface EncodedDecodeRequest {
  /** Unique within a job. */
  readonly id: string;
  /** At least one id. */
  readonly context: readonly number[];
  /** At least 1. */
  readonly maximumTokens: number;
  /** Tokens that end the continuation and are not part of it. */
  readonly stopIds: readonly number[];
  /** Asked after each token that is written; true ends the continuation, with that token in it. */
  readonly stopWhen?: (tokenIds: readonly number[]) => boolean;
}

/** What the model wrote. */
export interface DecodedTokens {
  readonly id: string;
  /** Without the stop token. */
  readonly tokenIds: readonly number[];
  readonly stopReason: 'stop-token' | 'stop-when' | 'token-limit' | 'window';
  /** The stop token that was chosen, or null. */
  readonly stopToken: number | null;
  /** Choices whose best two logits were closer than TIE_GAP_NATS. */
  readonly ties: number;
  /** From the first pass of the contexts it was decoded beside; waits at the gate not counted. */
  readonly elapsedMs: number;
}

/** Why this context cannot be continued, or null. `capacityTokens`: rows of keys and values that fit. */
export function decodeFault(
  { id, context, maximumTokens }: EncodedDecodeRequest,
  shape: ModelShape,
  capacityTokens: number,
): LabError | null {
  if (context.length === 0) return refusal(id, 'context-empty', 'Its context has no token.', '');
  if (!Number.isInteger(maximumTokens) || maximumTokens < 1) {
    return refusal(
      id,
      'token-limit-invalid',
      'The most tokens to write must be a whole number of at least 1.',
      `maximumTokens = ${String(maximumTokens)}`,
    );
  }
  const fault = tokensFault(id, context, 'context', shape) ?? windowFault(id, context.length, shape);
  if (fault !== null) return fault;
  const rows = rowsNeeded(context.length, maximumTokens, shape);
  if (rows <= capacityTokens) return null;
  return refusal(
    id,
    'decode-past-memory',
    `Its keys and values take ${rows} rows, and memory was set aside for ${capacityTokens}.`,
    `${rows} rows of ${shape.keyValueFloats * 4} bytes`,
    'Shorten the transcript or the answer, or allow more memory.',
  );
}

/** Rows a context and its longest continuation need; the last token written is never computed. */
export function rowsNeeded(
  contextTokens: number,
  maximumTokens: number,
  { windowTokens }: ModelShape,
): number {
  return Math.min(contextTokens + maximumTokens - 1, windowTokens);
}
