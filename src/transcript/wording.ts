import { fail, ok, type LabError, type Result } from '../records/index.ts';
import { errorKindWords } from './error-kind.ts';
import type { FailedStep } from './step.ts';

/**
 * The texts around a failed step that can be replaced for a whole set of items. Each is a template: `{call}`,
 * `{error}`, `{tool}`, `{neutral}`, `{attempt}` and `{kind}` (the error family in words) are filled in from the step;
 * everything else stands as written, other braces too.
 */
export interface Wording {
  /** What is read after the failed call. */
  readonly error: string;
  /** What is read after it instead, saying neither success nor failure. */
  readonly neutral: string;
  /** Stands in place of call and error: says what failed, and how. */
  readonly note: string;
  /** Stands in place of call and error: says that there was a failure, nothing else. */
  readonly marker: string;
  /** Asks not to repeat a failed call. Holds no placeholder where it stands in the system prompt. */
  readonly instruction: string;
  readonly instructionPlace: 'system-prompt' | 'after-error';
}

/** The part of a wording that is a template. */
export type WordingField = keyof Wording;

/** Error and neutral text are the item's own; note, marker and instruction say what the published ones say, in our words. */
export const PAPER_WORDING: Wording = {
  error: '{error}',
  neutral: '{neutral}',
  note: '[Attempt {attempt} failed: {tool} — {kind}; that call may not be made again]',
  marker: '[Attempt {attempt} failed]',
  instruction:
    'Important: some of the tool calls made so far have failed. Never make a call again that has failed already. Change it first, then try.',
  instructionPlace: 'system-prompt',
};

/**
 * The published forms with three flaws mended (measurement §8.4): the note does not repeat the tool's name, which may
 * be the very thing that was misspelt; it does not forbid anything, it only describes; and the instruction stands
 * where a call has failed, not at the start, where none has.
 */
export const MENDED_WORDING: Wording = {
  ...PAPER_WORDING,
  note: '[Attempt {attempt} failed: {kind}]',
  instruction: 'This call has failed. Do not make it again as it is. Change it first, then try.',
  instructionPlace: 'after-error',
};

const PLACEHOLDERS = ['call', 'error', 'tool', 'neutral', 'attempt', 'kind'] as const;
type Placeholder = (typeof PLACEHOLDERS)[number];

/** Said of a call that has no readable tool name. */
const SOME_TOOL = 'the tool';

/** The template with its placeholders filled in from the step, once; null when the step lacks one of the texts. */
export function fillTemplate(template: string, failed: FailedStep): string | null {
  const { neutral } = failed;
  if (neutral === undefined && template.includes('{neutral}')) return null;
  const values: Readonly<Record<Placeholder, string>> = {
    call: failed.call,
    error: failed.error,
    tool: failed.tool ?? SOME_TOOL,
    neutral: neutral ?? '',
    attempt: String(failed.attempt),
    kind: errorKindWords(failed.errorKind),
  };
  return template.replace(/\{([a-z]+)\}/gu, (written, name: string) =>
    isPlaceholder(name) ? values[name] : written,
  );
}

/** Refuses a wording with an empty text, half a character, or a placeholder that nothing fills in. */
export function checkWording(wording: Wording): Result<Wording> {
  for (const field of ['error', 'neutral', 'note', 'marker', 'instruction'] as const) {
    const what = templateFault(wording, field);
    if (what !== null) return fail(wordingFault(field, what, wording[field]));
  }
  return ok(wording);
}

function templateFault(wording: Wording, field: Exclude<WordingField, 'instructionPlace'>): string | null {
  const template = wording[field];
  if (template.trim() === '') return 'is empty';
  if (/\p{Surrogate}/u.test(template)) return 'holds half of a character';
  const names = [...template.matchAll(/\{([a-z]+)\}/gu)].map(([, name = '']) => name);
  const strange = names.find((name) => !isPlaceholder(name));
  if (strange !== undefined) return `asks for {${strange}}, which is not known`;
  const isInSystemPrompt = field === 'instruction' && wording.instructionPlace === 'system-prompt';
  return isInSystemPrompt && names.length > 0
    ? `asks for {${names[0] ?? ''}}, but in the system prompt no call has failed yet`
    : null;
}

const wordingFault = (field: string, what: string, template: string): LabError => ({
  kind: 'wording-invalid',
  happened: `The ${field} text ${what}.`,
  stillWorks: 'The texts that were used before.',
  cure: `Correct the text. Known placeholders are ${PLACEHOLDERS.map((name) => `{${name}}`).join(', ')}; other words in braces need a blank inside the brace.`,
  details: template,
});

const isPlaceholder = (name: string): name is Placeholder => PLACEHOLDERS.some((known) => known === name);
