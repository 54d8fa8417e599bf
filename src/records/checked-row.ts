import * as v from 'valibot';

/** What is wrong with a value that should be a row. */
export interface RowFault {
  /** Null: the value as a whole. */
  readonly field: string | null;
  readonly what: string;
}

export interface CheckedRow<Row> {
  readonly row: Row | null;
  readonly faults: readonly RowFault[];
}

/** Shape first, then inner agreement: unknown in, a row or its faults out. */
export function checkedRow<Row>(
  schema: v.GenericSchema<unknown, Row>,
  contradictionIn: (row: Row) => RowFault | null,
  value: unknown,
): CheckedRow<Row> {
  const checked = v.safeParse(schema, value);
  if (!checked.success) {
    return {
      row: null,
      faults: checked.issues.map((issue) => ({ field: v.getDotPath(issue), what: issue.message })),
    };
  }
  const contradiction = contradictionIn(checked.output);
  return contradiction === null
    ? { row: checked.output, faults: [] }
    : { row: null, faults: [contradiction] };
}
