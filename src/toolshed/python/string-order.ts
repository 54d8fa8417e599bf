/** Python's order of strings, by code points, as a comparison for sorting. */
export function comparePoints(a: string, b: string): number {
  const left = [...a];
  const right = [...b];
  for (const [at, character] of left.entries()) {
    const other = right[at];
    if (other === undefined) return 1;
    const difference = (character.codePointAt(0) ?? 0) - (other.codePointAt(0) ?? 0);
    if (difference !== 0) return difference;
  }
  return left.length - right.length;
}
