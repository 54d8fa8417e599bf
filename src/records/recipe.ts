import {
  eachOnce,
  escaped,
  fieldOfSet,
  fragmentOfFields,
  noteUnknown,
  noteVersion,
  readFields,
  readNames,
  readSet,
  splitOnce,
  unescaped,
  type LinkedSet,
} from './link-fields.ts';
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
  readonly itemSet: LinkedSet | null;
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
/** A view may name every task of a set and every kind of mistake. */
const LONGEST_VIEW = 4_000;

/** The fragment of a recipe, beginning with '#'. Human-readable; parts that are null are left out. */
export function fragmentOfRecipe(recipe: Recipe, route = PROBE_ROUTE): string {
  return fragmentOfFields(route, RECIPE_VERSION, [
    ['checkpoint', recipe.checkpoint === null ? null : escaped(recipe.checkpoint)],
    ['items', fieldOfSet(recipe.itemSet)],
    ['conditions', recipe.conditions === null ? null : recipe.conditions.map(escaped).join(',')],
    ['candidates', recipe.candidates === null ? null : escaped(recipe.candidates)],
    ...(recipe.wording === null ? [] : fieldsOfWording(recipe.wording, escaped)),
    ['view', recipe.view === null ? null : escaped(recipe.view)],
    ['item', recipe.item === null ? null : escaped(recipe.item)],
    ['condition', recipe.condition === null ? null : escaped(recipe.condition)],
    ['token', recipe.token === null ? null : String(recipe.token)],
  ]);
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
  noteVersion(fields.get('v'), RECIPE_VERSION, notes);
  for (const key of fields.keys()) {
    if (!KNOWN_KEYS.has(key) && !isWordingField(key)) noteUnknown(key, notes);
  }
  const plain = (key: string, longest?: number): string | null => {
    const raw = fields.get(key);
    return raw === undefined ? null : unescaped(key, raw, notes, longest);
  };
  return {
    recipe: {
      checkpoint: plain('checkpoint'),
      itemSet: readSet('items', 'item set', fields.get('items'), notes),
      conditions: readNames('conditions', fields.get('conditions'), notes),
      candidates: plain('candidates'),
      wording: readWording(fields, notes),
      view: plain('view', LONGEST_VIEW),
      item: plain('item'),
      condition: plain('condition'),
      token: readToken(fields.get('token'), notes),
    },
    notes: eachOnce(notes),
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

function readToken(raw: string | undefined, notes: string[]): number | null {
  if (raw === undefined) return null;
  if (/^\d{1,5}$/.test(raw)) return Number(raw);
  notes.push('The link’s “token” cannot be read and is left out.');
  return null;
}
