import { expect, it } from 'vitest';
import { likelySecrets } from '../../../transcript/index.ts';
import { secretsSoon } from './secrets-soon.ts';

const text = Array.from(
  { length: 40 },
  (_, n) => `line ${n}: password=horse-battery-${n}, a${n}@b.example\n`,
).join('');

it.each([64, 100, 1000, 1_000_000])('in pieces of %i it finds the same', async (piece) => {
  expect(await secretsSoon(text, () => false, piece)).toEqual(likelySecrets(text));
});

it('stops when it is called off', async () => {
  expect(await secretsSoon(text, () => true, 100)).toBeNull();
});
