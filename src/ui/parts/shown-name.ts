import { visibleStretches } from './visible-text.ts';

/** A name with its middle left out where it has more characters than that: beginning and end tell most of it. */
export function shortened(name: string, mostCharacters: number): string {
  const characters = [...name];
  if (characters.length <= mostCharacters) return name;
  const kept = mostCharacters - 1;
  const tail = Math.floor(kept / 2);
  return [...characters.slice(0, kept - tail), '…', ...characters.slice(characters.length - tail)].join('');
}

/** A name out of a file for a plain text: shortened, and what nobody can see, or turns what is seen, spelled out. */
export const shownName = (name: string, mostCharacters: number): string =>
  visibly(shortened(name, mostCharacters));

/** All of it, with what nobody can see spelled out. */
export const visibly = (name: string): string =>
  visibleStretches(name)
    .map(({ text }) => text)
    .join('');
