import { expect, test } from 'vitest';
import { echoed, errorText } from './error-texts.ts';
import { runCall } from './run-call.ts';
import { sampleWorld } from './sample-world.ts';
import { TOOL_NAMES } from './tools.ts';
import type { ToolError } from './tool-error.ts';

function errorOf(call: string): ToolError {
  const outcome = runCall(sampleWorld, call);
  if (outcome.ok) throw new Error(`${call} succeeds`);
  return outcome.error;
}

/** One call for every kind, and for every text that a kind has of its own; with the label and what terse repeats. */
const CASES: readonly (readonly [call: string, kind: string, label: string, offender: string])[] = [
  ['', 'parse_error', 'SyntaxError', ''],
  ['hello there', 'parse_error', 'SyntaxError', ''],
  ["read_file(path='a'", 'parse_error', 'SyntaxError', ''],
  ['read_file(**x)', 'parse_error', 'SyntaxError', ''],
  ['read_file(path=todo)', 'parse_error', 'ValueError', ''],
  ["open_file(path='a')", 'unknown_tool', 'NameError', 'open_file'],
  ["read_file('a', 'b')", 'arity_error', 'TypeError', '2'],
  ["read_file('a', path='b')", 'arity_error', 'TypeError', 'path twice'],
  ["read_file(file='a')", 'unexpected_argument', 'TypeError', 'file'],
  ["write_file(path='a')", 'missing_argument', 'TypeError', 'content'],
  ['read_file(path=5)', 'type_error', 'TypeError', 'path, wanted a string'],
  ["list_events(date='May 5')", 'format_error', 'ValueError', 'May 5'],
  ["create_event('t', '2026-05-05', '9am', [])", 'format_error', 'ValueError', '9am'],
  ["send_message('Bo', 's', 'b')", 'format_error', 'ValueError', 'Bo'],
  ["delete_file('system/config.ini')", 'permission_error', 'PermissionError', 'system/config.ini'],
  ["cancel_event('evt-2')", 'state_error', 'StateError', 'evt-2'],
  ["convert_units(1, 'KG', 'm')", 'unsupported_conversion', 'ValueError', 'kg to m'],
  ["find_contact('Eve')", 'contact_not_found', 'LookupError', 'Eve'],
  ["read_file('b.md')", 'file_not_found', 'LookupError', 'b.md'],
  ["list_files('attic')", 'folder_not_found', 'LookupError', 'attic'],
  ["list_contacts('sales')", 'team_not_found', 'LookupError', 'sales'],
  ["cancel_event('evt-9')", 'event_not_found', 'LookupError', 'evt-9'],
  ["create_event('t', '2026-05-05', '09:00', ['e@x'])", 'attendee_not_found', 'LookupError', 'e@x'],
  ["send_message('e@x', 's', 'b')", 'recipient_not_found', 'LookupError', 'e@x'],
];

test('the cases have all 17 kinds', () => {
  expect(new Set(CASES.map(([, kind]) => kind)).size).toBe(17);
});

test.each(CASES)('%s: %s', (call, kind, label, offender) => {
  const error = errorOf(call);
  expect(error.kind).toBe(kind);
  for (const edition of ['paper-2026', 'clean-1'] as const) {
    const terse = errorText(error, 'terse', edition);
    const standard = errorText(error, 'standard', edition);
    const verbose = errorText(error, 'verbose', edition);
    expect(terse).toMatch(/^Error: [a-z]/);
    expect(standard).toMatch(new RegExp(`^${label}: .+[.?]$`));
    expect(verbose).toMatch(new RegExp(`^${label}: .+[.?]$`));
    expect(terse.length).toBeLessThan(standard.length);
    expect(standard.length).toBeLessThan(verbose.length);
    if (call !== '') for (const text of [terse, standard, verbose]) expect(text).not.toContain(call);
    // The kind is for the analysis only.
    for (const text of [terse, standard, verbose]) expect(text).not.toMatch(/_error|_not_found/);
  }
  expect(errorText(error, 'terse', 'paper-2026').endsWith(offender)).toBe(true);
  if (offender !== '') expect(errorText(error, 'terse', 'clean-1')).not.toContain(offender);
});

