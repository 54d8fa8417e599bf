import type { JsonList, JsonMember, JsonNode, JsonObject } from './json-node.ts';
import { readString } from './json-text.ts';

/** Departures from JSON that are read all the same and reported. */
export type Repair = 'trailing-comma' | 'missing-comma' | 'comment' | 'nan' | 'raw-break' | 'python-literal';

export interface JsonFault {
  readonly what: 'ends-early' | 'unexpected' | 'too-deep';
  readonly at: number;
}

export interface ReadJson {
  /** What was read; with a fault, what came before it, its open lists and objects marked as not whole. */
  readonly node: JsonNode | null;
  readonly end: number;
  /** How often each departure was met. */
  readonly repairs: ReadonlyMap<Repair, number>;
  readonly fault: JsonFault | null;
}

export interface JsonReading {
  readonly start?: number;
  readonly limit?: number;
}

/** No log nests deeper; and what walks over the nodes may recurse. */
export const DEEPEST_JSON = 200;

interface Open {
  readonly node: { kind: 'object' | 'list'; start: number; end: number; isWhole: boolean };
  readonly members: JsonMember[] | null;
  readonly items: JsonNode[];
  key: { readonly text: string; readonly start: number } | null;
  /** What may stand next: the first entry, an entry after a comma, or a comma. */
  state: 'first' | 'entry' | 'after';
}

const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
const WORD = /-?[A-Za-z]+/y;
const ATOMS = new Map<string, number | boolean | null>([
  ['true', true],
  ['false', false],
  ['null', null],
  ['NaN', NaN],
  ['nan', NaN],
  ['Infinity', Infinity],
  ['-Infinity', -Infinity],
  ['inf', Infinity],
  ['-inf', -Infinity],
  ['None', null],
  ['True', true],
  ['False', false],
  ['undefined', null],
]);
const PLAIN = new Set(['true', 'false', 'null']);
const NUMBER_WORD = /nan|inf/i;

/** Reads one JSON value, its places included, without recursion. Never throws. */
export function readJson(text: string, { start = 0, limit = text.length }: JsonReading = {}): ReadJson {
  const repairs = new Map<Repair, number>();
  const open: Open[] = [];
  let at = start;
  let root = null as JsonNode | null;
  let fault = null as JsonFault | null;

  const fail = (what: JsonFault['what'], place = at): false => {
    fault ??= { what, at: place };
    return false;
  };
  const repair = (what: Repair): void => {
    repairs.set(what, (repairs.get(what) ?? 0) + 1);
  };
  const blanks = (): boolean => {
    for (; at < limit; at += 1) {
      const unit = text.charCodeAt(at);
      if (unit === 32 || unit === 10 || unit === 13 || unit === 9) continue;
      if (unit === 0xa0 || unit === 0xfeff || unit === 0x2028 || unit === 0x2029) continue;
      if (unit !== 47) return true;
      const next = text[at + 1];
      if (next !== '/' && next !== '*') return fail('unexpected');
      repair('comment');
      const close = next === '/' ? text.indexOf('\n', at) : text.indexOf('*/', at + 2);
      if (close < 0 || close >= limit) at = limit;
      else at = next === '/' ? close : close + 1;
    }
    return true;
  };
  /** Puts a finished value into the list or object that is open. */
  const put = (node: JsonNode): void => {
    const parent = open.at(-1);
    if (parent === undefined) root = node;
    else if (parent.members === null) parent.items.push(node);
    else if (parent.key !== null) {
      parent.members.push({ key: parent.key.text, value: node, start: parent.key.start });
      parent.key = null;
    }
    if (parent !== undefined) parent.state = 'after';
  };
  const push = (kind: 'object' | 'list'): boolean => {
    if (open.length >= DEEPEST_JSON) return fail('too-deep');
    const members: JsonMember[] | null = kind === 'object' ? [] : null;
    const items: JsonNode[] = [];
    const node = {
      kind,
      start: at,
      end: limit,
      isWhole: false,
      ...(members === null ? { items } : { members }),
    };
    open.push({ node, members, items, key: null, state: 'first' });
    at += 1;
    return true;
  };
  const pop = (end: number, isWhole: boolean): void => {
    const done = open.pop();
    if (done === undefined) return;
    done.node.end = end;
    done.node.isWhole = isWhole;
    put(done.node as JsonObject | JsonList);
  };
  const string = (): { value: string; start: number; end: number } | null => {
    if (text[at] === "'") repair('python-literal');
    const read = readString(text, at, limit);
    if (read === null) {
      fail('ends-early', limit);
      return null;
    }
    if (read.hasRawBreak) repair('raw-break');
    const begin = at;
    at = read.end;
    return { value: read.value, start: begin, end: read.end };
  };
  const atom = (): boolean => {
    NUMBER.lastIndex = at;
    const number = NUMBER.exec(text)?.[0];
    const begin = at;
    if (number !== undefined) {
      at += number.length;
      if (at >= limit && open.length > 0) return fail('ends-early');
      put({ kind: 'atom', value: Number(number), start: begin, end: at });
      return true;
    }
    WORD.lastIndex = at;
    const word = WORD.exec(text)?.[0] ?? '';
    const value = ATOMS.get(word);
    if (value === undefined) return fail(at + word.length >= limit ? 'ends-early' : 'unexpected');
    if (!PLAIN.has(word)) repair(NUMBER_WORD.test(word) ? 'nan' : 'python-literal');
    at += word.length;
    put({ kind: 'atom', value, start: begin, end: at });
    return true;
  };
  const value = (): boolean => {
    const mark = text[at];
    if (mark === '{') return push('object');
    if (mark === '[') return push('list');
    if (mark === '(') {
      repair('python-literal');
      return push('list');
    }
    if (mark !== '"' && mark !== "'") return atom();
    const read = string();
    if (read === null) return false;
    put({ kind: 'text', ...read });
    return true;
  };
  /** Reads up to the colon of an object's next entry. */
  const key = (parent: Open): boolean => {
    if (text[at] !== '"' && text[at] !== "'") return fail('unexpected');
    const read = string();
    if (read === null || !blanks()) return false;
    if (at >= limit) return fail('ends-early');
    if (text[at] !== ':') return fail('unexpected');
    at += 1;
    parent.key = { text: read.value, start: read.start };
    if (!blanks()) return false;
    return at < limit || fail('ends-early');
  };
  const step = (): boolean => {
    if (!blanks()) return false;
    if (at >= limit) return fail('ends-early');
    const parent = open.at(-1);
    if (parent === undefined) return value();
    const mark = text[at];
    if (mark === '}' || mark === ']' || mark === ')') {
      if ((mark === '}') !== (parent.members !== null)) return fail('unexpected');
      if (parent.state === 'entry') repair('trailing-comma');
      at += 1;
      pop(at, true);
      return true;
    }
    if (parent.state === 'after') {
      if (mark === ',') {
        at += 1;
        parent.state = 'entry';
        return true;
      }
      // Only between objects of a list: elsewhere a missing comma is too likely to be something else.
      if (mark !== '{' || parent.members !== null) return fail('unexpected');
      repair('missing-comma');
    }
    if (parent.members !== null && !key(parent)) return false;
    return value();
  };

  while (root === null && step());
  const end = fault?.what === 'ends-early' ? limit : at;
  while (open.length > 0) pop(end, false);
  return { node: root, end, repairs, fault };
}
