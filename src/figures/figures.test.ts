import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  beforeAfterFigure,
  breakdownFigure,
  decompositionFigure,
  figureToCsv,
  figureToSvg,
  heatCells,
  knockoutFigure,
  manipulationsFigure,
  stripFigure,
  THEMES,
  tokenHeatFigure,
  type FigureSpec,
  type Mark,
} from './index.ts';
import {
  sampleEffects as effects,
  samplePublished as published,
  sampleRecorded as recorded,
  sampleTokens as tokens,
} from './sample-figures.ts';
import { sampleRun, type SampleCase } from './sample-run.ts';
import { swarmOffsets } from './swarm.ts';

const cases: readonly SampleCase[] = Array.from({ length: 8 }, (_, i) => ({
  pre: -20 - i,
  fail: -2 - 0.5 * i,
  neut: -4 - i,
  succ: -3,
  repeats: i % 3 === 0,
  right: i === 1,
  gold: { pre: -11 - (i % 3) },
}));
const run = sampleRun(cases);

const figuresAt = (width: number): readonly FigureSpec[] =>
  [
    stripFigure({ ...run, width, published, recorded }),
    decompositionFigure(run.summary, width),
    beforeAfterFigure({ ...run, width }),
    breakdownFigure({ ...run, by: 'operator', width }),
    manipulationsFigure(run.summary, width),
    tokenHeatFigure(tokens, width),
    knockoutFigure(effects, width),
    // Zero stands near the left edge.
    knockoutFigure(
      effects.map((effect) => ({ ...effect, effectNats: -effect.effectNats })),
      width,
    ),
  ].filter((figure) => figure !== null);

const symbols = (figure: FigureSpec) => figure.marks.filter((mark) => mark.kind === 'symbol');
const texts = (figure: FigureSpec) =>
  figure.marks.filter((mark) => mark.kind === 'text').map(({ text }) => text);

test.each([360, 420, 560, 640, 760, 1100, 1920])('every mark lies inside its figure at %d px', (width) => {
  for (const figure of figuresAt(width - 24)) {
    const inside = (x: number, y: number, mark: Mark) => {
      const place = `${figure.id}: ${JSON.stringify(mark)}`;
      expect(x, place).toBeGreaterThanOrEqual(-0.01);
      expect(x, place).toBeLessThanOrEqual(figure.width + 0.01);
      expect(y, place).toBeGreaterThanOrEqual(0);
      expect(y, place).toBeLessThanOrEqual(figure.height);
    };
    for (const mark of figure.marks) {
      if (mark.kind === 'rule') {
        inside(mark.x1, mark.y1, mark);
        inside(mark.x2, mark.y2, mark);
      } else if (mark.kind === 'rect') {
        inside(mark.x, mark.y, mark);
        inside(mark.x + mark.width, mark.y + mark.height, mark);
      } else if (mark.kind === 'text' && mark.isTurned !== true) {
        const reach = mark.text.length * mark.sizePx * 0.54;
        const start = mark.x - { start: 0, middle: reach / 2, end: reach }[mark.anchor];
        inside(start, mark.y, mark);
        inside(start + reach, mark.y, mark);
      } else {
        inside(mark.x, mark.y, mark);
      }
    }
  }
});

test('a dot stands where its number is, on its side of zero, in the colour of its side', () => {
  const figure = stripFigure({ ...run, width: 760 });
  const [axis] = figure.axes;
  const first = axis?.ticks[0];
  const last = axis?.ticks.at(-1);
  if (first === undefined || last === undefined) throw new Error('no ticks');
  const at = (value: number) =>
    first.position + ((value - first.value) / (last.value - first.value)) * (last.position - first.position);
  const dots = symbols(figure).filter(({ key }) => key !== undefined);
  expect(dots).toHaveLength(24);
  const errors = dots.filter(({ shape }) => shape === 'circle');
  expect(errors.map(({ x }) => x)).toEqual(
    run.measures.map(({ gainNats }) => expect.closeTo(at(gainNats ?? NaN), 6) as number),
  );
  expect(new Set(dots.map(({ fill }) => fill))).toEqual(new Set(['toward']));
  expect(at(-10)).toBeLessThan(at(0));
  const moved = sampleRun([{ pre: -3, fail: -9 }]);
  expect(symbols(stripFigure({ ...moved, width: 760 }))[0]?.fill).toBe('away');
});

