import { deflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, it, test } from 'vitest';
import { packedText, unpackedText } from './linked-text.ts';

it.each(['', 'a', '{"role": "user", "content": "Grüße \u{1f600}\u202e\u0000"}', '\ufeffwith a mark'])(
  'a text comes back as it was: %j',
  async (text) => {
    const packed = await packedText(text);
    if (!packed.ok) throw new Error(packed.error.happened);
    expect(packed.value).toMatch(/^[\w-]+$/u);
    expect(await unpackedText(packed.value)).toEqual({ ok: true, value: text });
  },
);

it('a text that does not fit is refused with the reason', async () => {
  let seed = 1;
  const noise = Array.from({ length: 60_000 }, () => {
    seed = (seed * 48271) % 2147483647;
    return String.fromCharCode(33 + (seed % 90));
  }).join('');
  expect(await packedText(noise)).toMatchObject({ ok: false, error: { kind: 'too-long-for-a-link' } });
});

it('a link that would fill the memory is stopped', async () => {
  const bomb = deflateRawSync(Buffer.alloc(20_000_000)).toString('base64url');
  expect(bomb.length).toBeLessThan(32_000);
  expect(await unpackedText(bomb)).toMatchObject({ ok: false, error: { kind: 'linked-text-damaged' } });
});

test('whatever stands in a link, nothing is thrown', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'binary' }), fc.base64String(), async (any, base64) => {
      for (const packed of [any, base64, base64.replaceAll(/[+/=]/gu, '_')])
        expect(typeof (await unpackedText(packed)).ok).toBe('boolean');
    }),
    { numRuns: 60 },
  );
});
