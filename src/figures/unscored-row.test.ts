import { expect, test } from 'vitest';
import { conditionLabel, stripFigure } from './index.ts';
import { samplePublished } from './sample-figures.ts';
import { sampleRun } from './sample-run.ts';

const run = sampleRun([
  { pre: -20, fail: -15, neut: -17, succ: -18 },
  { pre: -21, fail: -14, neut: -17, succ: -18 },
]);
const NAME = conditionLabel('neut_pad');
const why = `The request was not computed. ${'Its text is longer than the window. '.repeat(9)}`.trim();

test.each([336, 760, 1200])(
  'a condition of which nothing could be scored has its row and its reason: %d px',
  (width) => {
    const unscored = [{ condition: 'neut_pad', why }] as const;
    for (const layers of [{}, { published: samplePublished }]) {
      const figure = stripFigure({ ...run, width, unscored, ...layers });
      const texts = figure.marks.flatMap((mark) => (mark.kind === 'text' ? [mark] : []));
      expect(texts.filter(({ text }) => text === NAME)).toHaveLength(1);
      const [first, second, ...more] = texts.filter(({ text }) =>
        /could not be scored|not computed|longer than the window/.test(text),
      );
      expect(first?.text).toMatch(/^could not be scored: The request/);
      expect(second?.text).toMatch(/…$/);
      expect(more).toEqual([]);
      // Neither line reaches out of the figure, nor into the next row.
      for (const line of [first, second])
        expect((line?.x ?? 0) + (line?.text.length ?? 0) * 12 * 0.54).toBeLessThanOrEqual(width);
      expect(figure.table.rows).toContainEqual(expect.arrayContaining([NAME, `could not be scored: ${why}`]));
      expect(figure.description).toContain(`${NAME} could not be scored: The request`);
    }
    expect(JSON.stringify(stripFigure({ ...run, width }))).not.toContain(NAME);
  },
);
