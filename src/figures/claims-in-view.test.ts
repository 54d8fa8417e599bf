import { describe, expect, it } from 'vitest';
import { PAPER_VIEW, SCALES, type ProbeSummary, type View } from '../probe/index.ts';
import {
  beforeAfterFigure,
  breakdownFigure,
  decompositionFigure,
  findingOf,
  manipulationsFigure,
  SCALE_WORDS,
  stripFigure,
  type FigureSpec,
} from './index.ts';
import { sampleCases } from './sample-figures.ts';
import { sampleRun } from './sample-run.ts';

type Seen = Pick<ReturnType<typeof sampleRun>, 'items' | 'summary'>;

const ASKED = ['pre', 'fail', 'neut', 'abstract', 'fail_k2'] as const;
const seen = (change: Partial<View>, cases = sampleCases): Seen =>
  sampleRun(cases, { ...PAPER_VIEW, ...change }, ASKED);
const figuresOf = ({ items, summary }: Seen, width = 760): readonly FigureSpec[] =>
  [
    stripFigure({ items, summary, width }),
    beforeAfterFigure({ items, summary, width }),
    breakdownFigure({ items, summary, by: 'error', width }),
    decompositionFigure(summary, width),
    manipulationsFigure(summary, width),
  ].filter((figure) => figure !== null);
const findingIn = (summary: ProbeSummary, isRunning = false) =>
  findingOf({ checkpoint: 'Toy', summary, allCases: 36, refusedCases: 0, isRunning, scope: 'One model.' });

describe('a view that leaves cases out', () => {
  it.each<[Partial<View>, string]>([
    [{ withoutWorst: 3 }, 'In view: 33 of 36 cases, without the 3 cases of lowest G.'],
    [{ withoutTasks: ['task-3', 'task-5'] }, 'In view: 34 of 36 cases, without 2 tasks.'],
    [
      { only: { operator: ['arg_typo', 'tool_typo'] }, withoutWorst: 1 },
      'In view: 33 of 36 cases, only kind of mistake “wrong argument name” or “wrong tool name”, without the 1 case of lowest G.',
    ],
  ])('is named by every finding: %j', (change, words) => {
    const run = seen(change);
    expect(findingIn(run.summary).headline.endsWith(` ${words}`)).toBe(true);
    for (const { heading, id } of figuresOf(run)) expect(heading.endsWith(` ${words}`), id).toBe(true);
  });

  it('is not spoken of where it leaves none out', () => {
    const run = seen({ statistic: 'median' });
    expect(findingIn(run.summary).headline).not.toContain('In view');
    for (const { heading } of figuresOf(run)) expect(heading).not.toContain('In view');
  });
});

describe('titles and axes', () => {
  const views = SCALES.flatMap((scale) =>
    (['mean', 'median'] as const).map((statistic) => ({ scale, statistic })),
  );
  it.each(views)('name the statistic in force: %j', ({ scale, statistic }) => {
    const { unit } = SCALE_WORDS[scale];
    for (const { id, title, axes, marks } of figuresOf(seen({ scale, statistic }))) {
      // The score before and after is drawn case by case; parts of a change are means in every view.
      const name = id === 'before-after' ? 'log p' : id === 'decomposition' ? 'mean' : statistic;
      expect(title, id).toContain(`${name}, ${unit}`);
      for (const { label } of axes) {
        expect(label, id).toContain(unit);
        if (id !== 'before-after') expect(label, id).toMatch(new RegExp(`\\b${name}\\b`));
        expect(
          marks.some((mark) => mark.kind === 'text' && mark.text === label),
          label,
        ).toBe(true);
      }
    }
  });

  it.each(views)('stay inside a narrow figure: %j', (view) => {
    for (const { axes, marks, width, id } of figuresOf(seen(view), 336)) {
      // Numbers stand under their ticks, in the margin of the page where a tick is at the edge.
      const ticks = new Set(axes.flatMap((axis) => axis.ticks.map(({ text }) => text)));
      for (const mark of marks) {
        if (mark.kind !== 'text' || mark.isTurned === true || ticks.has(mark.text)) continue;
        const reach = mark.text.length * mark.sizePx * 0.54;
        const start = mark.x - { start: 0, middle: reach / 2, end: reach }[mark.anchor];
        expect(start, `${id}: ${mark.text}`).toBeGreaterThanOrEqual(0);
        expect(start + reach, `${id}: ${mark.text}`).toBeLessThanOrEqual(width);
      }
    }
  });

  it('speak of the token where tokens are compared', () => {
    const figures = figuresOf(seen({ scale: 'first-diverging-token' }));
    for (const { id, marks, legend, heading } of figures) {
      const texts = [
        ...marks.flatMap((mark) => (mark.kind === 'text' ? [mark.text] : [])),
        ...legend.map(({ text }) => text),
      ];
      expect(
        texts.filter((text) => /same call/.test(text)),
        id,
      ).toEqual([]);
      expect(heading, id).toMatch(/token|where it parts|without zero|Against/);
    }
  });
});

