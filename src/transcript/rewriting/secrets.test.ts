import fc from 'fast-check';
import { expect, it, test } from 'vitest';
import { likelySecrets } from './secrets.ts';

// Put together here, so that nobody takes this file for one that lost a key.
const made = (...parts: readonly string[]): string => parts.join('');
const DIGITS = '0123456789abcdefABCDEF';

it.each([
  ['key', `use ${made('sk', '-proj-', DIGITS)} here`, made('sk', '-proj-', DIGITS)],
  ['key', `id: ${made('AKIA', 'ABCDEFGHIJKLMNOP')}`, made('AKIA', 'ABCDEFGHIJKLMNOP')],
  ['key', made('ghp', '_', DIGITS), made('ghp', '_', DIGITS)],
  [
    'web-token',
    made('eyJhbGciOi', 'J9.eyJzdWIi', 'OiIxIn0.', DIGITS),
    made('eyJhbGciOi', 'J9.eyJzdWIi', 'OiIxIn0.', DIGITS),
  ],
  ['sign-in', 'postgres://reader:s3cret-word@db.example/shop', 'reader:s3cret-word'],
  ['sign-in', String.raw`{\"Authorization\": \"Bearer abcdef123456\"}`, 'abcdef123456'],
  ['password', '{"password": "correct-horse"}', 'correct-horse'],
  ['password', 'API_KEY=abcd1234efgh', 'abcd1234efgh'],
  ['e-mail', 'write to ada.b@mail.example.org.', 'ada.b@mail.example.org'],
])('a likely %s is found in its place: %s', (kind, text, secret) => {
  const { found, count } = likelySecrets(text);
  expect(count).toBe(1);
  expect(found[0]?.kind).toBe(kind);
  expect(text.slice(found[0]?.start, found[0]?.end)).toBe(secret);
  if (kind !== 'e-mail') expect(found[0]?.hint).not.toContain(secret);
});

test('a private key is found whole', () => {
  const text = `a\n-----BEGIN ${made('PRIVATE', ' KEY')}-----\nAAAA\n-----END ${made('PRIVATE', ' KEY')}-----\nb`;
  const [hit] = likelySecrets(text).found;
  expect(text.slice(hit?.start, hit?.end)).toMatch(/^-----BEGIN[^]*KEY-----$/u);
});

it.each([
  'max_tokens: 10000000, total_tokens=12345678',
  'token: ********',
  'The task was skipped; ask-me-anything-about-it.',
  '{"required": ["password"], "password": {"type": "string"}}',
  'meet @ noon, a@b',
])('nothing is made of: %s', (text) => {
  expect(likelySecrets(text).found).toEqual([]);
});

test('hits are disjoint and in order, in any text', () => {
  const piece = fc.constantFrom(
    'sk-',
    'token=',
    'a@b.co',
    DIGITS,
    ' ',
    '\n',
    '"',
    'Bearer ',
    'eyJ',
    '.',
    'x',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
      let read = 0;
      for (const { start, end } of likelySecrets(pieces.join('')).found) {
        expect(start).toBeGreaterThanOrEqual(read);
        expect(end).toBeGreaterThan(start);
        read = end;
      }
    }),
    { numRuns: 200 },
  );
});
