import { fieldsOfWording, isWordingField, readWording, type RecipeWording } from './recipe-wording.ts';

/**
 * What a link holds: enough to ask for the same run again, never a result and never a pasted text.
 *
 *   #/probe?v=1&checkpoint=smollm2-135m&items=first-eight-1@3b89aee6ccab0227&conditions=pre,fail,neut&item=first-01…
 *
 * The version is that of the fields that were there first; later ones are optional, and an older page names them as
 * unknown. So every link that was ever made still opens, and a recipe that needs nothing new has the link it always had.
 */
export interface Recipe {
  /** Id of the checkpoint; null: whatever the reader has loaded. */
  readonly checkpoint: string | null;
  readonly itemSet: { readonly name: string; readonly sha256: string | null } | null;
  /** Null: the room's own choice. */
  readonly conditions: readonly string[] | null;
  /** Which calls are scored under which condition; null: as published. */
  readonly candidates: string | null;
  /** Texts around the failed step that replace those of the item set; null: the set's own. */
  readonly wording: RecipeWording | null;
  /** What is looked at (for example 'strip' or 'tokens'). */
  readonly view: string | null;
  /** The opened item. */
  readonly item: string | null;
  /** What the opened item is looked at under. */
  readonly condition: string | null;
  /** The token of the failed call that is pointed at, from 0. */
  readonly token: number | null;
}

export const DEFAULT_RECIPE: Recipe = {
  checkpoint: null,
  itemSet: null,
  conditions: null,
  candidates: null,
  wording: null,
  view: null,
  item: null,
  condition: null,
  token: null,
};

export const RECIPE_VERSION = 1;

/** A recipe read from a link, with a plain sentence for everything that could not be taken over. */
export interface ReadRecipe {
  readonly recipe: Recipe;
  readonly notes: readonly string[];
}

/** The room that a recipe is run in, unless said otherwise. */
const PROBE_ROUTE = '#/probe';
/** A name that fills a screen is no name; it would only hide the rest of the page. */
const LONGEST_NAME = 200;
/** A view may name every task of a set and every kind of mistake. */
const LONGEST_VIEW = 4_000;

/** The fragment of a recipe, beginning with '#'. Human-readable; parts that are null are left out. */
export function fragmentOfRecipe(recipe: Recipe, route = PROBE_ROUTE): string {
  const { itemSet } = recipe;
  const fields: readonly (readonly [string, string | null])[] = [
    ['checkpoint', recipe.checkpoint === null ? null : escaped(recipe.checkpoint)],
    [
      'items',
      itemSet === null
        ? null
        : escaped(itemSet.name) + (itemSet.sha256 === null ? '' : `@${escaped(itemSet.sha256)}`),
    ],
    ['conditions', recipe.conditions === null ? null : recipe.conditions.map(escaped).join(',')],
    ['candidates', recipe.candidates === null ? null : escaped(recipe.candidates)],
    ...(recipe.wording === null ? [] : fieldsOfWording(recipe.wording, escaped)),
    ['view', recipe.view === null ? null : escaped(recipe.view)],
    ['item', recipe.item === null ? null : escaped(recipe.item)],
    ['condition', recipe.condition === null ? null : escaped(recipe.condition)],
    ['token', recipe.token === null ? null : String(recipe.token)],
  ];
  const present = fields.filter(([, value]) => value !== null);
  if (present.length === 0) return route;
  return `${route}?v=${RECIPE_VERSION}${present.map(([key, value]) => `&${key}=${value ?? ''}`).join('')}`;
}

/** Reads any fragment. What cannot be understood is named in a note and left at its default. */
export function recipeOfFragment(fragment: string): ReadRecipe {
  const [route = '', query = ''] = splitOnce(fragment, '?');
  if (fragment === '' || fragment === '#' || fragment === '#/') return { recipe: DEFAULT_RECIPE, notes: [] };
  if (route !== PROBE_ROUTE) {
    return {
      recipe: DEFAULT_RECIPE,
      notes: ['This link does not lead to the probe; the probe is shown with its usual settings.'],
    };
  }
  return recipeOfQuery(query);
}

