import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ResultFlag } from '../formats/normal-form.ts';
import { markOfResult } from './mark-of-result.ts';

const flag = (isError: boolean | null): ResultFlag => ({
  isError,
  rule: 'is_error',
  snippet: '"is_error": true',
  denied: false,
  secondary: false,
});
const seen = (text: string, isError: boolean | null = null) => {
  const mark = markOfResult(text, isError === null ? null : flag(isError));
  return mark === null ? null : `${mark.level} ${mark.rule}`;
};

describe('what the format says', () => {
  test('a positive flag is explicit and shows the line of the error', () => {
    expect(markOfResult('draft-b.txt is open\nin another program', flag(true))).toMatchObject({
      level: 'explicit',
      rule: 'is_error',
      snippet: 'draft-b.txt is open',
    });
    expect(markOfResult('', flag(true))?.snippet).toBe('"is_error": true');
  });
  test('a negative flag clears weak wording, and not strong wording', () => {
    expect(seen('Saved; the mirror timed out.')).toBe('text timeout');
    expect(seen('Saved; the mirror timed out.', false)).toBeNull();
    expect(seen('Error: no such table', false)).toBe('text error-prefix');
    expect(seen('{"error": "locked"}', false)).toBe('text json-error-key');
    expect(seen('Exit code 2\nfailed', false)).toBe('text exit-code');
  });
});

describe('exit codes', () => {
  test.each([
    'Exit code 2\nsrc/menu.ts: does not fit',
    'Chunk ID: 4f\nWall time: 0.1 s\nProcess exited with code 1\nOutput:\nnothing',
    '<returncode>127</returncode>\n<output>\n</output>',
    '{"output": "", "metadata": {"exit_code": 1}}',
    '{"stdout": "x", "exitCode": 3}',
    'ls: cannot open\n[Command finished with exit code 2]',
    'bash -lc make exited 2 in 1357ms:\nmake: stop',
  ])('%j has failed', (text) => {
    expect(seen(text)).toBe('structured exit-code');
  });
  test.each([
    'Exit code 0\nall well',
    '<returncode>0</returncode>\n<output>\n</output>',
    '{"output": "fine", "metadata": {"exit_code": 0}}',
    'Wall time: 1 s\nProcess exited with code 0\nOutput:\nthe child Process exited with code 7',
    'The daemon log says: Process exited with code 9 yesterday',
  ])('%j has not', (text) => {
    expect(seen(text)).toBeNull();
  });
  test('0 clears wording, but for a traceback at the very start', () => {
    expect(seen('Exit code 0\nError: old entry of the log')).toBeNull();
    expect(seen('Exit code 0\nTraceback (most recent call last):\n  …\nValueError: x')).toBe(
      'text traceback',
    );
  });
});

describe('JSON results', () => {
  test.each([
    ['{"error": "calendar gave no answer", "code": "TIMEOUT"}', 'json-error-key'],
    ['{"ok": false, "error": "locked"}', 'json-error-key'],
    ['{"errors": [{"line": 3}]}', 'json-error-key'],
    ['{"exception": "KeyError"}', 'json-error-key'],
    ['{"ok": false}', 'json-not-ok'],
    ['{"success": false, "note": ""}', 'json-not-ok'],
    ['{"status": "failed", "reason": "site code"}', 'json-status-failed'],
    ['{"status": "Error"}', 'json-status-failed'],
    ['{"statusCode": 503}', 'json-http-code'],
    ['{"isError": true, "content": "x"}', 'json-is-error'],
  ])('%s: %s', (text, rule) => {
    expect(seen(text)).toBe(`structured ${rule}`);
  });
  test.each([
    '{"status":"ok","on_hand":12,"errors":[],"error":null}',
    '{"ok": true, "bytes": 48211, "error": ""}',
    '{"error": "none", "errors": 0, "exception": false}',
    '{"code": 1200, "name": "lamp"}',
    '{"status": "completed"}',
    '{"title": "Error: how to read a traceback", "id": 4}',
    '[{"title": "404 Not Found"}]',
    '{"error": "cut o',
  ])('%s is none', (text) => {
    expect(seen(text)).toBeNull();
  });
  test('words in a field of words count as words', () => {
    expect(seen('{"output": "bash: jq: command not found"}')).toBe('text shell');
  });
});

