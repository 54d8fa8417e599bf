// What every frozen item set must satisfy, for the two commands beside this file.
// The rules repeat static-probes/item.schema.json in code, so that checking needs nothing installed.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const PROBES_FOLDER = fileURLToPath(new URL('../../static-probes/', import.meta.url));

export const SET_NAME = /^[a-z0-9]+(?:-[a-z0-9]+)*-[0-9]+$/;

/** @param {Uint8Array} bytes */
export function sha256(bytes) {
  return createHash('sha256').update(bytes).digest('hex');
}

/**
 * @param {string} folder
 * @returns {{ manifest: any, faults: string[] }} `manifest` is only to be used when there are no faults
 */
export function readManifest(folder) {
  let manifest;
  try {
    manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'));
  } catch (error) {
    return { manifest: undefined, faults: [`manifest.json: ${error.message}`] };
  }
  if (!isRecord(manifest) || !Array.isArray(manifest.sets)) {
    return { manifest, faults: ['manifest.json, sets: not a list'] };
  }
  const faults = [];
  const names = new Set();
  const files = new Set();
  manifest.sets.forEach((set, index) => {
    const at = (field) => `manifest.json, sets[${index}].${field}`;
    if (!isRecord(set)) {
      faults.push(`manifest.json, sets[${index}]: not an object`);
      return;
    }
    for (const field of ['name', 'file', 'sha256', 'title', 'origin']) {
      if (typeof set[field] !== 'string' || set[field] === '') {
        faults.push(`${at(field)}: not a text`);
      }
    }
    if (!Number.isInteger(set.items) || set.items < 1) faults.push(`${at('items')}: not a count`);
    if (!SET_NAME.test(set.name)) faults.push(`${at('name')}: not of the form words-in-small-letters-1`);
    if (set.file !== `${set.name}.jsonl`) faults.push(`${at('file')}: is not ${set.name}.jsonl`);
    if (names.has(set.name)) faults.push(`${at('name')}: ${set.name} is listed twice`);
    if (files.has(set.file)) faults.push(`${at('file')}: ${set.file} is listed twice`);
    names.add(set.name);
    files.add(set.file);
  });
  return { manifest, faults };
}

/**
 * Checks the bytes of one item set.
 * @param {string} file name for the messages
 * @param {Uint8Array} bytes
 * @returns {{ count: number, faults: string[] }} faults as "file:line, field: what is wrong"
 */
export function checkItemSet(file, bytes) {
  const faults = [];
  if (bytes.length === 0) return { count: 0, faults: [`${file}:1: the file is empty`] };
  let text;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return { count: 0, faults: [`${file}:${badUtf8Line(bytes)}: not valid UTF-8`] };
  }
  if (text.startsWith('\ufeff')) faults.push(`${file}:1: begins with a byte order mark`);
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  else faults.push(`${file}:${lines.length}: no line feed at the end`);

  const firstLineOf = new Map();
  lines.forEach((line, index) => {
    const place = `${file}:${index + 1}`;
    const item = parseStrict(line, (what) => faults.push(`${place}${what}`));
    if (item === undefined) return;
    checkItem(item, (field, what) => faults.push(`${place}, ${field}: ${what}`));
    const id = item.item_id;
    if (typeof id !== 'string') return;
    if (firstLineOf.has(id)) {
      faults.push(`${place}, item_id: ${id} already stands in line ${firstLineOf.get(id)}`);
    } else {
      firstLineOf.set(id, index + 1);
    }
  });
  return { count: lines.length, faults };
}

/** JSON.parse forgives three things that two readers may read differently; this does not. */
function parseStrict(line, fault) {
  if (line.endsWith('\r')) {
    fault(': carriage return at the end of the line');
    return undefined;
  }
  if (line.trim() === '') {
    fault(': empty line');
    return undefined;
  }
  let value;
  try {
    value = JSON.parse(line);
  } catch (error) {
    fault(`: not JSON: ${error.message}`);
    return undefined;
  }
  if (!isRecord(value)) {
    fault(': not a JSON object');
    return undefined;
  }
  const key = doubledKey(line);
  if (key !== undefined) fault(`, ${key}: the key stands twice in one object`);
  return value;
}

/** The first key that an object of this valid JSON text holds twice. */
function doubledKey(json) {
  const open = [];
  for (const match of json.matchAll(/("(?:[^"\\]|\\.)*")(\s*:)?|[{}[\]]/g)) {
    const [token, string, colon] = match;
    if (token === '{' || token === '[') open.push(new Set());
    else if (token === '}' || token === ']') open.pop();
    else if (colon !== undefined) {
      const key = JSON.parse(string);
      const keys = open.at(-1);
      if (keys.has(key)) return key;
      keys.add(key);
    }
  }
  return undefined;
}

