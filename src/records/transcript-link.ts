import {
  escaped,
  fragmentOfFields,
  noteUnknown,
  noteVersion,
  readFields,
  shortened,
  unescaped,
} from './link-fields.ts';

/**
 * What a link to “Your transcript” holds: settings, and the pasted text only where the reader chose that by itself. Null:
 * the room's own choice. Never a result.
 *
 *   #/transcript?v=1&checkpoint=smollm2-135m&way=description&style=function&last=6&system=this-tool&longest=2000
 */
export interface TranscriptLink {
  readonly checkpoint: string | null;
  readonly way: string | null;
  readonly style: string | null;
  /** Messages before the failed step that are kept. */
  readonly lastMessages: number | null;
  readonly system: 'whole' | 'this-tool' | null;
  /** A longer message loses its middle. */
  readonly mostCharacters: number | null;
  /** The text, packed; without it a link cannot show the log to anybody. */
  readonly text: string | null;
}

export const EMPTY_TRANSCRIPT_LINK: TranscriptLink = {
  checkpoint: null,
  way: null,
  style: null,
  lastMessages: null,
  system: null,
  mostCharacters: null,
  text: null,
};

/** Longer addresses are cut by mail and chat programs, and by some browsers, without a word. */
export const LONGEST_LINKED_TEXT = 32_000;

const ROUTE = '#/transcript';
const VERSION = 1;
const MOST_MESSAGES = 100_000;
const MOST_CHARACTERS = 10_000_000;

export function fragmentOfTranscriptLink(link: TranscriptLink): string {
  const number = (value: number | null): string | null => (value === null ? null : String(value));
  const name = (value: string | null): string | null => (value === null ? null : escaped(value));
  return fragmentOfFields(ROUTE, VERSION, [
    ['checkpoint', name(link.checkpoint)],
    ['way', name(link.way)],
    ['style', name(link.style)],
    ['last', number(link.lastMessages)],
    ['system', link.system],
    ['longest', number(link.mostCharacters)],
    ['text', link.text],
  ]);
}

/** Names that the room knows; a link that says another is followed in the rest. */
export interface KnownNames {
  readonly ways: readonly string[];
  readonly styles: readonly string[];
}

/** Reads the fragment of the room; what cannot be followed is named in a sentence. */
export function transcriptLinkOfFragment(
  fragment: string,
  known: KnownNames,
): { readonly link: TranscriptLink; readonly notes: readonly string[] } {
  const notes: string[] = [];
  const at = fragment.indexOf('?');
  const fields = readFields(at === -1 ? '' : fragment.slice(at + 1), notes);
  noteVersion(fields.get('v'), VERSION, notes);
  const among = (key: string, names: readonly string[]): string | null => {
    const raw = fields.get(key);
    const name = raw === undefined ? null : unescaped(key, raw, notes);
    if (name === null || names.includes(name)) return name;
    notes.push(`The link’s “${key}” is “${shortened(name)}”, which this page does not know.`);
    return null;
  };
  const count = (key: string, most: number): number | null => {
    const raw = fields.get(key);
    if (raw === undefined) return null;
    const value = /^\d{1,9}$/.test(raw) ? Number(raw) : NaN;
    if (value <= most) return value;
    notes.push(`The link’s “${key}” cannot be read and is left out.`);
    return null;
  };
  const checkpoint = fields.get('checkpoint');
  const system = among('system', ['whole', 'this-tool']);
  const link: TranscriptLink = {
    checkpoint: checkpoint === undefined ? null : unescaped('checkpoint', checkpoint, notes),
    way: among('way', known.ways),
    style: among('style', known.styles),
    lastMessages: count('last', MOST_MESSAGES),
    system: system === 'whole' || system === 'this-tool' ? system : null,
    mostCharacters: count('longest', MOST_CHARACTERS),
    text: textIn(fields.get('text'), notes),
  };
  for (const key of fields.keys()) if (!KEYS.has(key)) noteUnknown(key, notes);
  return { link, notes };
}

const KEYS = new Set(['v', 'checkpoint', 'way', 'style', 'last', 'system', 'longest', 'text']);

function textIn(raw: string | undefined, notes: string[]): string | null {
  if (raw === undefined) return null;
  if (raw.length <= LONGEST_LINKED_TEXT && /^[\w-]+$/.test(raw)) return raw;
  notes.push('The text in this link is damaged or too long, and is left out.');
  return null;
}
