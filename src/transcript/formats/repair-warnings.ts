import type { Repair } from './json-reader.ts';
import type { PasteWarning } from './normal-form.ts';

export type RepairCounts = Map<Repair, number>;

const WORDS: Readonly<Record<Repair, string>> = {
  'trailing-comma': 'A comma before a closing bracket was passed over',
  'missing-comma': 'A missing comma between two objects was assumed',
  comment: 'A comment was passed over',
  nan: 'NaN or an infinity was read as a number',
  'raw-break': 'A line break inside a string was read as part of it',
  'python-literal': 'Python spelling (single quotes, None, True) was read as JSON',
};

/** What was read although it is not JSON, one warning a kind. */
export const repairWarnings = (repairs: ReadonlyMap<Repair, number>): PasteWarning[] =>
  [...repairs].map(([what, count]) => ({
    code: what,
    text: `${WORDS[what]}${count === 1 ? '' : `, ${count} times`}.`,
    span: null,
  }));
