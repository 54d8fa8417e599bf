import { fieldOf, type TextAsJson } from './text-as-json.ts';

/** A sign of failure among the keys of a JSON result. */
export interface JsonError {
  readonly rule: string;
  readonly snippet: string;
}

const ERROR_KEYS = ['error', 'errors', 'exception', 'Error'];
const FAILED_STATES = new Set(['error', 'failed', 'fail', 'failure']);

/** Empty values are no errors: many tools write their error field whether there is an error or not. */
export function jsonError(json: TextAsJson): JsonError | null {
  for (const key of ERROR_KEYS) {
    const value = fieldOf(json, key);
    if (saysSomething(value)) return sign('json-error-key', key, value);
  }
  for (const key of ['is_error', 'isError'])
    if (fieldOf(json, key) === true) return sign('json-is-error', key, true);
  for (const key of ['ok', 'success'])
    if (fieldOf(json, key) === false) return sign('json-not-ok', key, false);
  const status = fieldOf(json, 'status');
  if (typeof status === 'string' && FAILED_STATES.has(status.toLowerCase()))
    return sign('json-status-failed', 'status', status);
  for (const key of ['code', 'statusCode', 'status_code', 'status']) {
    const value = fieldOf(json, key);
    if (isHttpFailure(value)) return sign('json-http-code', key, value);
  }
  return null;
}

/** "none" and its like are how a writer without null says that there is no error. */
function saysSomething(value: unknown): boolean {
  if (value === null || value === undefined) return false;
  if (typeof value === 'string') return !/^\s*(?:none|null|nil|false|no|n\/a)?\s*$/i.test(value);
  if (typeof value === 'object') return Object.keys(value).length > 0;
  return Boolean(value);
}

/** Above 599 a `code` is an article number or the like. */
const isHttpFailure = (value: unknown): value is number =>
  typeof value === 'number' && value >= 400 && value <= 599;

function sign(rule: string, key: string, value: unknown): JsonError {
  const written = JSON.stringify(value);
  return { rule, snippet: `"${key}": ${written.length > 160 ? `${written.slice(0, 159)}…` : written}` };
}
