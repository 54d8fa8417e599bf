import type { JsonValue, PastedCall } from '../formats/normal-form.ts';
import { statedExitCode } from './exit-code.ts';
import { fieldOf, textAsJson } from './text-as-json.ts';

/** A failed command that need not be a failed call: the user decides. */
export interface Harmlessness {
  /** Its exit code says "nothing found" or "they differ". */
  readonly mayBeNormal: boolean;
  /** It ran, and reports the failures of what it ran on. */
  readonly ranAndReported: boolean;
}

const SEARCHERS = new Set(['grep', 'egrep', 'fgrep', 'rg', 'ag', 'ack', 'pgrep', 'test', '[', '[[', 'which']);
const COMPARERS = new Set(['diff', 'cmp', 'git diff']);
const TEST_RUNNER =
  /\b(?:pytest|unittest|jest|vitest|mocha|playwright|tox|rspec|phpunit|ctest|(?:npm|pnpm|yarn|go|cargo|make|mvn|gradle|dotnet|swift)(?: run)? test)\b/;
const COUNTED_FAILURES =
  /\b[1-9]\d* (?:tests? )?(?:failed|failing|failures?|errors?)\b|^(?:FAILED|FAIL:?) \S/im;

export function harmlessnessOf(call: PastedCall | null, result: string): Harmlessness {
  const command = call === null ? null : commandOf(call);
  const exit = statedExitCode(result, textAsJson(result));
  const last = command === null ? null : lastProgram(command);
  const isQuiet =
    exit !== null && /^\W*(?:no output\W*|\(?.{0,20}no output\)?\W*)?$/i.test(exit.output.trim());
  const mayBeNormal =
    exit?.code === 1 && last !== null && ((SEARCHERS.has(last) && isQuiet) || COMPARERS.has(last));
  const runsTests = command !== null && TEST_RUNNER.test(command);
  const ranAndReported =
    COUNTED_FAILURES.test(result) && (runsTests || /\b\d+ (?:passed|passing)\b|\bTests?: /.test(result));
  return { mayBeNormal, ranAndReported };
}

/** What a shell was given, if the call is one to a shell. */
function commandOf({ args, text }: PastedCall): string | null {
  if (text !== null) return text;
  if (typeof args === 'string') return args;
  for (const name of ['command', 'cmd', 'script', 'code', 'input']) {
    const value = fieldOf(args, name);
    if (typeof value === 'string') return value;
    if (isWords(value)) return value.join(' ');
  }
  return null;
}

const isWords = (value: unknown): value is readonly JsonValue[] & readonly string[] =>
  Array.isArray(value) && value.every((word) => typeof word === 'string');

/** The exit code is that of the last program of the line. */
function lastProgram(command: string): string | null {
  const last =
    command
      .split(/\|\||&&|[|;\n]/)
      .filter((part) => part.trim() !== '')
      .at(-1) ?? '';
  const words = last
    .trim()
    .replace(/^(?:(?:sudo|time|bash -l?c|sh -c|\w+=\S*) +)+/, '')
    .replace(/^["']/, '')
    .split(/\s+/);
  const program = words[0]?.split('/').at(-1) ?? '';
  return program === '' ? null : program === 'git' && words[1] === 'diff' ? 'git diff' : program;
}
