import { expect, test } from 'vitest';
import { figureToSvg, THEMES, type LegendEntry } from './index.ts';
import { sampleFigures } from './sample-figures.ts';

const [first] = sampleFigures(760);
if (first === undefined) throw new Error('there is no sample figure');
const [, figure] = first;
const theme = THEMES.light;

/** What is drawn for one entry alone, without its text. */
const drawn = (entry: LegendEntry): string => {
  const svg = figureToSvg(
    { ...figure, marks: [], legend: [entry], heading: '', title: '', caption: '' },
    theme,
    '',
  );
  return [...svg.matchAll(/<(?:path|line|rect(?! width="100%"))[^>]*>/g)].map(([mark]) => mark).join('');
};

test('a swatch looks as its marks do: full, hollow, a band, a line', () => {
  const entry = { text: 'x', role: 'ink', shape: 'circle' } as const;
  expect(drawn(entry)).toContain(`fill="${theme.ink}"`);
  expect(drawn({ ...entry, look: 'hollow' })).toContain(`fill="${theme.panel}"`);
  expect(drawn({ ...entry, look: 'hollow' })).toContain(`stroke="${theme.ink}"`);
  expect(drawn({ ...entry, shape: null, look: 'band' })).toMatch(/fill-opacity="0\.\d+".*<line/);
  expect(drawn({ ...entry, shape: null, look: 'line' })).toMatch(/^<line[^>]*>$/);
});
