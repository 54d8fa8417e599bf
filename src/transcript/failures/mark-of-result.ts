import type { ResultFlag } from '../formats/normal-form.ts';
import { statedExitCode } from './exit-code.ts';
import type { ErrorMark } from './failed-call.ts';
import { jsonError } from './json-error.ts';
import { fieldOf, textAsJson, type TextAsJson } from './text-as-json.ts';
import { findWording, shortened, type WordingHit } from './wording-search.ts';

/**
 * Whether a result is a failure: what the format says first, then exit codes and JSON values in the text, then
 * wording. One positive sign is enough. That the format says "no error", or says so by default, clears no strong
 * wording, because many tools return their error as an ordinary text; it only makes the sign one of wording. An exit
 * code of 0 does clear wording, but for a traceback at the very start.
 */
export function markOfResult(text: string, flag: ResultFlag | null): ErrorMark | null {
  const json = textAsJson(text);
  const hit = findWording(spokenText(text, json));
  const circumstances = {
    secondary: flag?.secondary === true || hit?.wording.isSecondary === true,
    denied: flag?.denied === true || hit?.wording.isDenied === true,
    isRejectedReply: hit?.wording.isRejectedReply === true,
  };
  if (flag?.isError === true) {
    const snippet = hit?.snippet ?? firstLine(text);
    return { level: 'explicit', rule: flag.rule, snippet: snippet || flag.snippet, ...circumstances };
  }
  const isSaidToBeFine = flag?.isError === false;
  const level = isSaidToBeFine ? 'text' : 'structured';
  const inJson = json === null ? null : jsonError(json);
  if (inJson !== null) return { level, ...inJson, ...circumstances };
  const exit = statedExitCode(text, json);
  if (exit !== null && exit.code !== 0)
    return { level, rule: 'exit-code', snippet: shortened(exit.snippet), ...circumstances };
  if (hit === null || (isSaidToBeFine && !isStrong(hit))) return null;
  if (exit?.code === 0 && !opensWithTraceback(exit.output)) return null;
  return { level: 'text', rule: hit.wording.rule, snippet: hit.snippet, ...circumstances };
}

const isStrong = ({ wording, isInHead }: WordingHit): boolean => wording.isStrong === true && isInHead;

const opensWithTraceback = (output: string): boolean =>
  /^\s*Traceback \(most recent call last\)/.test(output);

const firstLine = (text: string): string => shortened(text.trim().split(/[\r\n]/, 1)[0] ?? '');

/** Of a JSON result only what it says in words; its other values are data. */
function spokenText(text: string, json: TextAsJson | null): string {
  if (json === null) return /^\s*\[\s*[{["\d]/.test(text) ? '' : text;
  for (const name of ['output', 'result', 'content', 'message', 'text', 'detail', 'stderr']) {
    const value = fieldOf(json, name);
    if (typeof value === 'string' && value.trim() !== '') return value;
  }
  return '';
}
