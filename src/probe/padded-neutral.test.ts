import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PAPER_WORDING, type TokenCounter } from '../transcript/index.ts';
import { paddedNeutral, type ProbeItem } from './index.ts';
import { sampleItem } from './sample-item.ts';

/** Words, digits one by one, and marks: a segment has 1 + 1 + about 8 tokens, as for a small model. */
const countTokens: TokenCounter = (text) => text.match(/[A-Za-z]+|\d|[^\sA-Za-z\d]/gu)?.length ?? 0;
const byCharacter: TokenCounter = (text) => text.length;
const pad = (item: ProbeItem, count = countTokens, wording = PAPER_WORDING) =>
  paddedNeutral(item, wording, count) ?? '';
const withError = (obs_fail: string): ProbeItem => ({ ...sampleItem, obs_fail });

test('segments are the 4-byte BLAKE2b digests of the call and the segment’s number', () => {
  // Digests by Python: hashlib.blake2b(b"find(nom='Ann'):0", digest_size=4).
  const error = 'x'.repeat('Noted. entry=83513ed0 entry=2879b00d'.length);
  expect(pad(withError(error), byCharacter)).toBe('Noted. entry=83513ed0 entry=2879b00d');
  const foreign = { ...withError('x'.repeat(21)), failed_action: "buscar(q='été 🚆')" };
  expect(pad(foreign, byCharacter)).toBe('Noted. entry=e9b13c54');
});

test('the nearest length wins, of two equally near the shorter', () => {
  // Lengths 6, 21, 36: between them 13.5 and 28.5.
  const lengths = [6, 13, 14, 28, 29].map((wanted) => pad(withError('x'.repeat(wanted)), byCharacter).length);
  expect(lengths).toEqual([6, 6, 21, 21, 36]);
  // A segment of 14 units that count as 2: the tie of 6 and 8 about 7 stays with 6.
  const even: TokenCounter = (text) => (text.startsWith('x') ? 7 : text.length === 6 ? 6 : 8);
  expect(pad(withError('x'), even)).toBe('Noted.');
});

test('an error shorter than the neutral text is not padded to, a very long one only by 23 segments', () => {
  expect(pad(withError('x'), byCharacter)).toBe('Noted.');
  expect(pad(withError('x'.repeat(9999)), byCharacter)).toHaveLength(6 + 23 * 15);
});

test('no more is counted once the length of the error is reached', () => {
  const asked: string[] = [];
  pad(withError('x'.repeat(21)), (text) => {
    asked.push(text);
    return text.length;
  });
  expect(asked.map(({ length }) => length)).toEqual([21, 6, 21]);
});

test('within half a segment of the error, and the same every time', () => {
  fc.assert(
    fc.property(fc.integer({ min: 6, max: 6 + 23 * 15 }), fc.string({ minLength: 1 }), (wanted, call) => {
      const item = { ...withError('x'.repeat(wanted)), failed_action: call };
      const text = pad(item, byCharacter);
      expect(Math.abs(text.length - wanted)).toBeLessThanOrEqual(7.5);
      expect(text.startsWith('Noted.')).toBe(true);
      expect(pad(item, byCharacter)).toBe(text);
    }),
  );
});

test('it follows the wording: the neutral text is the wording’s, and so is the error it is measured by', () => {
  const wording = { ...PAPER_WORDING, neutral: 'Seen.', error: '{error}{error}{error}' };
  const text = pad(withError('x'.repeat(10)), byCharacter, wording);
  expect(text).toBe('Seen. entry=83513ed0 entry=2879b00d');
});