/** Every rule of wording with a text that it catches and one, close to it, that it does not. */
const WORDING: readonly (readonly [rule: string, caught: string, spared: string])[] = [
  ['error-prefix', 'Error: no invoice carries the number', 'The column is called Error: yes or no'],
  ['error-prefix', 'Error - disk full', 'Errors are listed below'],
  ['error-prefix', '[ERROR] no backend', 'The level [ERROR] is the highest'],
  ['error-prefix', 'error: pathspec did not match', 'no error: all went well'],
  ['error-prefix', 'first line\nERROR: second line', 'error_log, teams, time_entries'],
  ['tool-error', 'Error executing tool read: x', 'How to avoid trouble executing tools'],
  ['tool-error', 'I encountered an error while trying to use the tool. Tool x accepts…', 'I used the tool.'],
  [
    'reused-input',
    'I tried reusing the same input, I must stop using this action input.',
    'I reused the input.',
  ],
  ['please-fix', 'Bad call.\n Please fix your mistakes.', 'Your mistakes are fixed.'],
  ['exception', 'ValueError: bad date', 'raise ValueError: bad date'],
  ['exception', 'sqlalchemy.exc.OperationalError: (1) x', 'see class OperationalError below'],
  [
    'traceback',
    'Traceback (most recent call last):\n  File',
    'A text on the Traceback (most recent call last) line',
  ],
  ['fatal', 'fatal: not a git repository', 'The crash was fatal: nobody was hurt'],
  ['failed-to', 'The server failed to start', 'The server did start'],
  ['shell', 'bash: jq: command not found', 'found the command'],
  ['shell', '"jq" не является внутренней или внешней командой', 'всё хорошо'],
  ['no-such-file', 'cat: a.txt: No such file or directory', 'a.txt is a file in the directory'],
  ['permission', 'open a.txt: Permission denied', 'Permission given'],
  ['denied', 'Permission to use Bash with rm has been denied.', 'Permission to use Bash was given.'],
  ['denied', "The user doesn't want to proceed with this tool use.", 'The user wants to proceed.'],
  [
    'denied',
    'The command was not executed because approval is missing',
    'It was executed because it was right',
  ],
  ['unknown-tool', 'find is not a valid tool, try one of [a, b].', 'find is a valid tool'],
  ['unknown-tool', 'No such tool available: Grepp', 'tools available: Grep'],
  ['bad-arguments', 'read() got an unexpected keyword argument "x"', 'keyword arguments of read()'],
  ['bad-arguments', '2 validation errors for Invoice', 'validation passed for Invoice'],
  ['invalid-format', "Invalid Format: Missing 'Action:' after 'Thought:'", 'Format: as agreed'],
  ['invalid-format', 'Could not parse LLM output: `hm`', 'Parsed the output'],
  ['invalid-format', 'failed to parse function arguments: EOF', 'parsed the function arguments'],
  ['http-status', 'HTTP 429: too many requests', 'HTTP 200: fine'],
  ['http-status', 'Server said 503 Service Unavailable', 'There are 503 services'],
  ['rate-limit', 'You hit the rate limit', 'The rate is limited to 3 %'],
  ['timeout', 'The request timed out', 'The request took its time'],
  ['connection', 'connect: Connection refused', 'The connection stands'],
  ['error-tag', '<tool_use_error>The text was not in the file.</tool_use_error>', 'tool_use_error is a tag'],
  ['rejected-edit', 'The edit was NOT applied: it would no longer parse.', 'The edit was applied.'],
  ['rejected-edit', 'Your proposed edit has introduced new syntax trouble', 'Your edit is in.'],
  ['rejected-edit', 'String to replace not found in file.', 'String replaced in file.'],
  ['stale-file', 'File has not been read yet. Read it first.', 'File has been read.'],
  ['too-large', 'File content (9 MB) exceeds maximum allowed size', 'within the maximum'],
  ['no-such-table', '(1) no such table: timesheet', 'the table timesheet'],
  [
    'not-found',
    'Contact not found.',
    'Contact found. The second was not found in the list of the spring.\nAnd more.',
  ],
  ['cancelled', 'Cancelled: parallel tool call Bash(ls) errored', 'The meeting is cancelled'],
];

describe('wording', () => {
  test.each(WORDING)('%s: %j, not %j', (rule, caught, spared) => {
    expect(seen(caught)).toBe(`text ${rule}`);
    expect(seen(spared)).toBeNull();
  });
  test('a refusal, a secondary failure and an unreadable reply are marked as such', () => {
    expect(markOfResult('Permission to use Bash has been denied.', null)).toMatchObject({ denied: true });
    expect(markOfResult('Cancelled: parallel tool call x', flag(true))).toMatchObject({ secondary: true });
    expect(markOfResult('Invalid Format: x', null)).toMatchObject({ isRejectedReply: true });
    expect(markOfResult('Error: x', null)).toMatchObject({
      denied: false,
      secondary: false,
      isRejectedReply: false,
    });
  });
});

describe('never by wording alone', () => {
  const padding = 'The quarter went as planned. '.repeat(160);
  test.each([
    [
      'a numbered file view',
      "    13→interface Dish {\n    14→Error: never\n    16→// throw new Error('never')",
    ],
    ['numbers with colons', '7:Error: x\n8:ValueError: y'],
    ['a diff', 'diff --git a/x b/x\n--- a/x\n+++ b/x\n+ Error: new text\n-Error: old text'],
    ['a hit list', 'src/a.ts:12: Error: x\nlib/b.py:3: ValueError: y'],
    ['a listing', 'src/error.ts\nsrc/timeout.ts\nREADME.md'],
    ['code', "raise ValueError('not found')\nthrow new Error('timed out')\n} catch (error) {"],
    ['none counted', 'Moved ev-204 to Birch. Conflict check finished with 0 errors.'],
    ['a test summary', '3 passed, 0 failed, 0 errors in 0.02s'],
    ['a page', '<!DOCTYPE html><html><title>404 Not Found</title>'],
    ['a mail', 'From: a@b.c\nSubject: Error: build\n\nError: the build timed out'],
    ['far down in a long text', `${padding}\nError: see page 9`],
  ])('%s', (_, text) => {
    expect(seen(text)).toBeNull();
  });
  test('the same words at the head of a long text count', () => {
    expect(seen(`Error: see page 9\n${padding}`)).toBe('text error-prefix');
  });
  test('in such a text an exit code still counts', () => {
    expect(seen('Exit code 1\nsrc/a.ts:12: Error: x')).toBe('structured exit-code');
  });
});

test('any text is judged, and soon', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (text) => {
      const mark = markOfResult(text, null);
      expect(mark === null || mark.snippet.length <= 200).toBe(true);
    }),
  );
  for (const piece of ['Error', ' ', '\n', 'a.', '{"a":', '[', '- ', '> ', '1:', 'A.b.C', 'error: '])
    expect(() => markOfResult(piece.repeat(400_000 / piece.length), null)).not.toThrow();
});
