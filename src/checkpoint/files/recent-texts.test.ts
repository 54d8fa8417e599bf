import fc from 'fast-check';
import { expect, it } from 'vitest';
import { RecentTexts } from './recent-texts.ts';

it('gives what was made of a text, whatever was asked for in between', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ maxLength: 4 })), fc.nat(12), (texts, most) => {
      const recent = new RecentTexts<string>(most);
      for (const text of texts) expect(recent.of(text, (asked) => `<${asked}>`)).toBe(`<${text}>`);
    }),
  );
});

it('makes a text once while it keeps coming, and forgets one that does not', () => {
  const recent = new RecentTexts<object>(10);
  const made: string[] = [];
  const ask = (text: string): void => {
    recent.of(text, () => made.push(text) && {});
  };
  for (const text of [
    'often',
    'once',
    'often',
    'ab',
    'often',
    'cd',
    'often',
    'ef',
    'gh',
    'often',
    'ij',
    'often',
  ])
    ask(text);
  expect(made.filter((text) => text === 'often')).toHaveLength(1);
  ask('once');
  expect(made.filter((text) => text === 'once')).toHaveLength(2);
});
