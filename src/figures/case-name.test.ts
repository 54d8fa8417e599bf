import fc from 'fast-check';
import { expect, it } from 'vitest';
import { caseName } from './case-name.ts';

it('keeps a short goal and cuts a long one at a word', () => {
  expect(caseName({ goal: 'Read the\nfile' })).toBe('“Read the file”');
  const goal = 'Put a meeting called Budget review into the calendar for 14 May 2026 at 10:30';
  expect(caseName({ goal })).toBe('“Put a meeting called Budget review into the calendar for 14 May…”');
});

it('is never longer than a line, whatever the goal', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 300 }), (goal) => {
      expect(caseName({ goal }).length).toBeLessThanOrEqual(67);
    }),
  );
});
