import { describe, expect, test } from 'vitest';
import { THEMES, type FigureSpec, type Mark, type RectMark, type Theme } from './index.ts';
import { textWidth } from './marks.ts';
import { sampleFigures } from './sample-figures.ts';
import { contrastRatio } from './theme.ts';

const WIDTHS = [336, 760, 1896];
const figures = WIDTHS.flatMap((width) =>
  sampleFigures(width).map(([name, figure]) => ({ name, width, figure })),
);

/** Least contrasts of WCAG 2 (1.4.3 and 1.4.11). */
const TEXT = 4.5;
const MARKS = 3;

describe.each(['light', 'dark'] as const)('%s', (themeName) => {
  const theme = THEMES[themeName];

  test.each(figures)('$name at $width px: each text on what lies under it', ({ figure }) => {
    for (const [index, mark] of figure.marks.entries()) {
      if (mark.kind !== 'text') continue;
      for (const [x, y] of placesIn(mark)) {
        const ground = groundAt(figure.marks.slice(0, index), x, y, theme);
        expect(contrastRatio(theme[mark.role], ground), mark.text).toBeGreaterThanOrEqual(TEXT);
      }
    }
  });

  test.each(figures)('$name at $width px: each mark on what lies under it', ({ figure }) => {
    for (const [index, mark] of figure.marks.entries()) {
      const before = figure.marks.slice(0, index);
      if (mark.kind === 'rule') {
        // Grid lines only help the eye along, and edges in the panel's colour part what they lie between.
        if (mark.role === 'line' || mark.role === 'panel') continue;
        const [x, y] = [(mark.x1 + mark.x2) / 2, (mark.y1 + mark.y2) / 2];
        const contrast = contrastRatio(theme[mark.role], groundAt(before, x, y, theme));
        expect(contrast, JSON.stringify(mark)).toBeGreaterThanOrEqual(MARKS);
      }
      if (mark.kind === 'symbol') {
        const ground = groundAt(before, mark.x, mark.y, theme);
        const inside = blended(theme[mark.fill], ground, mark.fillOpacity);
        const most = Math.max(contrastRatio(theme[mark.stroke], ground), contrastRatio(inside, ground));
        expect(most, JSON.stringify(mark)).toBeGreaterThanOrEqual(MARKS);
      }
      if (mark.kind === 'rect' && mark.fill !== 'panel' && !carriesText(figure, mark)) {
        const [x, y] = [mark.x + mark.width / 2, mark.y + mark.height / 2];
        const ground = groundAt(before, x, y, theme);
        const contrast = contrastRatio(blended(theme[mark.fill], ground, mark.fillOpacity), ground);
        const isSeen = contrast >= MARKS || hasEdges(figure, mark, ground, theme);
        expect(isSeen, `${JSON.stringify(mark)}: ${contrast}`).toBe(true);
      }
    }
  });

  test('steps of the heat differ by lightness, not by hue alone', () => {
    for (const direction of ['toward', 'away'] as const) {
      const steps = [theme.panel, ...([1, 2, 3] as const).map((step) => theme[`${direction}-${step}`])];
      for (const [at, step] of steps.entries())
        if (at > 0)
          expect(contrastRatio(step, steps[at - 1] ?? ''), `${direction}-${at}`).toBeGreaterThanOrEqual(1.2);
    }
  });
});

test.each(figures)('$name at $width px: no text is smaller than 12 px', ({ figure }) => {
  for (const mark of figure.marks) if (mark.kind === 'text') expect(mark.sizePx).toBeGreaterThanOrEqual(12);
});

/**
 * Toward and away are equally light on purpose, so that neither outshines the other: somebody who sees no colours, or
 * prints without them, must have something else. What that is, figure by figure.
 */
