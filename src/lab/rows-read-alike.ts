import { CONDITIONS, rowConditionOf } from '../probe/index.ts';
import type { ScoreRow } from '../records/index.ts';
import type { Wording } from '../transcript/index.ts';

/** Of these rows, those of conditions that show the same under this wording as they did when the rows were scored. */
export function rowsReadAlike(rows: readonly ScoreRow[], wording: Wording): readonly ScoreRow[] {
  const names = new Set(CONDITIONS.map((name) => rowConditionOf(name, wording)));
  return rows.filter(({ condition }) => names.has(condition));
}
