import { textField, type JsonNode } from './json-node.ts';
import type { JsonRecords } from './json-records.ts';
import type { SourceSpan } from './normal-form.ts';

/** A list of records found in the values of a paste: one run, unless it is the same list grown. */
export interface RecordList {
  readonly entries: readonly JsonNode[];
  /** The object whose field the list is; undefined for a bare list or for one record a line. */
  readonly owner: JsonNode | undefined;
  /** The value of the paste that the list lies in; undefined for one record a line. */
  readonly root: JsonNode | undefined;
  readonly span: SourceSpan;
  /** Lists that hold the beginning of this one again. */
  readonly repeats: readonly SourceSpan[];
}

/** Whether a value is a record of the format that looks for its lists. */
export type IsRecord = (node: JsonNode) => boolean;

/** Copies of messages for other purposes lie here. */
const NEVER_INSIDE = new Set(['response', 'raw', 'raw_response', 'extra', 'metadata', 'response_metadata']);
const DEEPEST_LIST = 8;

interface Place {
  readonly node: JsonNode;
  readonly owner: JsonNode | undefined;
  readonly root: JsonNode | undefined;
  readonly path: string;
}

/** The lists of records in a paste, breadth first: of those that lie equally deep, the path with most records. */
export function recordLists(records: JsonRecords, isRecord: IsRecord): RecordList[] {
  const bare = mostly(records.roots, isRecord) ? records.roots : null;
  if (bare !== null) {
    const span = { start: bare[0]?.start ?? 0, end: bare.at(-1)?.end ?? 0 };
    return [{ entries: bare, owner: undefined, root: undefined, span, repeats: [] }];
  }
  let level: Place[] = records.roots.map((node) => ({ node, owner: undefined, root: node, path: '' }));
  for (let depth = 0; depth < DEEPEST_LIST && level.length > 0; depth += 1) {
    const found = new Map<string, RecordList[]>();
    for (const { node, owner, root, path } of level) {
      if (node.kind !== 'list' || !mostly(node.items, isRecord)) continue;
      const list = {
        entries: node.items,
        owner,
        root,
        span: { start: node.start, end: node.end },
        repeats: [],
      };
      found.set(path, [...(found.get(path) ?? []), list]);
    }
    if (found.size > 0) return withoutGrown(largest([...found.values()]), records.text);
    level = level.flatMap(inside);
  }
  return [];
}

/** At least one record, and no more other values than records. */
function mostly(nodes: readonly JsonNode[], isRecord: IsRecord): boolean {
  let count = 0;
  for (const node of nodes) if (isRecord(node)) count += 1;
  return count > 0 && count * 2 >= nodes.length;
}

function inside({ node, owner, root, path }: Place): Place[] {
  if (node.kind === 'list') return node.items.map((item) => ({ node: item, owner, root, path: `${path}[]` }));
  if (node.kind !== 'object') return [];
  return node.members
    .filter(({ key, value }) => !NEVER_INSIDE.has(key) && (value.kind === 'list' || value.kind === 'object'))
    .map(({ key, value }) => ({ node: value, owner: node, root, path: `${path}.${key}` }));
}

const sizeOf = (lists: readonly RecordList[]): number =>
  lists.reduce((sum, { entries }) => sum + entries.length, 0);

const largest = (groups: readonly RecordList[][]): RecordList[] =>
  groups.reduce((best, group) => (sizeOf(group) > sizeOf(best) ? group : best), groups[0] ?? []);

/** Logs of requests hold the whole growing list again and again: of a list and its continuation the longer one stays. */
function withoutGrown(lists: readonly RecordList[], text: string): RecordList[] {
  const kept: RecordList[] = [];
  for (const list of lists) {
    const last = kept.at(-1);
    if (last !== undefined && last.entries.length > 0 && beginsWith(list, last, text)) {
      kept[kept.length - 1] = { ...list, repeats: [...last.repeats, last.span] };
    } else kept.push(list);
  }
  return kept;
}

/**
 * Two records at least: many runs begin with the same system prompt. Two equal lists are one run only if they have one
 * name: an agent may well do the same in two tasks.
 */
function beginsWith(longer: RecordList, shorter: RecordList, text: string): boolean {
  const count = shorter.entries.length;
  if (count < 2 || longer.entries.length < count) return false;
  if (longer.entries.length === count && nameOf(longer) !== nameOf(shorter)) return false;
  return shorter.entries.every((entry, index) => {
    const other = longer.entries[index];
    return other !== undefined && text.slice(entry.start, entry.end) === text.slice(other.start, other.end);
  });
}

const NAMES = ['task_id', 'instance_id', 'session_id', 'sample_id', 'id', 'uid', 'title', 'name'] as const;

function nameOf({ owner }: RecordList): string | null {
  const names = NAMES.map((key) => textField(owner, key) ?? numberField(owner, key));
  return names.find((name) => name !== null && name !== '') ?? null;
}

/** What a run is called in the list of runs. */
export function runLabel(list: RecordList, index: number): string {
  const name = nameOf(list);
  const size = `${list.entries.length} ${list.entries.length === 1 ? 'record' : 'records'}`;
  return name === null ? `Run ${index + 1} (${size})` : `Run ${index + 1}: ${name.slice(0, 60)} (${size})`;
}

function numberField(node: JsonNode | undefined, key: string): string | null {
  const value =
    node?.kind === 'object' ? node.members.find((member) => member.key === key)?.value : undefined;
  return value?.kind === 'atom' && typeof value.value === 'number' ? String(value.value) : null;
}
