// @ts-check
// What `npm run study` lets people name, and the sets it knows. The names are those of src/probe; a test holds them together.

const FIRST = ['pre', 'fail', 'succ', 'neut'];
const CORE = ['pre', 'fail', 'succ', 'neut', 'abstract'];
const EXTENDED = [
  'neut_pad',
  'fail_echo',
  'fail_terse',
  'fail_verbose',
  'fail_instr',
  'fail_k2',
  'fail_k3',
  'fail_early',
  'fail_other',
  'abstract_min',
];

/** Every condition, in the published order. */
export const CONDITIONS = [...CORE, ...EXTENDED];
/** Words that stand for several conditions. @type {Readonly<Record<string, readonly string[]>>} */
export const GROUPS = { first: FIRST, core: CORE, extended: EXTENDED, all: CONDITIONS };
export const CANDIDATES = ['failed', 'gold', 'distractor0', 'distractor1'];
/** Which of them are scored under which condition. */
export const SCOPES = ['published', 'same-everywhere'];
export const WORDINGS = ['paper', 'mended'];

/** @param {string} text @returns {string[]} */
const namesIn = (text) => text.split(',').map((part) => part.trim());

/**
 * Names and groups as the conditions they mean, in the published order.
 * @param {string} text
 * @returns {{ ok: true, value: string[] } | { ok: false, stranger: string }}
 */
export function conditionsOf(text) {
  const names = namesIn(text);
  const stranger = names.find((name) => !CONDITIONS.includes(name) && !Object.hasOwn(GROUPS, name));
  if (stranger !== undefined) return { ok: false, stranger };
  const wanted = new Set(names.flatMap((name) => GROUPS[name] ?? [name]));
  return { ok: true, value: CONDITIONS.filter((name) => wanted.has(name)) };
}

/**
 * Names of candidates (null: all) and the scope: a scope's word may stand alone or among names.
 * @param {string} text
 * @returns {{ ok: true, value: { scope: string, names: string[] | null } } | { ok: false, stranger: string }}
 */
export function candidatesOf(text) {
  const words = namesIn(text);
  const scopes = words.filter((word) => SCOPES.includes(word));
  const names = words.filter((word) => !SCOPES.includes(word));
  const stranger = names.find((name) => !CANDIDATES.includes(name)) ?? scopes[1];
  if (stranger !== undefined) return { ok: false, stranger };
  return { ok: true, value: { scope: scopes[0] ?? 'published', names: names.length === 0 ? null : names } };
}

/** The published six in their run order, `drop+ban`, which was never run, and ours. */
export const HARNESSES = [
  ...['verbatim', 'verbatim+instr', 'drop', 'abstract', 'verbatim+ban', 'abstract+ban'],
  ...['drop+ban', 'terse', 'instr-after-failure', 'ban-canonical'],
];
/** @type {Readonly<Record<string, readonly string[]>>} */
export const HARNESS_GROUPS = { published: HARNESSES.slice(0, 6), all: HARNESSES };

/**
 * Names and groups as the harnesses they mean, in the order given.
 * @param {string} text
 * @returns {{ ok: true, value: string[] } | { ok: false, stranger: string }}
 */
export function harnessesOf(text) {
  const names = namesIn(text);
  const stranger = names.find((name) => !HARNESSES.includes(name) && !Object.hasOwn(HARNESS_GROUPS, name));
  if (stranger !== undefined) return { ok: false, stranger };
  return { ok: true, value: [...new Set(names.flatMap((name) => HARNESS_GROUPS[name] ?? [name]))] };
}
