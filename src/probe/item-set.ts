import {
  fail,
  linesNotText,
  NOT_TEXT,
  ok,
  readJsonLines,
  withoutMark,
  type LabError,
  type LineFinding,
  type Result,
} from '../records/index.ts';
import { checkItem, type ProbeItem } from './item.ts';

/** An item file as read: every line is an item or has at least one finding. */
export interface ReadItems {
  readonly items: readonly ProbeItem[];
  readonly findings: readonly LineFinding[];
}

/**
 * Reads one JSON Lines text; a byte order mark at its head is passed over, as it is no fault of whoever saved the file.
 * Nothing else is dropped in silence; an item_id that stands twice is a finding too.
 * `notText`: numbers of lines of which the bytes were no text.
 */
export function readItems(jsonl: string, notText: ReadonlySet<number> = new Set()): ReadItems {
  const items: ProbeItem[] = [];
  const findings: LineFinding[] = [];
  const lineOfId = new Map<string, number>();
  for (const { line, parsed } of readJsonLines(withoutMark(jsonl))) {
    if (notText.has(line)) {
      findings.push({ line, field: null, what: NOT_TEXT });
      continue;
    }
    if (!parsed.ok) {
      findings.push({ line, field: null, what: parsed.what });
      continue;
    }
    const { item, faults } = checkItem(parsed.value);
    for (const fault of faults) findings.push({ line, ...fault });
    if (item === null) continue;
    const first = lineOfId.get(item.item_id);
    if (first === undefined) {
      lineOfId.set(item.item_id, line);
      items.push(item);
    } else {
      findings.push({ line, field: 'item_id', what: `is ${item.item_id}, which line ${first} has already` });
    }
  }
  return { items, findings };
}

/**
 * Reads an item set that must be whole, as text or as the bytes of a file: one bad line refuses the set, and every bad
 * line is named with field and cure.
 */
export function parseItemSet(file: string | Uint8Array, fileName: string): Result<readonly ProbeItem[]> {
  const { items, findings } = typeof file === 'string' ? readItems(file) : readBytes(file);
  if (findings.length > 0) return fail(badItems(fileName, findings));
  return items.length > 0
    ? ok(items)
    : fail({
        kind: 'items-none',
        happened: `${fileName} holds no items.`,
        stillWorks: 'The built-in item sets.',
        cure: 'Choose a JSON Lines file with one item a line; static-probes/item.schema.json describes an item.',
        details: fileName,
      });
}

const readBytes = (bytes: Uint8Array): ReadItems =>
  readItems(new TextDecoder().decode(bytes), new Set(linesNotText(bytes)));

function badItems(fileName: string, findings: readonly LineFinding[]): LabError {
  const [first] = findings;
  const lines = new Set(findings.map(({ line }) => line)).size;
  const place = first === undefined ? '' : placeOf(first);
  return {
    kind: 'item-invalid',
    happened: `${fileName}, ${place}${lines > 1 ? ` (and ${lines - 1} more bad ${lines === 2 ? 'line' : 'lines'})` : ''}.`,
    stillWorks: 'The item set that was chosen before, and the built-in ones. No line of this file was used.',
    cure: `Correct ${lines === 1 ? 'this line' : 'these lines'} and choose the file again; static-probes/item.schema.json says what each field must be.`,
    details: [
      ...findings.slice(0, MOST_NAMED).map((finding) => `${fileName}, ${placeOf(finding)}`),
      ...(findings.length > MOST_NAMED ? [`and ${findings.length - MOST_NAMED} more findings`] : []),
    ].join('\n'),
  };
}

/** A file of something else altogether may have millions of bad lines; nobody corrects those by hand. */
const MOST_NAMED = 1000;

const placeOf = ({ line, field, what }: LineFinding): string =>
  field === null
    ? `line ${line}: ${shortened(what)}`
    : `line ${line}, field ${shortened(field)}: ${shortened(what)}`;

/** A name out of a broken file may be as long as the file. */
const LONGEST_NAME = 200;

const shortened = (text: string): string =>
  text.length <= LONGEST_NAME ? text : `${text.slice(0, LONGEST_NAME)}…`;
