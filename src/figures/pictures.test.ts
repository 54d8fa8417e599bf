import { describe, expect, test } from 'vitest';
import { PAPER_VIEW } from '../probe/index.ts';
import { cellText, figureToSvg, stripFigure, THEMES, type FigureSpec, type Mark } from './index.ts';
import { sampleCases, sampleFigures, samplePublished, sampleRecorded } from './sample-figures.ts';
import { sampleRun } from './sample-run.ts';

const SOURCE = 'Backfire Lab, engine 1: Toy <test> & co, 36 of 36 items';

/** A figure, line by line: what can be read of it, and how many marks of which look stand beside the words. */
function readable(figure: FigureSpec): string {
  const texts = figure.marks.flatMap((mark) => (mark.kind === 'text' ? [mark.text] : []));
  const looks = new Map<string, number>();
  for (const mark of figure.marks) {
    const look = lookOf(mark);
    if (look !== null) looks.set(look, (looks.get(look) ?? 0) + 1);
  }
  const rows = figure.table.rows
    .slice(-16)
    .map((row) => figure.table.columns.map((column, at) => cellText(column, row[at] ?? null)).join(' | '));
  return [
    `# ${figure.heading}`,
    `${figure.title}, ${figure.width} × ${figure.height}`,
    ...figure.axes.map(
      ({ dimension, label, ticks }) => `${dimension}: ${label}: ${ticks.map(({ text }) => text).join(' ')}`,
    ),
    `legend: ${figure.legend.map(({ text, shape, look = 'full' }) => `${look} ${shape ?? 'swatch'} ${text}`).join('; ')}`,
    `drawn: ${[...looks].map(([look, count]) => `${count} × ${look}`).join('; ')}`,
    '',
    ...texts,
    '',
    figure.table.columns.map(({ name }) => name).join(' | '),
    ...rows,
    '',
    figure.caption,
    '',
    `spoken: ${figure.description}`,
    '',
  ].join('\n');
}

function lookOf(mark: Mark): string | null {
  switch (mark.kind) {
    case 'text':
      return null;
    case 'rule':
      return `${mark.dashes === undefined ? '' : 'dashed '}line ${mark.role} ${mark.strokeWidth}`;
    case 'rect':
      return `box ${mark.fill}${opacityWords(mark.fillOpacity)}`;
    case 'symbol':
      return `${mark.shape} ${mark.fill}${opacityWords(mark.fillOpacity)} edged ${mark.stroke}`;
  }
}

const opacityWords = (opacity: number): string => (opacity === 1 ? '' : ` at ${opacity}`);

describe.each([
  ['wide', 760],
  ['narrow', 336],
])('%s', (name, width) => {
  test.each(sampleFigures(width))('what can be read of %s', async (figure, spec) => {
    await expect(readable(spec)).toMatchFileSnapshot(`pictures/${figure}-${name}.txt`);
  });

  test('what can be read of the strip in another view', async () => {
    const seen = sampleRun(sampleCases, {
      ...PAPER_VIEW,
      statistic: 'median',
      scale: 'per-token',
      withoutWorst: 3,
    });
    const layers = { width, published: samplePublished, recorded: sampleRecorded };
    await expect(readable(stripFigure({ ...seen, ...layers }))).toMatchFileSnapshot(
      `pictures/strip-view-${name}.txt`,
    );
  });
});

// The fifteen rows of the strip draw what the three of strip-wide.svg draw, five times as often.
test.each(sampleFigures(760).filter(([name]) => !name.startsWith('strip')))(
  'the file of %s',
  async (name, figure) => {
    const svg = figureToSvg(figure, THEMES.light, SOURCE);
    await expect(svg.replaceAll('><', '>\n<')).toMatchFileSnapshot(`pictures/${name}.svg`);
  },
);

describe.each(['light', 'dark'] as const)('files in the %s theme', (themeName) => {
  test.each(sampleFigures(760))('%s needs nothing from outside', (_, figure) => {
    const theme = THEMES[themeName];
    const svg = figureToSvg(figure, theme, SOURCE);
    const [root = ''] = /^<svg[^>]*>/.exec(svg) ?? [];
    const [, width = '', height = ''] = /width="([\d.]+)" height="([\d.]+)"/.exec(root) ?? [];
    expect(root).toContain(`viewBox="0 0 ${width} ${height}"`);
    // One namespace and no other address; nothing that a page's style sheet or script would have to add.
    expect(svg.match(/\w+:\/\/[^"< ]*/g)).toEqual(['http://www.w3.org/2000/svg']);
    expect(svg).not.toMatch(/href|url\(|@import|<style|<script|class=|style=|var\(|currentColor|&(?!\w+;)/);
    expect(svg).toContain(`<rect width="100%" height="100%" fill="${theme.panel}"/>`);
    const ids = [...svg.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
    expect(root).toContain(`aria-labelledby="${ids.join(' ')}"`);
    // Two figures on one page keep their own names.
    expect(ids.every((id) => id?.startsWith(figure.id))).toBe(true);
    const families = [...svg.matchAll(/font-family="([^"]*)"/g)].map(([, family]) => family ?? '');
    expect(families.length).toBeGreaterThan(0);
    for (const family of families) expect(family).toMatch(/, (?:sans-serif|monospace)$/);
    const colours = [...svg.matchAll(/(?:fill|stroke)="([^"]*)"/g)].map(([, colour]) => colour ?? '');
    for (const colour of new Set(colours)) expect(Object.values(theme)).toContain(colour);
  });
});
