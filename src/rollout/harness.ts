import { fail, ok, type LabError, type Result } from '../records/index.ts';
import {
  checkWording,
  MENDED_WORDING,
  PAPER_WORDING,
  PRESENTATIONS,
  type PresentationName,
  type Wording,
} from '../transcript/index.ts';

/** How failed steps are shown in a rollout, and what the model may not write again. */
export interface Harness {
  readonly name: string;
  readonly presentation: PresentationName;
  /** Calls that have failed may not be made again: the same text, or the same call however it is spelt. */
  readonly ban: 'none' | 'text' | 'canonical';
  /** When the model is asked not to repeat a failed call. */
  readonly instruction: 'never' | 'from-the-start' | 'after-failure';
  /** The texts it shows. */
  readonly wording: Wording;
}

type HarnessRule = Omit<Harness, 'name' | 'wording'>;

const rule = (
  presentation: PresentationName,
  ban: Harness['ban'] = 'none',
  instruction: Harness['instruction'] = 'never',
): HarnessRule => ({ presentation, ban, instruction });

/** The published names in their run order, then `drop+ban`, which was defined and never run, then ours. */
const RULES = {
  verbatim: rule('error'),
  'verbatim+instr': rule('instructed', 'none', 'from-the-start'),
  drop: rule('none'),
  abstract: rule('description'),
  'verbatim+ban': rule('error', 'text'),
  'abstract+ban': rule('description', 'text'),
  'drop+ban': rule('none', 'text'),
  terse: rule('terse'),
  'instr-after-failure': rule('instructed', 'none', 'after-failure'),
  'ban-canonical': rule('error', 'canonical'),
} as const satisfies Readonly<Record<string, HarnessRule>>;

export type HarnessName = keyof typeof RULES;

export const HARNESS_NAMES = Object.keys(RULES) as readonly HarnessName[];

/** The six that the study ran. */
export const PUBLISHED_HARNESSES = HARNESS_NAMES.slice(0, 6);

/** What the others are compared with. */
export const REFERENCE_HARNESS = 'verbatim' satisfies HarnessName;

export const isHarnessName = (name: string): name is HarnessName => Object.hasOwn(RULES, name);

/**
 * A harness with the texts of a task set. The two that instruct differ in when they do it; where a wording has its
 * instruction at the other place, the one written for this place is taken.
 */
export function harnessNamed(name: HarnessName, wording: Wording): Harness {
  const { instruction, ...shown } = RULES[name];
  return { name, ...shown, instruction, wording: timed(wording, instruction) };
}

function timed(wording: Wording, instruction: Harness['instruction']): Wording {
  if (instruction === 'never') return wording;
  const wanted = instruction === 'from-the-start' ? PAPER_WORDING : MENDED_WORDING;
  return wording.instructionPlace === wanted.instructionPlace
    ? wording
    : { ...wording, instruction: wanted.instruction, instructionPlace: wanted.instructionPlace };
}

/** Presentations that need a text which only a probe item has. */
const NEEDS_AN_ITEM: readonly PresentationName[] = ['success', 'padded', 'other'];

/** A harness of one's own: any way to show a failed step, any wording, with or without a ban. */
export function ownHarness(
  name: string,
  presentation: PresentationName,
  ban: Harness['ban'],
  wording: Wording,
): Result<Harness> {
  if (!/^[a-z0-9]+(?:[-+][a-z0-9]+)*$/u.test(name) || isHarnessName(name))
    return fail(
      harnessFault(
        name,
        'is no name for one: small letters and digits, joined by - or +, and not one of the built-in names',
      ),
    );
  if (NEEDS_AN_ITEM.includes(presentation)) {
    const { label } = PRESENTATIONS[presentation];
    return fail(harnessFault(name, `cannot show “${label}”: nobody knows that text while a rollout runs`));
  }
  const checked = checkWording(wording);
  if (!checked.ok) return checked;
  const instructs = PRESENTATIONS[presentation].instructs;
  return ok({
    name,
    presentation,
    ban,
    instruction: !instructs
      ? 'never'
      : wording.instructionPlace === 'system-prompt'
        ? 'from-the-start'
        : 'after-failure',
    wording,
  });
}

const harnessFault = (name: string, what: string): LabError => ({
  kind: 'harness-invalid',
  happened: `The harness “${name}” ${what}.`,
  stillWorks: 'The built-in harnesses.',
  cure: 'Give it another name, or choose another way to show the failure.',
  details: `built in: ${HARNESS_NAMES.join(', ')}`,
});
