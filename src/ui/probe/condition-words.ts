import {
  CONDITIONS,
  CORE_CONDITIONS,
  EXTENDED_CONDITIONS,
  FIRST_CONDITIONS,
  type ConditionName,
} from '../../probe/index.ts';

/** What the model reads under each condition, for somebody who chooses among them. */
export const CONDITION_EXPLAINED: Readonly<Record<ConditionName, string>> = {
  pre: 'The transcript as it was before the call failed.',
  fail: 'The failed call, then its error as usual.',
  fail_terse: 'The failed call, then the shortest form of the error.',
  fail_verbose: 'The failed call, then an error that also says what would have been accepted.',
  fail_echo: 'The failed call, then an error that quotes the whole call.',
  fail_instr: 'The usual error, with the instruction not to repeat a failed call.',
  abstract:
    'A note in place of the failed call and its error: that an attempt failed, with which tool and how. The call itself is not shown.',
  abstract_min: 'Only a mark that an attempt failed. No call, no error.',
  succ: 'The failed call, then a text as if it had worked.',
  neut: 'The failed call, then a text that says neither success nor failure.',
  neut_pad: 'The neutral text, made as long as the error in this checkpoint’s tokens.',
  fail_k2: 'The failed call and its error, twice over.',
  fail_k3: 'The failed call and its error, three times over.',
  fail_early: 'The failed call and its error moved to the front, before the steps that worked.',
  fail_other: 'Another wrong call with its own error; the call that is scored was never made.',
};

interface ConditionPreset {
  /** As it may stand in a link in place of the names: `conditions=core`. */
  readonly id: 'first' | 'core' | 'extended' | 'all';
  readonly name: string;
  readonly conditions: readonly ConditionName[];
}

/** Choices that are made often. All have the transcript before and the plain error: G needs both. */
export const CONDITION_PRESETS: readonly ConditionPreset[] = [
  { id: 'first', name: 'first look', conditions: FIRST_CONDITIONS },
  { id: 'core', name: 'core', conditions: CORE_CONDITIONS },
  { id: 'extended', name: 'extended', conditions: ['pre', 'fail', ...EXTENDED_CONDITIONS] },
  { id: 'all', name: 'all', conditions: CONDITIONS },
];

/** The preset that asks for exactly these; null: a choice of one's own. */
export const presetOf = (chosen: readonly ConditionName[]): ConditionPreset | null =>
  CONDITION_PRESETS.find(
    ({ conditions }) =>
      conditions.length === chosen.length && conditions.every((name) => chosen.includes(name)),
  ) ?? null;

/** The conditions that a link names, presets by their name; and what it names that is neither. */
export function conditionsNamed(names: readonly string[]): {
  readonly known: readonly ConditionName[];
  readonly strange: readonly string[];
} {
  const asked = new Set<string>(
    names.flatMap<string>((name) => CONDITION_PRESETS.find(({ id }) => id === name)?.conditions ?? [name]),
  );
  return {
    known: CONDITIONS.filter((name) => asked.has(name)),
    strange: [...asked].filter((name) => !CONDITIONS.some((known) => known === name)),
  };
}