test('what each length adds, in the words of one error', () => {
  const error = errorOf("write_file(path='a')");
  expect(errorText(error, 'terse', 'paper-2026')).toBe('Error: missing argument content');
  expect(errorText(error, 'standard', 'paper-2026')).toBe(
    "TypeError: write_file() was called without its argument 'content'.",
  );
  expect(errorText(error, 'verbose', 'paper-2026')).toBe(
    "TypeError: write_file() was called without its argument 'content' (the whole new text). Usage: write_file(path: str, content: str) -> str.",
  );
});

test('a wrong type is named by Python’s word for it, and shown only at length', () => {
  const error = errorOf('read_file(path=[5])');
  expect(errorText(error, 'standard', 'paper-2026')).toMatch(/a string for 'path' and was given list\.$/);
  expect(errorText(error, 'verbose', 'paper-2026')).toContain('was given list [5].');
});

test('the nearest name is asked or told, wrong as it may be; the mended texts do not guess', () => {
  const guesses: readonly (readonly [call: string, guess: string])[] = [
    ["remove_file(path='a')", "Did you mean 'read_file'?"],
    ["save_file(path='a', content='b')", "Did you mean 'read_file'?"],
    ["delete_event(event_id='a')", "Did you mean 'create_event'?"],
    ["send_email(to='a')", "Did you mean 'send_message'?"],
    ["send_message(recipient='a')", "Did you mean 'subject'?"],
    ['convert_units(amount=1)', "Did you mean 'to_unit'?"],
    ["list_contacts('marketing')", "The closest match is 'design'."],
    ["list_files('documents')", "The closest match is 'notes'."],
    ["cancel_event('evt-9')", "The closest match is 'evt-2'."],
  ];
  for (const [call, guess] of guesses) {
    const error = errorOf(call);
    const standard = errorText(error, 'standard', 'paper-2026');
    expect(standard.endsWith(` ${guess}`)).toBe(true);
    expect(errorText(error, 'standard', 'clean-1')).toBe(standard.slice(0, -guess.length - 1));
    expect(errorText(error, 'verbose', 'clean-1')).not.toContain(guess);
  }
});

test('lists: the study’s are cut at six entries or five pairs, the mended ones are whole', () => {
  const error: ToolError = {
    kind: 'team_not_found',
    noun: 'team',
    key: 'x',
    known: ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'],
  };
  expect(errorText(error, 'verbose', 'paper-2026').endsWith(' Known: a, b, c, d, e, f.')).toBe(true);
  expect(errorText(error, 'verbose', 'clean-1').endsWith(' Known: a, b, c, d, e, f, g, h.')).toBe(true);
  const units = errorOf("convert_units(1, 'kg', 'm')");
  expect(errorText(units, 'verbose', 'paper-2026').match(/->/g)).toHaveLength(5);
  expect(errorText(units, 'verbose', 'clean-1').match(/->/g)).toHaveLength(7);
  const tool = errorOf("open_file(path='a')");
  for (const edition of ['paper-2026', 'clean-1'] as const) {
    expect(errorText(tool, 'verbose', edition)).toContain(TOOL_NAMES.join(', '));
  }
});

test('nothing known, nothing guessed', () => {
  const error: ToolError = { kind: 'team_not_found', noun: 'team', key: 'x', known: [] };
  expect(errorText(error, 'standard', 'paper-2026')).toBe("LookupError: there is no team 'x'.");
});

test('a value with a quote in it is quoted as Python would', () => {
  expect(errorText(errorOf('find_contact("O\'Hara")'), 'standard', 'clean-1')).toBe(
    'LookupError: there is no contact "O\'Hara".',
  );
});

test('the echo puts the call under the error', () => {
  expect(echoed('TypeError: x.', " f(a='b') \n")).toBe("TypeError: x.\n  in the call: f(a='b')");
});
