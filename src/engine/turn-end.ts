import type { EncodedDecodeRequest } from './decode-request.ts';

/** How a turn ends with the last of these tokens (which is no stop token), or null if it goes on. */
export function endAfter(
  request: Pick<EncodedDecodeRequest, 'context' | 'maximumTokens' | 'stopWhen'>,
  tokenIds: readonly number[],
  windowTokens: number,
): 'stop-when' | 'token-limit' | 'window' | null {
  if (request.stopWhen?.(tokenIds) === true) return 'stop-when';
  if (tokenIds.length >= request.maximumTokens) return 'token-limit';
  // The token just written would be computed at this position next.
  if (request.context.length + tokenIds.length > windowTokens) return 'window';
  return null;
}
