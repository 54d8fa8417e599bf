/**
 * Exact two-sided sign test of paired outcomes: how likely a split at least as uneven as `up` against `down` would be if
 * either way were as likely; pairs without a difference do not count. A bootstrap of differences that all point one way
 * claims certainty whatever their number; this does not. Null of nothing.
 */
export function signTest(up: number, down: number): number | null {
  const pairs = up + down;
  if (pairs === 0) return null;
  let ways = 1;
  let tail = 0;
  for (let taken = 0; taken <= Math.min(up, down); taken += 1) {
    tail += ways;
    ways = (ways * (pairs - taken)) / (taken + 1);
  }
  return Math.min(1, (2 * tail) / 2 ** pairs);
}