const WITHOUT_HUE: Readonly<Record<string, (figure: FigureSpec) => void>> = {
  strip: sidesOfZero,
  'breakdown-operator': sidesOfZero,
  'breakdown-error': sidesOfZero,
  'breakdown-depth': sidesOfZero,
  'published-gains': sidesOfZero,
  manipulations: (figure) => {
    sidesOfZero(figure);
    // What cannot be told from the error is hollow, what can is full.
    for (const mark of directed(figure, ['toward', 'away', 'zero'])) {
      if (mark.kind !== 'symbol') continue;
      expect(mark.fill, mark.label).toBe(mark.stroke === 'zero' ? 'panel' : mark.stroke);
    }
  },
  knockout: (figure) => {
    sidesOfZero(figure);
    signs(figure);
  },
  decomposition: signs,
  'before-after': (figure) => {
    const [x, y] = figure.axes;
    const [x0, x1, y0, y1] = [x?.ticks[0], x?.ticks.at(-1), y?.ticks[0], y?.ticks.at(-1)];
    if (!x0 || !x1 || !y0 || !y1) throw new Error('no axes');
    for (const mark of directed(figure)) {
      if (mark.kind !== 'symbol') throw new Error(`${mark.kind} in a colour of direction`);
      const share = (mark.x - x0.position) / (x1.position - x0.position);
      const diagonal = y0.position + share * (y1.position - y0.position);
      expect(Math.sign(diagonal - mark.y), mark.label).toBe(mark.stroke === 'toward' ? 1 : -1);
    }
  },
  tokens: lines,
  'words-error': lines,
  'own-failures': sidesOfZero,
  'step-split': signs,
  'step-knockout': (figure) => {
    sidesOfZero(figure);
    signs(figure);
  },
  'step-words': lines,
  ways: sidesOfZero,
  // Both lines are in ink: which is which is said by form.
  attempts: noDirection,
  // Shares: what is toward is a circle, what is away a diamond.
  'kit-shares': (figure) => {
    for (const mark of directed(figure))
      if (mark.kind === 'symbol') expect(mark.shape).toBe(mark.stroke === 'toward' ? 'circle' : 'diamond');
  },
  'rollout-contrasts-canonical_repeats_per_opportunity': (figure) => {
    sidesOfZero(figure);
    for (const mark of directed(figure, ['toward', 'away', 'zero']))
      if (mark.kind === 'symbol')
        expect(mark.fill, mark.label).toBe(mark.stroke === 'zero' ? 'panel' : mark.stroke);
  },
  // Success, shares and lengths have no direction toward or away from the same call.
  'rollout-contrasts-solved': noDirection,
  'rollout-outcomes': noDirection,
  'rollout-steps': noDirection,
  'rollout-context': noDirection,
};

test.each(figures)('$name at $width px: directions are told apart without hue', ({ figure }) => {
  const check = WITHOUT_HUE[figure.id];
  if (check === undefined) throw new Error(`say what tells the directions apart in ${figure.id}`);
  check(figure);
});

const inColours = (figure: FigureSpec, directions: readonly string[]): readonly Mark[] =>
  figure.marks.filter((mark) => {
    const role = mark.kind === 'symbol' ? mark.stroke : mark.kind === 'rect' ? mark.fill : mark.role;
    return directions.some((direction) => role.startsWith(direction));
  });

/** Marks in a colour that stands for a direction. */
function directed(figure: FigureSpec, directions = ['toward', 'away']): readonly Mark[] {
  const found = inColours(figure, directions);
  expect(found.length).toBeGreaterThan(0);
  return found;
}

function noDirection(figure: FigureSpec): void {
  expect(inColours(figure, ['toward', 'away'])).toEqual([]);
  expect(figure.legend.filter(({ role }) => /^(?:toward|away)/.test(role))).toEqual([]);
}

/** Toward lies left of zero and away right of it, and the figure says so in words. */
function sidesOfZero(figure: FigureSpec): void {
  const texts = figure.marks.flatMap((mark) => (mark.kind === 'text' ? [mark.text] : []));
  expect(texts.some((text) => /^← .*same call/.test(text))).toBe(true);
  const zero = figure.axes[0]?.ticks.find(({ value }) => value === 0)?.position ?? NaN;
  for (const mark of directed(figure)) {
    // The ends of an interval may lie on the other side; its middle is what has a direction.
    if (mark.kind !== 'symbol' && mark.kind !== 'rect') continue;
    const role = mark.kind === 'symbol' ? mark.stroke : mark.fill;
    const middle = mark.kind === 'symbol' ? mark.x : mark.x + mark.width / 2;
    if (role === 'toward') expect(middle, mark.label).toBeLessThan(zero);
    else expect(middle, mark.label).toBeGreaterThan(zero);
  }
}

