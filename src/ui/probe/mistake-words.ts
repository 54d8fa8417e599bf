const WORDS: Readonly<Record<string, string>> = {
  tool_typo: 'wrong tool name',
  arg_typo: 'wrong argument name',
  drop_arg: 'argument left out',
  type_swap: 'value of the wrong type',
  date_format: 'date in another form',
  hallucinated_entity: 'something that does not exist',
  name_for_email: 'a name where an address belongs',
  readonly_target: 'place that cannot be written',
};

/** What was done to the right call, in words; unknown names are shown as they are. */
export const mistakeWords = (operator: string): string => WORDS[operator] ?? operator.replaceAll('_', ' ');
