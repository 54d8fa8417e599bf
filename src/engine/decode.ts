import type { LabError, Result } from '../records/index.ts';
import type { ComputeOptions } from './compute-options.ts';
import type { DecodedTokens, EncodedDecodeRequest } from './decode-request.ts';
import type { LanguageModel } from './port.ts';
import { TurnSession, type TurnEvent, type TurnSummary } from './turn-session.ts';
import type { DecodedTurn } from './turn-request.ts';

export interface DecodeOptions extends ComputeOptions {
  /** How many contexts are continued in the same passes, at most. */
  readonly sideBySide: number;
}

export type DecodeEvent =
  | { readonly kind: 'refused'; readonly id: string; readonly error: LabError }
  | Extract<TurnEvent, { readonly kind: 'pass' }>
  /** A continuation has ended. */
  | { readonly kind: 'decoded'; readonly decoded: DecodedTokens };

export type DecodeSummary = TurnSummary;

/**
 * Continues contexts with the likeliest token at every place, side by side: their common beginnings are computed once,
 * then every pass holds the newest token of each. What is written for a context does not depend on its neighbours.
 * Requests are taken in their order, as many at a time as `sideBySide` and the memory allow.
 *
 * Fails only when the session did or an option is out of range; bad requests are refused by events.
 */
export async function decodeGreedy(
  model: LanguageModel,
  requests: readonly EncodedDecodeRequest[],
  options: DecodeOptions,
  onEvent: (event: DecodeEvent) => void,
): Promise<Result<DecodeSummary>> {
  const opened = TurnSession.open(model, { ...options, shelfBytes: 0, bytesOf: () => new Uint8Array(0) });
  if (!opened.ok) return opened;
  for (const { id, context, maximumTokens, stopIds, stopWhen } of requests) {
    const error = opened.value.add({
      id,
      context,
      maximumTokens,
      stopIds,
      ...(stopWhen === undefined ? {} : { stopWhen }),
    });
    if (error !== null) onEvent({ kind: 'refused', id, error });
  }
  return opened.value.run((event) => {
    onEvent(event.kind === 'pass' ? event : { kind: 'decoded', decoded: withoutBan(event.decoded) });
  });
}

function withoutBan({ id, tokenIds, stopReason, stopToken, ties, elapsedMs }: DecodedTurn): DecodedTokens {
  if (stopReason === 'nothing-allowed') throw new RangeError(`Nothing was banned, and “${id}” was stopped`);
  return { id, tokenIds, stopReason, stopToken, ties, elapsedMs };
}