/** In the row of every bar stands its number, with the sign of its direction. */
function signs(figure: FigureSpec): void {
  const texts = figure.marks.filter((mark) => mark.kind === 'text' && /[−+]\d+\.\d/.test(mark.text));
  for (const mark of directed(figure)) {
    if (mark.kind !== 'rect') throw new Error(`${mark.kind} in a colour of direction`);
    const [row] = texts.toSorted((one, other) => distance(one, mark) - distance(other, mark));
    const sign = /(?:^|: )([−+])\d/.exec(row?.kind === 'text' ? row.text : '')?.[1];
    expect(sign, mark.label).toBe(mark.fill === 'toward' ? '−' : '+');
  }
}

/** Every cell of running text has a line of its own: below what is toward, above what is away. */
function lines(figure: FigureSpec): void {
  const drawn = figure.marks.filter((mark) => mark.kind === 'rule');
  for (const mark of directed(figure)) {
    if (mark.kind !== 'rect') throw new Error(`${mark.kind} in a colour of direction`);
    const own = drawn.filter(
      ({ x1, y1 }) => x1 > mark.x && x1 < mark.x + mark.width && y1 > mark.y && y1 < mark.y + mark.height,
    );
    expect(own, mark.label).toHaveLength(1);
    const isUnder = (own[0]?.y1 ?? NaN) > mark.y + mark.height / 2;
    expect(isUnder, mark.label).toBe(mark.fill.startsWith('toward'));
  }
}

const distance = (text: Mark, bar: RectMark): number =>
  text.kind === 'text' ? Math.abs(text.y - 4 - bar.y - bar.height / 2) : Infinity;

/** A cell of running text: its text and its line are what is seen. */
const carriesText = (figure: FigureSpec, { x, y, width, height }: RectMark): boolean =>
  figure.marks.some(
    (mark) => mark.kind === 'text' && mark.x >= x && mark.x < x + width && mark.y > y && mark.y <= y + height,
  );

/** A pale band is bounded by lines that are seen. */
function hasEdges(figure: FigureSpec, band: RectMark, ground: string, theme: Theme): boolean {
  return [band.x, band.x + band.width].every((x) =>
    figure.marks.some(
      (mark) =>
        mark.kind === 'rule' &&
        Math.abs(mark.x1 - x) < 1 &&
        mark.x1 === mark.x2 &&
        Math.abs(mark.y1 - band.y) < 1 &&
        contrastRatio(theme[mark.role], ground) >= MARKS,
    ),
  );
}

/** Points along the middle of a text's letters. */
function placesIn(mark: Mark & { readonly kind: 'text' }): readonly (readonly [x: number, y: number])[] {
  const length = textWidth(mark.text, mark.sizePx, mark.family);
  const start = { start: 0, middle: -length / 2, end: -length }[mark.anchor];
  const rise = mark.sizePx * 0.35;
  return [0.05, 0.5, 0.95].map((share) => {
    const along = start + share * length;
    return mark.isTurned === true
      ? ([mark.x - rise, mark.y - along] as const)
      : ([mark.x + along, mark.y - rise] as const);
  });
}

/** The colour that the marks drawn so far leave at a place; symbols are too small to stand on. */
function groundAt(marks: readonly Mark[], x: number, y: number, theme: Theme): string {
  let ground = theme.panel;
  for (const mark of marks) {
    if (mark.kind === 'rect') {
      const isInside = x >= mark.x && x <= mark.x + mark.width && y >= mark.y && y <= mark.y + mark.height;
      if (isInside) ground = blended(theme[mark.fill], ground, mark.fillOpacity);
    } else if (mark.kind === 'rule' && mark.role === 'panel') {
      const half = mark.strokeWidth / 2;
      const isInside =
        x >= Math.min(mark.x1, mark.x2) - half &&
        x <= Math.max(mark.x1, mark.x2) + half &&
        y >= Math.min(mark.y1, mark.y2) - half &&
        y <= Math.max(mark.y1, mark.y2) + half;
      if (isInside) ground = theme.panel;
    }
  }
  return ground;
}

/** A colour laid over another with an opacity, as browsers do it. */
function blended(over: string, under: string, opacity: number): string {
  const channel = (colour: string, at: number): number => Number.parseInt(colour.slice(at, at + 2), 16);
  const mixed = [1, 3, 5].map((at) => opacity * channel(over, at) + (1 - opacity) * channel(under, at));
  return `#${mixed.map((value) => Math.round(value).toString(16).padStart(2, '0')).join('')}`;
}
