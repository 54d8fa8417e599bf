import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { visibleStretches } from './visible-text.ts';

const shown = (text: string): string =>
  visibleStretches(text)
    .map((stretch) => (stretch.sign ? `[${stretch.text}]` : stretch.text))
    .join('');

describe('visibleStretches', () => {
  it('names what cannot be seen', () => {
    expect(shown('a\u0000b')).toBe('a[\u2400]b');
    expect(shown('\u001b[31mred')).toBe('[\u241b][31mred');
    expect(shown('pay\u202eexe')).toBe('pay[U+202E]exe');
    expect(shown('\u{e0041}')).toBe('[U+E0041]');
  });

  it('leaves tabs, line ends, accents and emoji alone', () => {
    const text = 'é\t中文\n👩🏽‍🔬'.replaceAll('\u200d', '');
    expect(shown(text)).toBe(text);
  });

  it('keeps every other character in order', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const plain = visibleStretches(text)
          .filter(({ sign }) => !sign)
          .map((stretch) => stretch.text)
          .join('');
        const kept = Array.from(text)
          .filter((character) => visibleStretches(character)[0]?.sign === false)
          .join('');
        expect(plain).toBe(kept);
      }),
    );
  });
});