const WORD = /^[A-Za-z0-9][A-Za-z0-9_-]*$/;
const ID = /^[A-Za-z0-9][A-Za-z0-9_.-]*$/;

const text = (value) => {
  if (typeof value !== 'string') return 'not a string';
  if (value === '') return 'empty';
  return value.isWellFormed() ? undefined : 'holds an unpaired surrogate';
};
const textOrEmpty = (value) => (value === '' ? undefined : text(value));
const matching = (pattern) => (value) =>
  text(value) ?? (pattern.test(value) ? undefined : `does not match ${pattern.source}`);
const action = (value) =>
  text(value) ?? (value.trim() === value ? undefined : 'has white space at its start or end');
const listOf = (check) => (value) => {
  if (!Array.isArray(value)) return 'not a list';
  for (const [index, entry] of value.entries()) {
    const what = check(entry);
    if (what !== undefined) return `entry ${index} ${what.startsWith('not') ? 'is ' : ''}${what}`;
  }
  return undefined;
};

/** One check per field: what is wrong with the value, or undefined. */
const FIELDS = {
  item_id: matching(ID),
  env: matching(/^[a-z][a-z0-9-]*$/),
  task_id: matching(ID),
  template: matching(WORD),
  step_index: (value) => (Number.isInteger(value) && value >= 0 ? undefined : 'not a whole number from 0'),
  operator: matching(WORD),
  error_type: matching(WORD),
  system_prompt: text,
  goal: text,
  prefix_actions: listOf(text),
  prefix_observations: listOf(text),
  failed_action: action,
  gold_action: action,
  obs_fail: text,
  obs_fail_terse: text,
  obs_fail_verbose: text,
  obs_fail_echo: text,
  obs_success: text,
  obs_neutral: text,
  obs_fail_other: textOrEmpty,
  distractors: (value) =>
    listOf(action)(value) ??
    (value.length > 2 ? `${value.length} entries, at most 2 are allowed` : undefined),
  tool: (value) => (value === null ? undefined : text(value)),
  meta: (value) => (isRecord(value) ? undefined : 'not an object'),
};

function checkItem(item, fault) {
  let wellTyped = true;
  for (const [field, check] of Object.entries(FIELDS)) {
    const what = Object.hasOwn(item, field) ? check(item[field]) : 'missing';
    if (what === undefined) continue;
    wellTyped = false;
    fault(field, what);
  }
  for (const field of Object.keys(item)) {
    if (!Object.hasOwn(FIELDS, field)) fault(field, 'no such field');
  }
  if (wellTyped) checkSense(item, fault);
}

/** What holds between fields. Only for items whose fields have the right types. */
function checkSense(item, fault) {
  const steps = item.prefix_actions.length;
  if (item.prefix_observations.length !== steps) {
    fault('prefix_observations', `${item.prefix_observations.length} entries, prefix_actions has ${steps}`);
  }
  if (item.step_index !== steps) {
    fault('step_index', `${item.step_index}, but prefix_actions has ${steps} entries`);
  }
  const candidates = [item.failed_action, item.gold_action, ...item.distractors];
  const fields = ['failed_action', 'gold_action', 'distractors[0]', 'distractors[1]'];
  candidates.forEach((candidate, index) => {
    const first = candidates.indexOf(candidate);
    if (first !== index) fault(fields[index], `the same as ${fields[first]}`);
  });
  for (const field of ['obs_fail', 'obs_fail_terse', 'obs_fail_verbose']) {
    if (item[field].includes(item.failed_action)) fault(field, 'quotes the failed call');
  }
  if (!item.obs_fail_echo.includes(item.failed_action)) {
    fault('obs_fail_echo', 'does not quote the failed call');
  }
  if (item.distractors.length === 0 && item.obs_fail_other !== '') {
    fault('obs_fail_other', 'not empty although there are no distractors');
  }
  const span = item.meta.documentation;
  if (span !== undefined && !isSpan(span, item.system_prompt.length)) {
    fault(
      'meta.documentation',
      `not a range [start, end) within the ${item.system_prompt.length} of system_prompt`,
    );
  }
}

function isSpan(value, length) {
  return (
    Array.isArray(value) &&
    value.length === 2 &&
    value.every(Number.isInteger) &&
    0 <= value[0] &&
    value[0] < value[1] &&
    value[1] <= length
  );
}

function isRecord(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The line of the first byte sequence that is not UTF-8. */
function badUtf8Line(bytes) {
  let line = 1;
  let start = 0;
  for (;;) {
    const feed = bytes.indexOf(0x0a, start);
    const end = feed === -1 ? bytes.length : feed;
    try {
      new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(start, end));
    } catch {
      return line;
    }
    if (feed === -1) return line;
    start = end + 1;
    line += 1;
  }
}
