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
      expect(viewOfText(textOfView(view))).toEqual({ view, unknown: [], repeated: [] });
    }),
  );
});

test('the paper’s view needs no words, and unknown ones are named', () => {
  expect(textOfView(PAPER_VIEW)).toBe(null);
  expect(viewOfText(null)).toEqual({ view: PAPER_VIEW, unknown: [], repeated: [] });
  expect(viewOfText('mode;median;worst:-1;worst:2;colour:red')).toEqual({
    view: { ...PAPER_VIEW, statistic: 'median', withoutWorst: 2 },
    unknown: ['mode', 'worst:-1', 'colour:red'],
    repeated: [],
  });
});

test.each<[string, Partial<View>, readonly string[]]>([
  ['median;mean', { statistic: 'median' }, ['mean']],
  ['mean;median', {}, ['median']],
  ['per-token;median;per-byte', { scale: 'per-token', statistic: 'median' }, ['per-byte']],
  ['worst:2;worst:2', { withoutWorst: 2 }, ['worst:2']],
  ['tasks:a;tasks:b,c;tasks:', { withoutTasks: ['a'] }, ['tasks:b,c', 'tasks:']],
  ['depth:0;operator:x;depth:1', { only: { depth: ['0'], operator: ['x'] } }, ['depth:1']],
])('%s says a thing more than once: the first counts, the others are named', (text, said, repeated) => {
  expect(viewOfText(text)).toEqual({ view: { ...PAPER_VIEW, ...said }, unknown: [], repeated });
});

test.each(['2,5', '', '1.5', '0x10', '1e2', ' 2', '9999999999'])('worst:%s is not a count', (count) => {
  const part = `worst:${count}`;
  expect(viewOfText(part)).toEqual({ view: PAPER_VIEW, unknown: [part], repeated: [] });
});
