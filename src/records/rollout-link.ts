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

/**
 * What a link to the Rollouts room holds: enough to ask for the same run again, never a result. Null: the room's own
 * choice.
 *
 *   #/rollouts?v=1&checkpoint=toolshed-base&tasks=toolshed-paper-2026-agent-24@2674…&harnesses=verbatim,drop&first=6
 */
export interface RolloutLink {
  readonly checkpoint: string | null;
  readonly taskSet: LinkedSet | null;
  readonly harnesses: readonly string[] | null;
  readonly temperature: number | null;
  readonly topP: number | null;
  readonly seeds: readonly number[] | null;
  readonly mostTokens: number | null;
  readonly mostSteps: number | null;
  readonly demonstration: boolean | null;
  /** Only the first tasks of the set. */
  readonly firstTasks: number | null;
}

export const EMPTY_ROLLOUT_LINK: RolloutLink = {
  checkpoint: null,
  taskSet: null,
  harnesses: null,
  temperature: null,
  topP: null,
  seeds: null,
  mostTokens: null,
  mostSteps: null,
  demonstration: null,
  firstTasks: null,
};

/** What a recipe of rollouts may ask for; a form offers no more than a link is read for. */
export const ROLLOUT_BOUNDS = {
  temperature: { least: 0, most: 2 },
  topP: { least: 0.05, most: 1 },
  seed: { least: 0, most: 999_999 },
  seeds: { least: 1, most: 10 },
  mostTokens: { least: 8, most: 512 },
  mostSteps: { least: 1, most: 20 },
  firstTasks: { least: 1, most: 999 },
} as const;

const ROUTE = '#/rollouts';
const ROLLOUT_LINK_VERSION = 1;

const KEYS: ReadonlySet<string> = new Set([
  'v',
  'checkpoint',
  'tasks',
  'harnesses',
  'temperature',
  'top-p',
  'seeds',
  'tokens',
  'steps',
  'demonstration',
  'first',
]);

export function fragmentOfRolloutLink(link: RolloutLink): string {
  const { checkpoint, taskSet, harnesses, seeds, demonstration } = link;
  const text = (value: number | null): string | null => (value === null ? null : String(value));
  return fragmentOfFields(ROUTE, ROLLOUT_LINK_VERSION, [
    ['checkpoint', checkpoint === null ? null : escaped(checkpoint)],
    ['tasks', fieldOfSet(taskSet)],
    ['harnesses', harnesses === null ? null : harnesses.map(escaped).join(',')],
    ['temperature', text(link.temperature)],
    ['top-p', text(link.topP)],
    ['seeds', seeds === null ? null : seeds.join(',')],
    ['tokens', text(link.mostTokens)],
    ['steps', text(link.mostSteps)],
    ['demonstration', demonstration === null ? null : demonstration ? 'yes' : 'no'],
    ['first', text(link.firstTasks)],
  ]);
}

/** Reads the fragment of the room; what cannot be followed is named in a sentence and left to the room. */
export function rolloutLinkOfFragment(fragment: string): RolloutLink & { readonly notes: readonly string[] } {
  const [, query = ''] = splitOnce(fragment, '?');
  const notes: string[] = [];
  const fields = readFields(query, notes);
  noteVersion(fields.get('v'), ROLLOUT_LINK_VERSION, notes);
  for (const key of fields.keys()) if (!KEYS.has(key)) noteUnknown(key, notes);
  const checkpoint = fields.get('checkpoint');
  const number = (key: string, bounds: Bounds, isWhole = true): number | null =>
    readNumber(key, fields.get(key), bounds, isWhole, notes);
  return {
    checkpoint: checkpoint === undefined ? null : unescaped('checkpoint', checkpoint, notes),
    taskSet: readSet('tasks', 'task set', fields.get('tasks'), notes),
    harnesses: readNames('harnesses', fields.get('harnesses'), notes),
    temperature: number('temperature', ROLLOUT_BOUNDS.temperature, false),
    topP: number('top-p', ROLLOUT_BOUNDS.topP, false),
    seeds: readSeeds(fields.get('seeds'), notes),
    mostTokens: number('tokens', ROLLOUT_BOUNDS.mostTokens),
    mostSteps: number('steps', ROLLOUT_BOUNDS.mostSteps),
    demonstration: readYes('demonstration', fields.get('demonstration'), notes),
    firstTasks: number('first', ROLLOUT_BOUNDS.firstTasks),
    notes: eachOnce(notes),
  };
}

interface Bounds {
  readonly least: number;
  readonly most: number;
}

function readNumber(
  key: string,
  raw: string | undefined,
  { least, most }: Bounds,
  isWhole: boolean,
  notes: string[],
): number | null {
  if (raw === undefined) return null;
  const value = numberOfText(raw, { least, most }, isWhole);
  if (value === null)
    notes.push(
      `The link’s “${key}” is no ${isWhole ? 'whole number' : 'number'} from ${least} to ${most} and is left out.`,
    );
  return value;
}

/** Null where a link could not hold it: fields ask here too, so that every choice has a link that leads back to it. */
export function numberOfText(text: string, { least, most }: Bounds, isWhole: boolean): number | null {
  const value = (isWhole ? /^\d{1,6}$/ : /^\d{1,3}(?:\.\d{1,6})?$/).test(text) ? Number(text) : NaN;
  return value >= least && value <= most ? value : null;
}

/** `1,2,3`, each once. */
export function seedsOfText(text: string): readonly number[] | null {
  const { seed, seeds } = ROLLOUT_BOUNDS;
  const parts = text
    .split(/[\s,]+/)
    .filter((part) => part !== '')
    .map((part) => (/^\d{1,6}$/.test(part) ? Number(part) : NaN));
  const read = [...new Set(parts)];
  const isFine =
    read.length >= seeds.least &&
    read.length <= seeds.most &&
    read.every((value) => value >= seed.least && value <= seed.most);
  return isFine ? read : null;
}

function readSeeds(raw: string | undefined, notes: string[]): readonly number[] | null {
  if (raw === undefined) return null;
  const read = seedsOfText(raw);
  if (read === null)
    notes.push(
      `The link’s “seeds” are not up to ${ROLLOUT_BOUNDS.seeds.most} whole numbers and are left out.`,
    );
  return read;
}

function readYes(key: string, raw: string | undefined, notes: string[]): boolean | null {
  if (raw === undefined) return null;
  if (raw === 'yes' || raw === 'no') return raw === 'yes';
  notes.push(`The link’s “${key}” is neither yes nor no and is left out.`);
  return null;
}
