import { fieldOf, type TextAsJson } from './text-as-json.ts';

/** The exit code a result states of itself, and the words that say so. */
export interface StatedExitCode {
  readonly code: number;
  readonly snippet: string;
  /** What the command printed, as far as the statement can be told from it. */
  readonly output: string;
}

const HEAD_CHARACTERS = 300;
const TAIL_CHARACTERS = 200;

/**
 * Read only where a harness puts it: the words may as well stand in what the command printed. A header ends at the line
 * that announces the output.
 */
export function statedExitCode(text: string, json: TextAsJson | null): StatedExitCode | null {
  return inJson(json) ?? inTag(text) ?? onFirstLine(text) ?? inHeader(text) ?? inTail(text);
}

function inJson(json: TextAsJson | null): StatedExitCode | null {
  if (json === null) return null;
  for (const holder of [json, fieldOf(json, 'metadata')])
    for (const name of ['exit_code', 'exitCode', 'returncode', 'return_code', 'exitcode']) {
      const code = fieldOf(holder, name);
      if (typeof code === 'number' && Number.isInteger(code))
        return { code, snippet: `"${name}": ${code}`, output: printedIn(json) };
    }
  return null;
}

const printedIn = (json: TextAsJson): string =>
  ['output', 'stdout', 'stderr']
    .map((name) => fieldOf(json, name))
    .filter((value) => typeof value === 'string')
    .join('\n');

function inTag(text: string): StatedExitCode | null {
  const found = /<(returncode|exit_code)>\s*(-?\d{1,9})\s*<\/\1>/.exec(text.slice(0, HEAD_CHARACTERS));
  if (found === null) return null;
  const output = text.replace(found[0], '').replace(/<\/?output>/g, '');
  return { code: Number(found[2]), snippet: found[0], output };
}

function onFirstLine(text: string): StatedExitCode | null {
  const { line, rest } = firstLine(text);
  const found =
    /^(?:Error:\s*)?(?:Exit code|Exit status|Return code):?\s*(-?\d{1,9})\b/i.exec(line) ??
    /\bexited (-?\d{1,9}) in [\d.]+ ?m?s\b/.exec(line);
  return found === null ? null : { code: Number(found[1]), snippet: line.trim(), output: rest };
}

function inHeader(text: string): StatedExitCode | null {
  const head = text.slice(0, 2 * HEAD_CHARACTERS);
  const announced = /^\s*(?:Output|Stdout):/m.exec(head);
  const header = announced === null ? head.slice(0, HEAD_CHARACTERS) : head.slice(0, announced.index);
  const found = /^\s*(?:Process|Command) exited with (?:exit )?code (-?\d{1,9})\b.*$/m.exec(header);
  if (found === null) return null;
  const from = announced === null ? found.index + found[0].length : announced.index + announced[0].length;
  return { code: Number(found[1]), snippet: found[0].trim(), output: text.slice(from) };
}

function inTail(text: string): StatedExitCode | null {
  const from = Math.max(0, text.length - TAIL_CHARACTERS);
  const found = /^\W{0,3}(?:[\w ]{0,30})(?:finished|completed) with exit code:? (-?\d{1,9})\b.*$/im.exec(
    text.slice(from),
  );
  if (found === null) return null;
  return {
    code: Number(found[1]),
    snippet: found[0].trim(),
    output: text.slice(0, from + found.index),
  };
}

function firstLine(text: string): { line: string; rest: string } {
  const trimmed = text.trimStart();
  const end = trimmed.search(/[\r\n]/);
  return end === -1 ? { line: trimmed, rest: '' } : { line: trimmed.slice(0, end), rest: trimmed.slice(end) };
}
