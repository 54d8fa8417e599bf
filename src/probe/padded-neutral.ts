import { fillTemplate, paddedText, type TokenCounter, type Wording } from '../transcript/index.ts';
import { failedStepOf } from './conditions.ts';
import type { ProbeItem } from './item.ts';

/**
 * The neutral text of an item, about as many tokens long as its error. Null for a wording that asks for a text the item
 * does not have.
 */
export function paddedNeutral(item: ProbeItem, wording: Wording, countTokens: TokenCounter): string | null {
  const failed = failedStepOf(item);
  const error = fillTemplate(wording.error, failed);
  const neutral = fillTemplate(wording.neutral, failed);
  return error === null || neutral === null
    ? null
    : paddedText({ call: item.failed_action, neutral, error }, countTokens);
}