test('conditions differ by shape', () => {
  const shapes = symbols(stripFigure({ ...run, width: 760 }))
    .filter(({ key }) => key !== undefined)
    .map(({ shape }) => shape);
  expect([...new Set(shapes)]).toEqual(['circle', 'square', 'triangle']);
});

test('new cases move none of those that are there, as long as the axis holds', () => {
  const gains = fc.array(
    fc.record({
      pre: fc.double({ min: -20, max: -15, noNaN: true }),
      fail: fc.double({ min: -5, max: 0, noNaN: true }),
    }),
    { minLength: 2, maxLength: 25 },
  );
  fc.assert(
    fc.property(gains, (many) => {
      const places = (n: number) =>
        symbols(stripFigure({ ...sampleRun(many.slice(0, n)), width: 700 }))
          .filter(({ key, shape }) => key !== undefined && shape === 'circle')
          .map(({ x, y }) => [x, y]);
      expect(places(many.length).slice(0, many.length - 1)).toEqual(places(many.length - 1));
    }),
    { numRuns: 25 },
  );
});

test('dots do not cover each other while there is room', () => {
  const dots = Array.from({ length: 9 }, (_, i) => ({ x: 50 + (i % 3), key: `${i}` }));
  const offsets = swarmOffsets(dots, 3, 40);
  for (const [i, a] of dots.entries()) {
    for (const [j, b] of dots.entries()) {
      if (j >= i) continue;
      expect(Math.hypot(a.x - b.x, (offsets[i] ?? NaN) - (offsets[j] ?? NaN))).toBeGreaterThanOrEqual(
        6 - 1e-6,
      );
    }
  }
  const crowd = swarmOffsets(
    Array.from({ length: 300 }, (_, i) => ({ x: 50, key: `${i}` })),
    3,
    20,
  );
  expect(Math.max(...crowd.map(Math.abs))).toBeLessThanOrEqual(17);
});

test('the table of the strip holds the drawn numbers, and the CSV holds the table', () => {
  const figure = stripFigure({ ...run, width: 760 });
  const shareOf = (measure: 'p_rep_of_all of pre' | 'p_rep_of_all of fail') => {
    const { value, interval } = run.summary.estimates[measure] ?? {};
    return [value, interval?.low, interval?.high];
  };
  expect(figure.table.rows[0]).toEqual([
    'before',
    'mean of 8',
    ...[null, null, null, null, null, null, null, null],
    ...shareOf('p_rep_of_all of pre'),
  ]);
  const errors = figure.table.rows.filter(
    ([shown, name]) => shown === 'error' && String(name).startsWith('case-'),
  );
  expect(errors.map((row) => row[2])).toEqual(run.measures.map(({ gainNats }) => gainNats));
  expect(figure.table.rows).toContainEqual([
    'error',
    'mean of 8',
    run.summary.gain?.value,
    run.summary.gain?.interval?.low,
    run.summary.gain?.interval?.high,
    run.summary.rightGain?.value,
    run.summary.rightGain?.interval?.low,
    run.summary.rightGain?.interval?.high,
    '3 of 8',
    '1 of 8',
    ...shareOf('p_rep_of_all of fail'),
  ]);
  expect(texts(figure)).toContain('written 3 of 8');
  const csv = figureToCsv(figure).trimEnd().split('\r\n');
  expect(csv).toHaveLength(1 + figure.table.rows.length);
  expect(csv[2]).toBe('As in the paper.,error,case-0,-18,,,-2,,,,,,,');
});

test('the parts of the decomposition lie end to end, to the left', () => {
  const figure = decompositionFigure(run.summary, 700);
  const bars = figure?.marks.filter((mark) => mark.kind === 'rect') ?? [];
  const [copy, sem, both] = bars;
  if (copy === undefined || sem === undefined || both === undefined) throw new Error('no bars');
  // copy 16, sem 3.75 toward; G −19.75
  expect(sem.x + sem.width).toBeCloseTo(copy.x, 6);
  expect(both.x).toBeCloseTo(sem.x, 6);
  expect(copy.width / both.width).toBeCloseTo(16 / 19.75, 6);
  expect([copy.fill, sem.fill, both.fill]).toEqual(['toward', 'toward', 'mark']);
  expect(figure?.heading).toMatch(
    /^Of a mean G of −19\.8 \[−[\d.]+ to −[\d.]+\] nats, toward the same call, −16\.0 \[.*\] \(ratio to the whole 0\.81 \[0\.\d+ to 0\.\d+\]\) come from the call being there/,
  );
  expect(decompositionFigure(sampleRun([]).summary, 700)).toBe(null);
});