describe('one case', () => {
  it.each(['mean', 'median'] as const)('has no %s and no interval', (statistic) => {
    for (const { id, title, axes, marks, table, description, heading } of figuresOf(
      seen({ statistic }, sampleCases.slice(0, 1)),
    )) {
      const words = [
        title,
        heading,
        description,
        ...axes.map(({ label }) => label),
        ...marks.flatMap((mark) => [mark.label ?? '', mark.kind === 'text' ? mark.text : '']),
        ...table.rows.flat().map(String),
      ].filter((text) => !text.includes('mean share'));
      expect(
        words.filter((text) => /\bmean\b|\bmedian\b|\bn 1\b|95 %/.test(text)),
        id,
      ).toEqual([]);
      expect(
        words.some((text) => /\b(?:1|one) case\b/.test(text)),
        id,
      ).toBe(true);
    }
  });
});

describe('how the score after follows the score before', () => {
  it('is said with the headline where G mostly measures how unlikely the call was', () => {
    const { scope, spoken } = findingIn(seen({}).summary);
    const sentence =
      /^How likely the call is after hardly depends on how likely it was before \(where log p was higher by 1 before, it is higher by 0\.01 after \[.*\]\), so G here mostly measures how unlikely it was at first\. One model\.$/;
    expect(scope).toMatch(sentence);
    expect(spoken).toContain('hardly depends on how likely it was before');
  });

  it('is said to be unknown where the cases do not show it', () => {
    const wide = sampleCases.map(({ pre }, i) => ({ pre, fail: pre / 2 - 40 * ((i * 7) % 5) }));
    expect(findingIn(seen({}, wide).summary).scope).toMatch(
      /^Whether how likely the call is after depends on how likely it was before cannot be told from these cases \(where log p was higher by 1 before, it is higher by \S+ after \[.*\]\)\. One model\.$/,
    );
  });

  it('is not said of ten tasks or fewer, nor where all calls moved alike', () => {
    expect(findingIn(seen({}, sampleCases.slice(0, 8)).summary).scope).not.toContain('hardly');
    const alike = sampleCases.map(({ pre }, i) => ({ pre, fail: pre + 12 + (i % 2) }));
    expect(findingIn(seen({}, alike).summary).scope).toBe('One model.');
  });
});

describe('before the first case after the error', () => {
  const { items, summary } = seen({});
  /** One other text has arrived for a case, the error has not. */
  const early: ProbeSummary = {
    ...summary,
    cases: 0,
    gain: null,
    rightGain: null,
    conditions: summary.conditions.filter(({ condition }) => condition === 'neut'),
    dependence: { cases: new Map(), slope: null, kind: null },
  };

  it('no finding says that no case is finished, above rows that have some', () => {
    const waits = /has been scored with the call and its error in view yet/;
    expect(stripFigure({ items, summary: early, width: 760 }).heading).toMatch(waits);
    expect(beforeAfterFigure({ items, summary: early, width: 760 }).heading).toMatch(waits);
    expect(findingIn(early, true).headline).toBe('Toy has no score yet with the call and its error in view.');
  });
});
