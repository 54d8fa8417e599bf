import type { ViewLabel } from '../probe/index.ts';

const WORDS: Readonly<Record<ViewLabel, Readonly<Record<string, string>>>> = {
  operator: {
    tool_typo: 'wrong tool name',
    arg_typo: 'wrong argument name',
    drop_arg: 'argument left out',
    type_swap: 'value of the wrong type',
    date_format: 'date in another form',
    hallucinated_entity: 'something that does not exist',
    name_for_email: 'a name where an address belongs',
    readonly_target: 'place that cannot be written',
  },
  error: {
    unknown_tool: 'tool unknown',
    unexpected_argument: 'argument unknown',
    missing_argument: 'argument missing',
    type_error: 'wrong type',
    format_error: 'wrong form',
    permission_error: 'not permitted',
  },
  depth: { '0': 'no earlier step', '1': 'one earlier step', '2': 'two earlier steps' },
  template: {},
  novelty: {
    'new-word': 'a word that stood nowhere before',
    'known-words': 'other words, all seen before',
    'no-other-word': 'no word that the right call lacks',
  },
};

/** A value by which cases are grouped, in words; unknown names are shown as they are. */
export const labelWords = (label: ViewLabel, value: string): string =>
  WORDS[label][value] ?? value.replaceAll('_', ' ');

/** What the values of a label are. */
export const LABEL_NAMES: Readonly<Record<ViewLabel, { readonly one: string; readonly many: string }>> = {
  operator: { one: 'kind of mistake', many: 'kinds of mistake' },
  error: { one: 'kind of error', many: 'kinds of error' },
  depth: { one: 'depth', many: 'depths' },
  template: { one: 'kind of task', many: 'kinds of task' },
  novelty: { one: 'kind of call', many: 'kinds of call' },
};
