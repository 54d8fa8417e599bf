import { field, isNothing, isTrue, textField, textOf, type JsonNode } from './json-node.ts';
import type { ResultFlag } from './normal-form.ts';
import { textOfValue } from './message-content.ts';

const BAD = new Set(['error', 'failed', 'output-error', 'output-denied', 'denied', 'cancelled']);
const DENIED =
  /user doesn't want to (?:proceed|take)|permission to use .{1,80} has been denied|tool use was rejected/i;
const SECONDARY = /cancelled: parallel tool call|sibling tool call/i;

/** What the fields of a result say of it: `is_error`, `isError`, `status`, `state`, `success`, `error`. */
export function resultFlag(result: JsonNode, said: string): ResultFlag | null {
  const head = said.slice(0, 400);
  const flag = (isError: boolean | null, rule: string, snippet: string, denied = false): ResultFlag => ({
    isError,
    rule,
    snippet: snippet.slice(0, 200),
    denied: isError === true && (denied || DENIED.test(head)),
    secondary: isError === true && SECONDARY.test(head),
  });
  for (const key of ['is_error', 'isError']) {
    const value = field(result, key);
    if (value?.kind === 'atom') {
      return flag(
        value.value === null ? null : value.value !== false && value.value !== 0,
        'is_error',
        `${key}: ${String(value.value)}`,
      );
    }
  }
  for (const key of ['status', 'state']) {
    const value = textField(result, key)?.toLowerCase();
    if (value !== undefined && BAD.has(value)) {
      return flag(true, 'status-error', `${key}: ${value}`, value === 'denied' || value === 'output-denied');
    }
    if (value === 'success') return flag(false, 'status-error', `${key}: ${value}`);
  }
  const success = field(result, 'success');
  if (success?.kind === 'atom' && success.value === false)
    return flag(true, 'success-false', 'success: false');
  const error = field(result, 'error');
  if (isTrue(error) || error?.kind === 'object' || (textOf(error) ?? '') !== '') {
    return isNothing(error) ? null : flag(true, 'error-field', `error: ${textOfValue(error)}`);
  }
  return null;
}
