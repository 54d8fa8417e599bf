import { describe, expect, it, test } from 'vitest';
import { PAPER_VIEW } from '../probe/index.ts';
import {
  beforeAfterFigure,
  breakdownFigure,
  decompositionFigure,
  figureToCsv,
  findingOf,
  manipulationsFigure,
  publishedGainsFigure,
  stripFigure,
  type FigureSpec,
} from './index.ts';
import { textWidth } from './marks.ts';
import { signed } from './number-words.ts';
import { sampleFigures } from './sample-figures.ts';
import { sampleRun, type SampleCase } from './sample-run.ts';

/** Changes of both parts in nats, case by case: copy, sem. */
const parts = (changes: readonly (readonly [copy: number, sem: number])[]): readonly SampleCase[] =>
  changes.map(([copy, sem]) => ({ pre: -20, neut: -20 + copy, fail: -20 + copy + sem }));

const headingOf = (changes: readonly (readonly [number, number])[]): string =>
  decompositionFigure(sampleRun(parts(changes)).summary, 760)?.heading ?? '';

const textsOf = ({ marks }: FigureSpec): readonly string[] =>
  marks.flatMap((mark) => [mark.kind === 'text' ? mark.text : '', mark.label ?? '']);

/** A number with its interval, as a table row gives them, is what labels and sentences say. */
function expectOneSign(figure: FigureSpec | null, valueAt: number): void {
  if (figure === null) throw new Error('no figure');
  const digits = figure.table.columns[valueAt]?.digits ?? NaN;
  for (const row of figure.table.rows) {
    const [value, low, high] = row.slice(valueAt, valueAt + 3).map(Number) as [number, number, number];
    const words = `${signed(value, digits)} [${signed(low, digits)} to ${signed(high, digits)}]`;
    expect(textsOf(figure), words).toContain(words);
    expect(
      textsOf(figure).some((text) => text.includes(`: ${words} nats`)),
      words,
    ).toBe(true);
    expect(figure.description).toContain(words.replaceAll('−', 'minus ').replaceAll('+', 'plus '));
  }
}

test('a number keeps its sign and its interval in every place', () => {
  const mixed = sampleRun(
    parts([
      [4, -0.9],
      [5, 0.3],
      [6, -0.2],
      [7, 0.4],
      [5, -0.3],
      [6, 0.1],
    ]),
  ).summary;
  const decomposition = decompositionFigure(mixed, 760);
  expectOneSign(decomposition, 1);
  expect(decomposition?.table.rows[1]?.[1]).toBeGreaterThan(0);
  expect(decomposition?.heading).toMatch(/\(\+0\.1 \[−0\.\d to \+0\.\d\]\)\.$/);
  expectOneSign(manipulationsFigure(mixed, 760), 2);
});

test('on every axis of nats, left is toward the same call, orange, and below zero as G is', () => {
  const ofNats = [
    'strip-15',
    'decomposition',
    'manipulations',
    'knockout',
    'breakdown-operator',
    'step-split',
    'step-knockout',
    'ways',
  ];
  const seen = sampleFigures(760).filter(([name]) => ofNats.includes(name));
  expect(seen.map(([name]) => name).toSorted()).toEqual(ofNats.toSorted());
  for (const [name, { axes, marks }] of seen) {
    const [left, right] = [axes[0]?.ticks[0], axes[0]?.ticks.at(-1)];
    expect(left?.text, name).toMatch(/^−\d/);
    expect(right?.text, name).toMatch(/^\d/);
    expect(left?.position, name).toBeLessThan(right?.position ?? NaN);
    const zero = axes[0]?.ticks.find(({ value }) => value === 0)?.position ?? NaN;
    for (const mark of marks) {
      if (mark.kind !== 'symbol' && mark.kind !== 'rect') continue;
      const [role, middle] =
        mark.kind === 'symbol' ? [mark.stroke, mark.x] : [mark.fill, mark.x + mark.width / 2];
      if (role === 'toward') expect(middle, name).toBeLessThan(zero);
      if (role === 'away') expect(middle, name).toBeGreaterThan(zero);
    }
  }
});

test('a rise in repeats is left, too, and its numbers are as its axis', () => {
  const [, figure] = sampleFigures(760).find(([name]) => name === 'rollout-contrasts-repeats') ?? [];
  expect(figure?.axes[0]?.ticks[0]?.text).toMatch(/^\d/);
  expect(figure?.axes[0]?.ticks.at(-1)?.text).toMatch(/^−\d/);
});

