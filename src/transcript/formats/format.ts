import type { Detected } from './draft.ts';
import type { JsonRecords } from './json-records.ts';
import type { SourceText } from './source-text.ts';

interface Format {
  readonly id: string;
  /** As the page names it. */
  readonly name: string;
  /** Where the format was seen. */
  readonly seenIn: string;
}

/** One line of the table of formats: a format of JSON records. */
export interface JsonFormat extends Format {
  /** Null: not this format. */
  readonly detect: (records: JsonRecords) => Detected | null;
}

/** One line of the table of formats: a text format. */
export interface TextFormat extends Format {
  /** Null: not this format. The first of the table that says yes is taken. */
  readonly detect: (source: SourceText) => Detected | null;
}
