import { blake2b } from '@noble/hashes/blake2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { fillTemplate, type Wording } from '../transcript/index.ts';
import { failedStepOf } from './conditions.ts';
import type { ProbeItem } from './item.ts';

/** How many tokens a bare text has for the checkpoint: no template, no special tokens. */
export type TokenCounter = (text: string) => number;

const MOST_SEGMENTS = 23;

/**
 * The neutral text, lengthened by segments without meaning until it has about as many tokens as the error
 * (measurement §1.2). The nearest length wins; of two equally near the shorter; no more is tried once the error's
 * length is reached. It is the same for the same call, wording and tokenizer. Null for a wording that asks for a text
 * the item does not have.
 */
export function paddedNeutral(item: ProbeItem, wording: Wording, countTokens: TokenCounter): string | null {
  const failed = failedStepOf(item);
  const error = fillTemplate(wording.error, failed);
  let text = fillTemplate(wording.neutral, failed);
  if (error === null || text === null) return null;
  const wantedTokens = countTokens(error);
  let best = { text, missedTokens: Math.abs(countTokens(text) - wantedTokens) };
  for (let segment = 0; segment < MOST_SEGMENTS; segment += 1) {
    text += ` ${segmentOf(item.failed_action, segment)}`;
    const tokens = countTokens(text);
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
