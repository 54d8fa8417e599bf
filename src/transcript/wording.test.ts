import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  checkWording,
  fillTemplate,
  MENDED_WORDING,
  PAPER_WORDING,
  type FailedStep,
  type Wording,
} from './index.ts';

const failed: FailedStep = {
  call: 'go(x=1)',
  error: 'no x',
  tool: 'go',
  errorKind: 'unexpected_argument',
  attempt: 3,
};

test('placeholders are filled in, other braces stand', () => {
  expect(fillTemplate('{attempt}. {tool}: {error} in {call} ({kind})', failed)).toBe(
    '3. go: no x in go(x=1) (it takes no argument of that name)',
  );
  expect(fillTemplate('{"ok": false, "why": {error}} { tool } {Tool} {}', failed)).toBe(
    '{"ok": false, "why": no x} { tool } {Tool} {}',
  );
  expect(fillTemplate('{neutral}', failed)).toBe(null);
  expect(fillTemplate('{neutral}', { ...failed, neutral: '' })).toBe('');
});

test('what is filled in is text: placeholders in it are not filled in again', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const error = `${text}{call}$&{error}`;
      expect(fillTemplate('{error}|{error}', { ...failed, error })).toBe(`${error}|${error}`);
    }),
  );
});

test('both wordings of the lab are sound', () => {
  for (const wording of [PAPER_WORDING, MENDED_WORDING])
    expect(checkWording(wording)).toEqual({ ok: true, value: wording });
});

test.each<[string, Partial<Wording>, RegExp]>([
  ['an empty text', { neutral: ' ' }, /The neutral text is empty/],
  ['half a character', { error: '\ud83d' }, /half of a character/],
  ['an unknown placeholder', { note: '{tol} failed' }, /asks for \{tol\}/],
  ['a placeholder before any failure', { instruction: 'Not {call} again.' }, /no call has failed yet/],
])('%s is refused by name', (_, change, happened) => {
  const checked = checkWording({ ...PAPER_WORDING, ...change });
  expect(checked.ok ? '' : checked.error.happened).toMatch(happened);
  if ('instruction' in change)
    expect(checkWording({ ...PAPER_WORDING, ...change, instructionPlace: 'after-error' }).ok).toBe(true);
});