/** The same of what follows the question mark of any room's link. */
export function recipeOfQuery(query: string): ReadRecipe {
  const notes: string[] = [];
  const fields = readFields(query, notes);
  noteVersion(fields.get('v'), notes);
  for (const key of fields.keys()) {
    if (!KNOWN_KEYS.has(key) && !isWordingField(key))
      notes.push(`The link also says “${shortened(key)}”, which this page does not know.`);
  }
  const plain = (key: string, longest = LONGEST_NAME): string | null => {
    const raw = fields.get(key);
    return raw === undefined ? null : unescaped(key, raw, notes, longest);
  };
  return {
    recipe: {
      checkpoint: plain('checkpoint'),
      itemSet: readItemSet(fields.get('items'), notes),
      conditions: readConditions(fields.get('conditions'), notes),
      candidates: plain('candidates'),
      wording: readWording(fields, notes),
      view: plain('view', LONGEST_VIEW),
      item: plain('item'),
      condition: plain('condition'),
      token: readToken(fields.get('token'), notes),
    },
    notes,
  };
}

const KNOWN_KEYS = new Set([
  'v',
  'checkpoint',
  'items',
  'conditions',
  'candidates',
  'view',
  'item',
  'condition',
  'token',
]);

function readFields(query: string, notes: string[]): Map<string, string> {
  const fields = new Map<string, string>();
  for (const pair of query.split('&')) {
    if (pair === '') continue;
    const [key = '', value = ''] = splitOnce(pair, '=');
    if (fields.has(key)) notes.push(`The link says “${shortened(key)}” twice; the first is used.`);
    else fields.set(key, value);
  }
  return fields;
}

function noteVersion(version: string | undefined, notes: string[]): void {
  if (version === undefined) return;
  if (!/^\d{1,6}$/.test(version)) notes.push('The version in this link cannot be read.');
  else if (Number(version) > RECIPE_VERSION) {
    notes.push(
      'This link was made by a newer version of the page; some of its settings may be missing here.',
    );
  }
}

function readItemSet(raw: string | undefined, notes: string[]): Recipe['itemSet'] {
  if (raw === undefined) return null;
  const [rawName = '', rawHash] = splitOnce(raw, '@');
  const name = unescaped('items', rawName, notes);
  if (name === null) return null;
  if (rawHash === undefined) return { name, sha256: null };
  if (!/^[0-9a-f]{64}$/.test(rawHash)) {
    notes.push(
      'The link’s check value for the item set is damaged; whether it is the same set cannot be told.',
    );
    return { name, sha256: null };
  }
  return { name, sha256: rawHash };
}

function readConditions(raw: string | undefined, notes: string[]): readonly string[] | null {
  if (raw === undefined) return null;
  const names = raw.split(',').map((name) => unescaped('conditions', name, notes));
  const read = names.filter((name) => name !== null);
  return read.length === 0 ? null : read;
}

function readToken(raw: string | undefined, notes: string[]): number | null {
  if (raw === undefined) return null;
  if (/^\d{1,5}$/.test(raw)) return Number(raw);
  notes.push('The link’s “token” cannot be read and is left out.');
  return null;
}

function unescaped(key: string, raw: string, notes: string[], longest = LONGEST_NAME): string | null {
  try {
    const value = decodeURIComponent(raw);
    if (value !== '' && value.length <= longest) return value;
  } catch {
    // A percent sign without its digits: reported below like every other unreadable value.
  }
  notes.push(`The link’s “${key}” cannot be read and is left out.`);
  return null;
}

/** Percent-encoding that leaves '/' and ':' readable; a fragment may hold both. Half a character becomes U+FFFD. */
const escaped = (value: string): string =>
  encodeURIComponent(value.replace(/\p{Surrogate}/gu, '\ufffd'))
    .replaceAll('%2F', '/')
    .replaceAll('%3A', ':');

const shortened = (text: string): string => (text.length > 30 ? `${text.slice(0, 30)}…` : text);

function splitOnce(text: string, separator: string): readonly [string] | readonly [string, string] {
  const at = text.indexOf(separator);
  return at === -1 ? [text] : [text.slice(0, at), text.slice(at + separator.length)];
}
