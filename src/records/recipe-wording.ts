import { canonicalJson, sha256OfText } from './content-hash.ts';

/** Texts that a run puts around failed steps in place of the usual ones. What they are called is the transcript's business. */
export interface RecipeWording {
  /** By name; null: a link had no room for them and tells only which they were. */
  readonly texts: Readonly<Record<string, string>> | null;
  /** sha256 over the canonical JSON of the texts. */
  readonly sha256: string;
}

/** A link with more than this is cut by mail programs and chats. */
const MOST_LINK_CHARACTERS = 2_000;
const HASH_KEY = 'wording';
const TEXT_KEY = /^text\.([A-Za-z]{1,40})$/;

/** Texts, with the hash that names them. */
export const recipeWording = (texts: Readonly<Record<string, string>>): RecipeWording => ({
  texts,
  sha256: sha256OfText(canonicalJson(texts)),
});

/** As fields of a link: the hash always, the whole texts as long as they are short enough. */
export function fieldsOfWording(
  { texts, sha256 }: RecipeWording,
  escaped: (value: string) => string,
): readonly (readonly [string, string])[] {
  const whole = Object.entries(texts ?? {})
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, text]) => [`text.${name}`, escaped(text)] as const);
  const characters = whole.reduce((sum, [key, text]) => sum + key.length + text.length + 2, 0);
  return [[HASH_KEY, sha256], ...(characters <= MOST_LINK_CHARACTERS ? whole : [])];
}

/** Whether a link's key belongs to a wording. */
export const isWordingField = (key: string): boolean => key === HASH_KEY || TEXT_KEY.test(key);

/** The wording of a link. Texts that are not those the link was made with are named and left out, never used. */
export function readWording(fields: ReadonlyMap<string, string>, notes: string[]): RecipeWording | null {
  const hash = fields.get(HASH_KEY);
  const texts: Record<string, string> = {};
  for (const [key, raw] of fields) {
    const name = TEXT_KEY.exec(key)?.[1];
    if (name === undefined) continue;
    const text = unescaped(raw);
    if (text === null) {
      notes.push(`The link’s text for “${name}” cannot be read; the item set’s own texts are used.`);
      return null;
    }
    texts[name] = text;
  }
  if (Object.keys(texts).length === 0) {
    if (hash === undefined) return null;
    if (/^[0-9a-f]{64}$/.test(hash)) return { texts: null, sha256: hash };
    notes.push('The link names texts of its own in a way that cannot be read; the item set’s own are used.');
    return null;
  }
  const wording = recipeWording(texts);
  if (hash === undefined || hash === wording.sha256) return wording;
  notes.push('The texts in this link are not the ones it was made with; the item set’s own are used.');
  return null;
}

function unescaped(raw: string): string | null {
  if (raw === '' || raw.length > MOST_LINK_CHARACTERS) return null;
  try {
    return decodeURIComponent(raw);
  } catch {
    return null;
  }
}
