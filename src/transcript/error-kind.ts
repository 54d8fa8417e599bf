/**
 * Error families in a few words, for a note that names the fault and no value of the call. The families are
 * the published ones (measurement §1.1).
 */
const WORDS: Readonly<Partial<Record<string, string>>> = {
  parse_error: 'the call could not be read',
  unknown_tool: 'there is no tool of that name',
  missing_argument: 'an argument it needs was left out',
  unexpected_argument: 'it takes no argument of that name',
  arity_error: 'the number of arguments was wrong',
  type_error: 'an argument was of the wrong type',
  format_error: 'an argument was in the wrong format',
  permission_error: 'the target is write-protected',
  state_error: 'the target is in that state already',
  unsupported_conversion: 'it cannot convert between those units',
  contact_not_found: 'there is no such contact',
  file_not_found: 'there is no such file',
  folder_not_found: 'there is no such folder',
  team_not_found: 'there is no such team',
  event_not_found: 'there is no such event',
  attendee_not_found: 'there is no such attendee',
  recipient_not_found: 'there is no such recipient',
  test_failure: 'the program did not pass its tests',
  runtime_error: 'the program stopped with an exception',
  syntax_error: 'the program could not be compiled',
};

/** What went wrong, by family; a family without words of its own is only said to have failed. */
export const errorKindWords = (errorKind: string): string =>
  (Object.hasOwn(WORDS, errorKind) ? WORDS[errorKind] : undefined) ?? 'it did not work';
