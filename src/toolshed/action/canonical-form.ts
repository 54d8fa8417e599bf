import { comparePoints, repr } from '../python/index.ts';
import { parseCall } from './parse-call.ts';
import { withSingleSpaces } from './turn-text.ts';

/**
 * A text that two turns share if they make the same call, whatever their blanks, quotes, order of keywords, label or
 * fence (toolshed §4): name, positional values, `|`, keywords by name. Positional and named arguments, 28 and 28.0,
 * and letter case stay apart. A turn that is no call: itself, with single spaces.
 */
export function canonicalForm(turn: string): string {
  const parsed = parseCall(turn);
  if (!parsed.ok) return withSingleSpaces(turn);
  const { name, positional, keywords } = parsed.call;
  const named = [...keywords].sort((a, b) => comparePoints(a.name, b.name));
  return [
    name,
    `(${positional.map(repr).join(', ')}`,
    `|${named.map((keyword) => `${keyword.name}=${repr(keyword.value)}`).join(', ')})`,
  ].join('');
}