test('knockout: toward is left of zero and orange, away right and blue, the control grey', () => {
  const figure = knockoutFigure(effects, 700);
  const zero = figure.axes[0]?.ticks.find(({ value }) => value === 0)?.position ?? NaN;
  const [call, error, control] = figure.marks.filter((mark) => mark.kind === 'rect');
  expect((call?.x ?? NaN) + (call?.width ?? NaN)).toBeCloseTo(zero, 6);
  expect(error?.x).toBeCloseTo(zero, 6);
  expect([call?.fill, error?.fill, control?.fill]).toEqual(['toward', 'away', 'zero']);
  expect(texts(figure)).toEqual(expect.arrayContaining(['−18.1', '+4.5']));
  expect(figure.heading).toBe(
    'Of what was hidden, the failed call pulls most toward the same call: −18.1 nats of G.',
  );
  expect(knockoutFigure([], 700).heading).toBe('Nothing has been hidden yet.');
});

test('heat: step by size, side by line, blanks visible', () => {
  const cells = heatCells(tokens);
  expect(cells.map(({ text, fill, line }) => [text, fill, line])).toEqual([
    ['find', 'toward-1', 'under'],
    ['(', null, null],
    ['␣nom', 'toward-3', 'under'],
    ['=', 'toward-2', 'under'],
    ["'Ada", 'away-2', 'over'],
    ['↵<&"', 'away-3', 'over'],
    [')', 'away-1', 'over'],
  ]);
  expect(tokenHeatFigure(tokens, 700).heading).toBe(
    '3 of 7 tokens became more likely by over 0.1 nats, most of all “␣nom” (G −12.0).',
  );
});

test('descriptions are heard: no sign is left that a voice would skip', () => {
  for (const { description, heading, caption, title } of figuresAt(700)) {
    expect(description).not.toMatch(/−\d/);
    for (const text of [description, heading, caption, title]) expect(text.length).toBeGreaterThan(5);
  }
});

test('an empty run has figures that say so', () => {
  const empty = sampleRun([]);
  expect(stripFigure({ ...empty, width: 700 }).heading).toBe('No case is finished yet.');
  expect(beforeAfterFigure({ ...empty, width: 700 }).heading).toBe('No case is finished yet.');
  expect(tokenHeatFigure([], 700).table.rows).toEqual([]);
});

test.each(['light', 'dark'] as const)(
  'SVG in the %s theme is whole XML that names itself and its source',
  (name) => {
    for (const width of [336, 760]) {
      for (const figure of figuresAt(width)) {
        const svg = figureToSvg(figure, THEMES[name], 'Backfire Lab 0.1 <test> & co');
        const open: string[] = [];
        for (const [, close, tag, self] of svg.matchAll(/<(\/?)([a-z]+)(?:"[^"]*"|[^">])*?(\/?)>/g)) {
          if (close === '/') expect(open.pop()).toBe(tag);
          else if (self !== '/') open.push(tag ?? '');
        }
        expect(open).toEqual([]);
        expect(svg).toContain('Backfire Lab 0.1 &lt;test&gt; &amp; co');
        expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"[^>]*role="img"/);
        expect(svg).not.toMatch(/NaN|undefined|var\(--/);
        for (const { text } of figure.legend) expect(svg).toContain(text);
      }
    }
  },
);

test('controls and half characters cannot break the SVG', () => {
  const [token] = tokens;
  if (token === undefined) throw new Error('no token');
  const svg = figureToSvg(
    tokenHeatFigure([{ ...token, piece: '\u0000\ud800<script>' }], 300),
    THEMES.light,
    's',
  );
  expect(svg).not.toMatch(/\p{Surrogate}|<script>/u);
  expect(svg.includes('\u0000')).toBe(false);
});

test.each([
  ['wide', 760],
  ['narrow', 336],
])('the picture of the strip, %s', async (name, width) => {
  const svg = figureToSvg(stripFigure({ ...run, width }), THEMES.light, 'Backfire Lab, sample');
  await expect(svg.replaceAll('><', '>\n<')).toMatchFileSnapshot(`pictures/strip-${name}.svg`);
});
