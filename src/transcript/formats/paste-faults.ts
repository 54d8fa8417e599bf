import type { JsonFault } from './json-reader.ts';
import { nearestFormats } from './near-formats.ts';
import type { PasteFault, PastedTranscript } from './normal-form.ts';
import { seenKind } from './seen-kind.ts';

const NOTHING_LOST = 'Nothing was changed; the text is still in the field.';

const fault = (
  kind: string,
  happened: string,
  cure: string,
  more: Partial<Omit<PasteFault, 'kind' | 'happened' | 'cure'>> = {},
): PasteFault => ({
  kind,
  happened,
  stillWorks: NOTHING_LOST,
  cure,
  details: '',
  nearest: [],
  offer: null,
  ...more,
});

/** Longer pastes are refused: places, turns and the page's own copy would not fit. */
export const LONGEST_PASTE = 24 * 1024 * 1024;

/** How zip and gzip files begin; read as UTF-8, gzip's second byte is lost. */
const ARCHIVES = ['PK\u0003\u0004', '\u001f\u008b', '\u001f\ufffd'];

/** What can be said of a paste before anything is read; null: go on. */
export function faultBeforeReading(pasted: string): PasteFault | null {
  if (pasted.length > LONGEST_PASTE) {
    const size = megabytes(pasted.length);
    return fault(
      'too-large',
      `The text is ${size} long; up to 24 MB are read.`,
      'Paste one run, or the part around the failed call.',
    );
  }
  const head = pasted.slice(0, 1000);
  if (ARCHIVES.some((magic) => head.startsWith(magic))) {
    const what = head.startsWith('P') ? 'a zip archive' : 'a gzip file';
    return fault('zip', `This is ${what}, not text.`, 'Unpack it and choose the file with the log inside.');
  }
  // A whole paste of blanks is found without a regular expression that looks at each twice.
  if (pasted.replace('\ufeff', '').trim() === '') {
    return fault(
      'empty',
      'Nothing was pasted: the text is empty.',
      'Paste the log of a run, or choose its file.',
    );
  }
  if (/^\ufeff?\s*<(?:!doctype|html)[\s>]/i.test(head)) {
    return fault(
      'html-page',
      'This is the source of a web page, not a log.',
      'Open the page, copy the text of the conversation itself, or export the run as JSON.',
    );
  }
  return null;
}

/** JSON that stops early, is broken or nests too deep; the records before that are offered where there are any. */
export function jsonFault(
  { what, at }: JsonFault,
  source: string,
  offer: PastedTranscript | null,
): PasteFault {
  const where = placeOf(source, at);
  const count = offer?.turns.length ?? 0;
  const rest = count === 0 ? '' : ` The ${count === 1 ? 'one turn' : `${count} turns`} before can be used.`;
  const stillWorks = `${NOTHING_LOST}${rest}`;
  const details = `At character ${at} (${where}): ${JSON.stringify(source.slice(Math.max(0, at - 60), at + 20))}`;
  if (what === 'ends-early') {
    const happened = `The JSON ends too early, in ${where}: the text is cut off.`;
    return fault('truncated-json', happened, 'Paste the whole file.', { stillWorks, details, offer });
  }
  if (what === 'too-deep') {
    const happened = `The JSON nests deeper than any log, in ${where}.`;
    return fault('too-deep', happened, 'Paste the list of messages alone.', { stillWorks, details, offer });
  }
  const happened = `The JSON is broken in ${where}.`;
  const cure = 'Repair it there, or paste the file as it was written; tools that shorten logs break them.';
  return fault('broken-json', happened, cure, { stillWorks, details, offer });
}

/** A format that is known and not read. */
export const unreadFormat = (
  format: { readonly id: string; readonly name: string; readonly cure: string },
  why: string,
): PasteFault =>
  fault(
    'format-not-read',
    `This is ${article(format.name)} ${format.name}; this format is not read.`,
    format.cure,
    {
      details: `${format.id}: ${why}`,
    },
  );

const article = (name: string): string => (/^[AEIOU]/i.test(name) ? 'an' : 'a');

/** No turns, or turns of nobody who could have called a tool. */
export function notATranscript(pasted: string, offer: PastedTranscript | null = null): PasteFault {
  const seen = seenKind(pasted);
  const size = pasted.length >= 1_000_000 ? ` in ${megabytes(pasted.length)} of text` : '';
  const happened =
    offer === null
      ? `No turns were found${size}; it looks like ${seen}.`
      : `Turns were found${size}, but none of an assistant.`;
  const nearest = nearestFormats(pasted);
  const names = nearest.map(({ name }) => name).join(', ');
  return fault(
    'not-a-transcript',
    happened,
    `Paste the log of an agent that calls tools. Nearest formats: ${names}.`,
    {
      details: nearest.map(({ name, why }) => `${name}: ${why}`).join('\n'),
      nearest,
      offer,
    },
  );
}

const megabytes = (length: number): string => `${(length / 1e6).toFixed(1)} MB`;

function placeOf(text: string, at: number): string {
  let line = 1;
  let start = 0;
  for (let next = text.indexOf('\n'); next >= 0 && next < at; next = text.indexOf('\n', next + 1)) {
    line += 1;
    start = next + 1;
  }
  return `line ${line}, column ${at - start + 1}`;
}
