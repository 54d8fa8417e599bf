import { blake2b } from '@noble/hashes/blake2.js';
import { bytesToHex } from '@noble/hashes/utils.js';

/** How many tokens a bare text has for the checkpoint: no template, no special tokens. */
export type TokenCounter = (text: string) => number;

/** A text to be made as long as an error; the call decides what it is filled up with. */
export interface TextToPad {
  readonly call: string;
  readonly neutral: string;
  readonly error: string;
}

/** As in the study; errors of logs can be far longer than its own. */
const STUDY_SEGMENTS = 23;
/** Of a long error the length is reckoned piece by piece until so near to its end, then counted again. */
const COUNTED_TOKENS = 64;

/**
 * The neutral text, lengthened by segments without meaning until it has about as many tokens as the error
 * (measurement §1.2). The nearest length wins; of two equally near the shorter; no more is tried once the error's
 * length is reached, or `mostSegments`. It is the same for the same texts and tokenizer.
 */
export function paddedText(
  { call, neutral, error }: TextToPad,
  countTokens: TokenCounter,
  mostSegments = STUDY_SEGMENTS,
): string {
  const wantedTokens = countTokens(error);
  let text = neutral;
  let tokens = countTokens(text);
  let best = { text, missedTokens: Math.abs(tokens - wantedTokens) };
  for (let segment = 0; segment < mostSegments; segment += 1) {
    const added = ` ${segmentOf(call, segment)}`;
    text += added;
    const isFar = segment >= STUDY_SEGMENTS && tokens < wantedTokens - COUNTED_TOKENS;
    tokens = isFar ? tokens + countTokens(added) : countTokens(text);
    const missedTokens = Math.abs(tokens - wantedTokens);
    if (missedTokens < best.missedTokens) best = { text, missedTokens };
    if (tokens >= wantedTokens) break;
  }
  return best.text;
}

/** Looks like an entry's number in a log, tells nothing, and differs from call to call. */
function segmentOf(call: string, index: number): string {
  const digest = blake2b(new TextEncoder().encode(`${call}:${index}`), { dkLen: 4 });
  return `entry=${bytesToHex(digest)}`;
}
