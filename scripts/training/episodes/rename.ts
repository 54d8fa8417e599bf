/** Replaces every known string where it stands as a whole, all in one go: nothing that was put in is looked at again. */
export function renamer(fresh: ReadonlyMap<string, string>): (text: string) => string {
  const longestFirst = [...fresh.keys()].sort((a, b) => b.length - a.length);
  const known = new RegExp(`(?<![\\p{L}\\d])(?:${longestFirst.map(escaped).join('|')})(?![\\p{L}\\d])`, 'gu');
  return (text) => text.replace(known, (old) => fresh.get(old) ?? old);
}

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
