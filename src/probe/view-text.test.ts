import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PAPER_VIEW, SCALES, textOfView, viewOfText, type View } from './index.ts';

const word = fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9_.-]{0,12}$/);
const values = fc.array(word, { maxLength: 3 });
const views: fc.Arbitrary<View> = fc.record({
  statistic: fc.constantFrom('mean', 'median'),
  scale: fc.constantFrom(...SCALES),
  only: fc.record({ operator: values, error: values, depth: values, novelty: values }, { requiredKeys: [] }),
  withoutTasks: values,
  withoutWorst: fc.nat(99),
});

test('a view survives the link', () => {
  fc.assert(
    fc.property(views, (view) => {
      expect(viewOfText(textOfView(view))).toEqual({ view, unknown: [] });
    }),
  );
});

test('the paper’s view needs no words, and unknown ones are named', () => {
  expect(textOfView(PAPER_VIEW)).toBe(null);
  expect(viewOfText(null)).toEqual({ view: PAPER_VIEW, unknown: [] });
  expect(viewOfText('mode;median;worst:-1;worst:2;colour:red')).toEqual({
    view: { ...PAPER_VIEW, statistic: 'median', withoutWorst: 2 },
    unknown: ['mode', 'worst:-1', 'colour:red'],
  });
});
