/** Turns that stand on the page, `to` excluded. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** How many turns were asked for beyond those that are shown at once. */
export interface Unfolded {
  readonly earlier: number;
  readonly between: number;
  readonly later: number;
}

const BEFORE = 3;
const AFTER = 5;
/** Without a failed call, the beginning of the log. */
const FIRST = 20;
/** Between a call and its result; more is folded. */
const MOST_BETWEEN = 12;

/** The turns around a failed call, in one stretch, or in two where its result stands far away. */
export function stretchesOf(
  turns: number,
  failed: { readonly call: number; readonly result: number } | null,
  { earlier, between, later }: Unfolded,
): readonly Stretch[] {
  if (failed === null) return [{ from: 0, to: Math.min(turns, FIRST + later) }];
  const from = Math.max(0, failed.call - BEFORE - earlier);
  const to = Math.min(turns, failed.result + 1 + AFTER + later);
  const gap = failed.result - failed.call - 1;
  const shownOfGap = MOST_BETWEEN + between;
  if (gap <= shownOfGap) return [{ from, to }];
  const near = Math.ceil(shownOfGap / 2);
  return [
    { from, to: failed.call + 1 + near },
    { from: failed.result - (shownOfGap - near), to },
  ];
}