test('a change that cannot be told from zero is not divided', () => {
  const heading = headingOf([
    [6, -4],
    [-7, 5],
    [8, 6],
    [-5, -6],
    [4, 1],
    [-3, 2],
  ]);
  expect(heading).toMatch(
    /^The mean G, [+−]?[\d.]+ \[−[\d.]+ to \+[\d.]+\] nats, cannot be told from zero, so there is nothing to divide\.$/,
  );
});

test('each part of a rise is held against its own interval', () => {
  const uncertainCall = headingOf([
    [6, 4],
    [-7, 20],
    [8, 2],
    [-5, 17],
    [4, 7],
    [-3, 13],
  ]);
  expect(uncertainCall).toMatch(/what comes from the call being there cannot be told from zero \(−0\.5 \[/);
  expect(uncertainCall).not.toContain('%');
  const pulledBack = headingOf([
    [10, -4],
    [11, -5],
    [12, -4],
    [10, -5],
    [11, -4],
    [12, -5],
  ]);
  expect(pulledBack).toMatch(
    /−11\.0 \[\S+ to \S+\] \(ratio to the whole 1\.69 \[1\.\d+ to 1\.\d+\]\) come from the call being there; what the error says takes back: \+4\.5 \[/,
  );
  // More than the whole comes from the call: two means divided are no share, and not said to be percent of anything.
  expect(pulledBack).not.toContain('%');
  const fell = headingOf(Array.from({ length: 6 }, (_, i) => [-4 - i, 1] as const));
  expect(fell).toMatch(/^On average the call became less likely, G \+5\.5 \[/);
  expect(headingOf([[5, 1]])).toBe(
    'Too few cases yet to say where the change comes from: 1 case, −6.0 nats, toward the same call.',
  );
});

const eight = parts(Array.from({ length: 8 }, (_, i) => [10 + i, 2 - i / 8] as const));
const seen = (change: object) => sampleRun(eight, { ...PAPER_VIEW, ...change });

test('captions follow the view', () => {
  const score = (change: object) => beforeAfterFigure({ ...seen(change), width: 700 }).caption;
  expect(score({})).toMatch(/^log p: sum of .* as the beginning of the next turn\. After/);
  expect(score({ scale: 'per-token' })).toMatch(/, divided by their number\. After/);
  expect(score({ scale: 'per-byte' })).toMatch(/, divided by the bytes of the call \(UTF-8\)\. After/);
  const caption = decompositionFigure(seen({ statistic: 'median' }).summary, 700)?.caption;
  expect(caption).toMatch(/Means, though the view is of medians/);
  expect(caption).not.toContain('instead of means');
});

test('shares among all calls stand in the strip where every text was scored with all of them', () => {
  const run = seen({});
  const names = (figure: FigureSpec): readonly string[] => figure.table.columns.map(({ name }) => name);
  const figure = stripFigure({ ...run, width: 760 });
  const at = names(figure).findIndex((name) => name.startsWith('mean share of the failed call'));
  expect(at).toBe(10);
  const share = run.summary.estimates['p_rep_of_all of neut'];
  const row = figure.table.rows.find(([shown, of]) => shown === 'neutral text' && of === 'mean of 8');
  expect(row?.slice(at)).toEqual([share?.value, share?.interval?.low, share?.interval?.high]);
  expect(figure.caption).toMatch(/before the failure 0\.000\./);
  expect(
    textsOf(figure).some((text) => /^mean .*; mean share of the failed call .* 0\.\d{3}$/.test(text)),
  ).toBe(true);

  const others = { ...run.summary.estimates };
  delete others['p_rep_of_all of neut'];
  const partial = stripFigure({ ...run, summary: { ...run.summary, estimates: others }, width: 760 });
  expect(names(partial)).toHaveLength(10);
  expect(partial.caption).not.toContain('Share among');
});

test('every row of a CSV says whose numbers it holds and how they were looked at', () => {
  const { items, summary } = seen({ statistic: 'median', withoutWorst: 2 });
  const csv = figureToCsv(stripFigure({ items, summary, width: 760 }), {
    model: 'Toy, small',
    item_set: 'Eight',
  });
  const [head, ...rows] = csv.trimEnd().split('\r\n');
  expect(head).toMatch(/^model,item_set,view,shown as,/);
  for (const row of rows)
    expect(row).toMatch(
      /^"Toy, small",Eight,Medians over cases instead of means\. Without the 2 cases of lowest G\. 2 cases left out\.,/,
    );
});

test('the heads of the opening figure keep their distance, also in a wider typeface', () => {
  const gain = { gainNats: -20, interval: { low: -22, high: -18 }, items: 50, tasks: 25, repeatsBefore: 0 };
  const figure = publishedGainsFigure({
    checkpoints: [{ name: 'Small-135M', paper: { ...gain, repeatsAfter: 0.5 }, recorded: [] }],
    author: 'A. Author, 2026',
    width: 760,
  });
  const head = (text: string) => {
    const mark = figure.marks.find((one) => one.kind === 'text' && one.text === text);
    if (mark?.kind !== 'text') throw new Error(`no ${text}`);
    return mark;
  };
  const repeats = head('would repeat it');
  // A machine without our typeface draws about a fifth wider.
  const start = repeats.x - 1.2 * textWidth(repeats.text, repeats.sizePx);
  expect(start - head('G [95 %]').x).toBeGreaterThanOrEqual(10);
});

describe('p that is corrected beside intervals that are not', () => {
  const waver = [1.25, -0.35, 0.95, 0.35, -0.45, 1.15, 0.65, -0.25, 0.85, 0.25, -0.55, 1.05];
  const others = (i: number, count: number): NonNullable<SampleCase['others']> =>
    Object.fromEntries(
      (['fail_verbose', 'fail_terse', 'fail_echo', 'fail_k2'] as const)
        .slice(0, count)
        .map((name, at) => [name, -5 + (at === 0 ? (waver[i] ?? 0) : (i % 2) - 0.5)]),
    );
  const held = (count: number) => {
    const cases = waver.map((_, i) => ({ pre: -20, fail: -5, others: others(i, count) }));
    const { summary } = sampleRun(cases);
    const figure = manipulationsFigure(summary, 760);
    if (figure === null) throw new Error('no figure');
    return { figure, row: summary.manipulations.find(({ condition }) => condition === 'fail_verbose') };
  };

  it('says why a text whose interval leaves zero out cannot be told', () => {
    const { figure, row } = held(4);
    expect(row?.change?.interval?.low).toBeGreaterThan(0);
    expect(row?.change?.p).toBeLessThan(0.05);
    expect(row?.holmP).toBeGreaterThan(0.05);
    const [alone, corrected] = [row?.change?.p ?? NaN, row?.holmP ?? NaN].map((p) => p.toFixed(3));
    expect(figure.heading).toBe(
      `None of 6 other texts can be told from the plain error, which does not say that they are equal. 6 comparisons are made at once, so p is corrected for that (by Holm), and intervals are not: long error has p = ${alone} by itself and ${corrected} corrected.`,
    );
    expect(figure.caption).toMatch(
      /corrected by Holm for 6 comparisons made at once; intervals are each row’s own, not corrected/,
    );
    expect(textsOf(figure)).toContain('p: corrected');
    expect(figure.description).toMatch(/long error: .* p = \d\.\d+ corrected for 6 comparisons\./);
  });

  it('says nothing of the kind where no interval speaks against it', () => {
    const { figure } = held(0);
    expect(figure.heading).toBe(
      'None of 2 other texts can be told from the plain error, which does not say that they are equal.',
    );
  });
});

describe('texts that have no p yet', () => {
  /** A third text is there for as many cases. */
  const besideFew = (few: number) => {
    const { summary } = sampleRun(
      Array.from({ length: 12 }, (_, i) => ({
        pre: -20,
        fail: -5,
        others: i < few ? { abstract: -9 - (i % 3) } : {},
      })),
    );
    const figure = manipulationsFigure(summary, 760);
    if (figure === null) throw new Error('no figure');
    return figure;
  };

  it('are counted apart from those that cannot be told', () => {
    const { heading, caption, legend, description } = besideFew(1);
    expect(description).toMatch(/note: .* no p yet\./);
    expect(heading).toBe(
      'None of 2 other texts can be told from the plain error, which does not say that they are equal. 1 more has too few cases yet.',
    );
    expect(caption).toContain('Hollow: p from 0.05 on, or no p yet.');
    expect(legend.at(-1)?.text).toBe('hollow: cannot be told from the plain error, or no p yet');
  });

  it('are spoken of no more once they have one', () => {
    const { heading, caption, legend } = besideFew(12);
    expect(heading).toMatch(/^Against the plain error .*; 2 of 3 other texts cannot be told from it\.$/);
    expect([caption, heading, ...legend.map(({ text }) => text)].join(' ')).not.toMatch(/\byet\b/);
  });
});

describe('equals are not ranked', () => {
  const six = (change: (index: number) => Partial<SampleCase>): readonly SampleCase[] =>
    Array.from({ length: 6 }, (_, i) => ({
      pre: -20,
      fail: -5,
      operator: i < 3 ? 'tool_typo' : 'arg_typo',
      others: { fail_terse: -5, abstract: -5 },
      ...change(i),
    }));
  const ways = (cases: readonly SampleCase[]) =>
    findingOf({
      checkpoint: 'Toy',
      summary: sampleRun(cases).summary,
      allCases: 6,
      refusedCases: 0,
      isRunning: false,
      scope: '',
    }).ways;
  const breakdown = (cases: readonly SampleCase[]) =>
    breakdownFigure({ ...sampleRun(cases), by: 'operator', width: 760 })?.heading;

  it.each<[string, (index: number) => Partial<SampleCase>, string]>([
    [
      'nothing repeated, nothing right',
      () => ({}),
      'none has the call repeated word for word (0 of 6 each); none has the right call written (0 of 6 each).',
    ],
    [
      'nothing repeated, some right',
      (i) => ({ right: i < 2 }),
      'none has the call repeated word for word (0 of 6 each); the right call is written most after “error” (2 of 6).',
    ],
    [
      'some repeated after one way',
      (i) => ({ repeats: i < 2 }),
      'the call is repeated least after “note” and “terse error” (0 of 6 each), most after “error” (2 of 6; right call in 0 of 6).',
    ],
  ])('among ways: %s', (_, change, words) => {
    const sentence = ways(six(change)) ?? '';
    expect(sentence).toBe(`Of 3 ways to show the failure, ${words}`);
  });

  it('among groups of cases', () => {
    expect(breakdown(six(() => ({})))).toMatch(/, all at −15\.0 nats; none would repeat it word for word;/);
    expect(breakdown(six(() => ({ repeats: true })))).toMatch(
      /; all would repeat it word for word alike \(3 of 3 each\);/,
    );
    expect(breakdown(six((i) => ({ repeats: i === 0 })))).toMatch(
      /; it would be repeated word for word most for wrong tool name \(1 of 3\);/,
    );
  });
});

describe('a finding claims no direction that its interval does not', () => {
  /** G of each of 20 cases; below zero in five of them. */
  const gains = Array.from({ length: 20 }, (_, i) => (i % 4 === 0 ? -9 - (i % 3) : 2.5 + (i % 5) / 4));
  const run = (shift: number) =>
    sampleRun(
      gains.map((gain, i) => ({
        pre: -20,
        fail: -20 - gain - shift,
        gold: { pre: -9, fail: i % 2 === 0 ? -6 : -12 },
        operator: i < 10 ? 'tool_typo' : 'arg_typo',
      })),
    );
  const headlineOf = (shift: number): string =>
    findingOf({
      checkpoint: 'Toy',
      summary: run(shift).summary,
      allCases: 20,
      refusedCases: 0,
      isRunning: false,
      scope: '',
    }).headline;

  it('of the failed call and of the right one', () => {
    expect(run(0).summary.gain?.interval?.low).toBeLessThan(0);
    expect(run(0).summary.gain?.interval?.high).toBeGreaterThan(0);
    expect(headlineOf(0)).toBe(
      'Shown its mistake and the error, Toy made that same call more likely in 5 and less likely in 15 of 20 cases; which way on average cannot be told. It would write it again word for word in none (before: 0). The right call became more likely in 10 of 20; which way on average cannot be told. It would write the right call in 0 of 20 (before: 0).',
    );
  });

  it('and says it where the interval does', () => {
    expect(headlineOf(9)).toMatch(
      /^Shown its mistake and the error, Toy moved away from that call in \d+ of 20/,
    );
    expect(headlineOf(-9)).toMatch(
      /^Shown its mistake and the error, Toy gave that same call a higher chance in/,
    );
  });

  it('in the strip and in its groups', () => {
    const { summary, items } = run(0);
    expect(stripFigure({ summary, items, width: 760 }).heading).toMatch(
      /^With the call and its error in view, 5 of 20 cases moved toward the same call and 15 away from it; which way as a whole cannot be told: mean G −?0\.\d nats \[95 %: −\S+ to \S+\]\. None would now repeat/,
    );
    expect(breakdownFigure({ ...run(0), by: 'operator', width: 760 })?.heading).toMatch(
      /by their mean G \(none of them can be told from zero\), from/,
    );
  });
});
