import type { Message, Part, TextRange, Transcript } from '../transcript/index.ts';

/** A place must be so many times as long as what is to be matched in it: only the tokenizer knows tokens. */
const ROOM = 1.5;

/**
 * Where a control lies, a stretch of no special meaning with as many tokens as another: at the end of the system
 * prompt; where that is too short, at the end of the longest message that is neither the goal nor what is matched.
 * Messages from `steps` on are the failed step. Never among the first CONTEXT_HEAD_TOKENS tokens of the context
 * (Part.sameTokensAs). Null: no message is long enough.
 */
export function controlAsLongAs(
  { messages }: Transcript,
  steps: number,
  { message, start, end }: TextRange,
): readonly Part[] | null {
  const goal = messages.findIndex(({ role }) => role === 'user');
  const isLongEnough = (at: number): boolean =>
    at !== message && (messages[at]?.content.length ?? 0) >= ROOM * (end - start);
  const lengthAt = (at: number): number => messages[at]?.content.length ?? 0;
  const [place] = [
    ...(messages[0]?.role === 'system' ? [0] : []),
    ...messages
      .slice(0, steps)
      .map((_: Message, at) => at)
      .filter((at) => at > 0 && at !== goal)
      .toSorted((one, other) => lengthAt(other) - lengthAt(one) || one - other),
  ].filter(isLongEnough);
  if (place === undefined) return null;
  const sameTokensAs = { message, start, end };
  return [{ name: 'control', message: place, start: 0, end: lengthAt(place), sameTokensAs }];
}
