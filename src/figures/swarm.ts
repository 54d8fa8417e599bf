/**
 * Lays dots out beside a line so that they do not cover each other. Each dot takes the free place nearest to the
 * line, in the order given, so that dots that come later never move those that are there. Where a place is full,
 * a dot is put at a height that its key alone decides.
 *
 * Returns for each dot its distance from the line, px, within ± halfHeight.
 */
export function swarmOffsets(
  dots: readonly { readonly x: number; readonly key: string }[],
  radius: number,
  halfHeight: number,
): readonly number[] {
  const heights = heightsWithin(halfHeight - radius, radius);
  // Dots by columns one diameter wide: only a dot's own column and its neighbours can be in its way.
  const columns = new Map<number, { readonly x: number; readonly offset: number }[]>();
  return dots.map(({ x, key }) => {
    const column = Math.floor(x / (2 * radius));
    const near = [column - 1, column, column + 1].flatMap((index) => columns.get(index) ?? []);
    const free = heights.find((height) =>
      near.every((other) => (other.x - x) ** 2 + (other.offset - height) ** 2 >= (2 * radius) ** 2 - 1e-9),
    );
    const offset = free ?? heights[scattered(key) % heights.length] ?? 0;
    const own = columns.get(column);
    if (own === undefined) columns.set(column, [{ x, offset }]);
    else own.push({ x, offset });
    return offset;
  });
}

/** 0, then by turns above and below, out to the edge. */
function heightsWithin(reach: number, step: number): readonly number[] {
  const heights = [0];
  for (let height = step; height <= reach; height += step) heights.push(-height, height);
  return heights;
}

/** A number that looks random but depends on the key alone (FNV-1a). */
function scattered(key: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < key.length; index += 1) {
    hash = Math.imul(hash ^ key.charCodeAt(index), 0x01000193);
  }
  return hash >>> 0;
}
