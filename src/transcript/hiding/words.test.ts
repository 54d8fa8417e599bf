import fc from 'fast-check';
import { expect, test } from 'vitest';
import { wordsOf } from './words.ts';

const texts = (text: string, form: 'prose' | 'call') => wordsOf(text, form).map((word) => word.text);

test('in prose a word is a run without white space', () => {
  expect(texts("  NameError: no tool\tis called 'find_x'.\n\nDid you?", 'prose')).toEqual([
    'NameError:',
    'no',
    'tool',
    'is',
    'called',
    "'find_x'.",
    'Did',
    'you?',
  ]);
  expect(wordsOf('a b\n c', 'prose').map(({ gap }) => gap)).toEqual(['none', 'blank', 'line']);
});

test('in a call the signs between names and values are words of their own', () => {
  expect(texts("find(name='Nora L.', at='09:30', to=['x@y.z'])", 'call')).toEqual([
    ...[
      'find',
      '(',
      'name',
      "='",
      'Nora',
      'L.',
      "',",
      'at',
      "='",
      '09:30',
      "',",
      'to',
      "=['",
      'x@y.z',
      "'])",
    ],
  ]);
  expect(texts('{"name": "find", "n":3}', 'call')).toEqual([
    ...['{"', 'name', '":', '"', 'find', '",', '"', 'n', '":', '3', '}'],
  ]);
});

test.each(['prose', 'call'] as const)(
  'words of %s lie one after another and hold every sign that is seen',
  (form) => {
    fc.assert(
      fc.property(
        fc.string({
          unit: fc.constantFrom('a', 'b', ':', '"', "'", '(', '=', ',', ' ', '\n', '\u00a0', 'é', '😀'),
        }),
        (text) => {
          const words = wordsOf(text, form);
          let last = 0;
          for (const word of words) {
            expect(text.slice(word.start, word.end)).toBe(word.text);
            expect(text.slice(last, word.start)).toMatch(/^\s*$/u);
            expect(word.text).toMatch(/^\S+$/u);
            last = word.end;
          }
          expect(text.slice(last)).toMatch(/^\s*$/u);
        },
      ),
    );
  },
);
