/** What the links of all rooms are made of: `key=value` pairs behind the question mark of a fragment. */

/** A set that a link names, with the hash it was made with, where the link has one that can be read. */
export interface LinkedSet {
  readonly name: string;
  readonly sha256: string | null;
}

/** A name that fills a screen is no name; it would only hide the rest of the page. */
const LONGEST_NAME = 200;

/** Percent-encoding that leaves '/' and ':' readable; a fragment may hold both. Half a character becomes U+FFFD. */
export const escaped = (value: string): string =>
  encodeURIComponent(value.replace(/\p{Surrogate}/gu, '\ufffd'))
    .replaceAll('%2F', '/')
    .replaceAll('%3A', ':');

export const shortened = (text: string): string => (text.length > 30 ? `${text.slice(0, 30)}…` : text);

export function splitOnce(text: string, separator: string): readonly [string] | readonly [string, string] {
  const at = text.indexOf(separator);
  return at === -1 ? [text] : [text.slice(0, at), text.slice(at + separator.length)];
}

/** The fragment of a route with the fields that hold something; the route alone where none does. */
export function fragmentOfFields(
  route: string,
  version: number,
  fields: readonly (readonly [string, string | null])[],
): string {
  const present = fields.filter(([, value]) => value !== null);
  if (present.length === 0) return route;
  return `${route}?v=${version}${present.map(([key, value]) => `&${key}=${value ?? ''}`).join('')}`;
}

export function readFields(query: string, notes: string[]): Map<string, string> {
  const fields = new Map<string, string>();
  for (const pair of query.split('&')) {
    if (pair === '') continue;
    const [key = '', value = ''] = splitOnce(pair, '=');
    if (fields.has(key)) notes.push(`The link says “${shortened(key)}” twice; the first is used.`);
    else fields.set(key, value);
  }
  return fields;
}

export const noteUnknown = (key: string, notes: string[]): void => {
  notes.push(`The link also says “${shortened(key)}”, which this page does not know.`);
};

export function noteVersion(version: string | undefined, known: number, notes: string[]): void {
  if (version === undefined) return;
  if (!/^\d{1,6}$/.test(version)) notes.push('The version in this link cannot be read.');
  else if (Number(version) > known) {
    notes.push(
      'This link was made by a newer version of the page; some of its settings may be missing here.',
    );
  }
}

export function unescaped(key: string, raw: string, notes: string[], longest = LONGEST_NAME): string | null {
  try {
    const value = decodeURIComponent(raw);
    if (value !== '' && value.length <= longest) return value;
  } catch {
    // A percent sign without its digits: reported below like every other unreadable value.
  }
  notes.push(`The link’s “${key}” cannot be read and is left out.`);
  return null;
}

export const fieldOfSet = (set: LinkedSet | null): string | null =>
  set === null ? null : escaped(set.name) + (set.sha256 === null ? '' : `@${escaped(set.sha256)}`);

/** `what` is for the sentence about a damaged hash, for example “item set”. */
export function readSet(
  key: string,
  what: string,
  raw: string | undefined,
  notes: string[],
): LinkedSet | null {
  if (raw === undefined) return null;
  const [rawName = '', rawHash] = splitOnce(raw, '@');
  const name = unescaped(key, rawName, notes);
  if (name === null) return null;
  if (rawHash === undefined) return { name, sha256: null };
  if (!/^[0-9a-f]{64}$/.test(rawHash)) {
    notes.push(
      `The link’s check value for the ${what} is damaged; whether it is the same set cannot be told.`,
    );
    return { name, sha256: null };
  }
  return { name, sha256: rawHash };
}

export function readNames(key: string, raw: string | undefined, notes: string[]): readonly string[] | null {
  if (raw === undefined) return null;
  const names = raw.split(',').map((name) => unescaped(key, name, notes));
  const read = names.filter((name) => name !== null);
  return read.length === 0 ? null : eachOnce(read);
}

/** What a damaged link says a thousand times is said once: rooms show each sentence, and each name, by itself. */
export const eachOnce = (texts: readonly string[]): readonly string[] => [...new Set(texts)];
