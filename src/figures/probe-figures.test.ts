import { expect, test } from 'vitest';
import { CONDITIONS, PAPER_VIEW, type ConditionName, type View } from '../probe/index.ts';
import {
  beforeAfterFigure,
  breakdownFigure,
  conditionLabel,
  decompositionFigure,
  findingOf,
  manipulationsFigure,
  stripFigure,
  viewWords,
} from './index.ts';
import { sampleCases as cases, samplePublished, sampleRecorded } from './sample-figures.ts';
import { sampleRun } from './sample-run.ts';

const published = samplePublished;
const recorded = sampleRecorded;
const run = sampleRun(cases);
const seen = (change: Partial<View>) => sampleRun(cases, { ...PAPER_VIEW, ...change });

test.each([336, 720, 740, 1000, 1896])('no text runs out of its figure at %d px', (width) => {
  const figures = [
    stripFigure({ ...run, width, published, recorded }),
    beforeAfterFigure({ ...run, width }),
    breakdownFigure({ ...run, by: 'operator', width }),
    breakdownFigure({ ...run, by: 'error', width }),
    manipulationsFigure(run.summary, width),
  ];
  for (const mark of figures.flatMap((figure) => figure?.marks ?? [])) {
    if (mark.kind !== 'text' || mark.isTurned === true) continue;
    const reach = mark.text.length * mark.sizePx * 0.54;
    const start = mark.x - { start: 0, middle: reach / 2, end: reach }[mark.anchor];
    expect(start, mark.text).toBeGreaterThanOrEqual(0);
    expect(start + reach, mark.text).toBeLessThanOrEqual(width);
  }
});

test('fifteen conditions stand in two groups, each with its shape, mean, n and counts', () => {
  const figure = stripFigure({ ...run, width: 760, published, recorded });
  const texts = figure.marks.flatMap((mark) => (mark.kind === 'text' ? [mark.text] : []));
  const shown = CONDITIONS.filter((name) => name !== 'pre').map(conditionLabel);
  expect(shown.every((text) => texts.includes(text))).toBe(true);
  expect(texts.indexOf('Ways to show it')).toBeLessThan(texts.indexOf('bare marker'));
  expect(texts.indexOf('bare marker')).toBeLessThan(texts.indexOf('For comparison'));
  expect(texts.indexOf('For comparison')).toBeLessThan(texts.indexOf('error twice'));
  expect(texts.filter((text) => text === 'n 36')).toHaveLength(14);
  expect(texts.filter((text) => text === 'written 9 of 36')).toHaveLength(1);
});

test.each<[Partial<View>, readonly [papers: number, recorded: number]]>([
  [{}, [2, 3]],
  [{ statistic: 'median' }, [0, 0]],
  [{ scale: 'per-byte' }, [0, 0]],
  [{ withoutWorst: 2 }, [0, 0]],
  [{ withoutTasks: ['task-3'] }, [0, 0]],
  [{ only: { operator: ['tool_typo'] } }, [0, 0]],
])(
  'the paper’s mark and the recorded run stand only beside numbers of their own kind: %j',
  (change, marks) => {
    const some = sampleRun(cases, { ...PAPER_VIEW, ...change }, ['pre', 'fail', 'neut', 'abstract']);
    const strip = (layers: object) => stripFigure({ ...some, width: 760, ...layers });
    const both = strip({ published, recorded });
    const count = (start: string): number =>
      both.marks.filter(({ label }) => label?.startsWith(start) === true).length;
    expect([count("the paper's value"), count('recorded run')]).toEqual(marks);
    // What is not drawn is said, with the reason.
    const isDrawn = marks[0] > 0;
    expect(/Neither the paper’s value nor the recorded run is drawn beside/.test(both.caption)).toBe(
      !isDrawn,
    );
    expect(
      /The paper’s value is not drawn beside this view: it is a mean over all/.test(
        strip({ published }).caption,
      ),
    ).toBe(!isDrawn);
    expect(strip({}).caption).not.toMatch(/drawn beside/);
  },
);

test('before a run, the recorded one is drawn hollow and named, and opens no case', () => {
  const figure = stripFigure({ summary: null, items: [], width: 760, published, recorded });
  const dots = figure.marks.filter((mark) => mark.kind === 'symbol' && mark.fillOpacity === 0);
  expect(dots).toHaveLength(12 * 14);
  expect(figure.marks.some(({ key }) => key !== undefined)).toBe(false);
  expect(figure.heading).toMatch(/^Recorded run \(Toy, Q4_1 weights, rebuilt wording\): with the call/);
  expect(stripFigure({ summary: null, items: [], width: 760, published }).heading).toBe(
    "No case is finished yet; the paper's mean G on its own items is −23.9 nats [95 %: −25.9 to −22.1].",
  );
});

test('axes hold still while rows arrive', () => {
  const ticks = (n: number) => {
    const { items, summary } = sampleRun(cases.slice(0, n));
    return [
      stripFigure({ items, summary, width: 760 }),
      beforeAfterFigure({ items, summary, width: 760 }),
      manipulationsFigure(summary, 760),
    ].flatMap((figure) => figure?.axes ?? []);
  };
  // All scores of the whole run are there from the thirteenth case on.
  expect(ticks(20)).toEqual(ticks(36));
  expect(ticks(13)).toEqual(ticks(20));
});

test('a finding about the slope is made by its interval', () => {
  const figure = beforeAfterFigure({ ...run, width: 700 });
  expect(figure.heading).toMatch(
    /in 36 of 36 cases, and how likely it was before hardly matters after: .* So G here mostly measures how unlikely the call was at first\.$/,
  );
  const alike = sampleRun(cases.map(({ pre }, i) => ({ pre, fail: pre + 12 + (i % 2) })));
  expect(beforeAfterFigure({ ...alike, width: 700 }).heading).toMatch(/all calls moved by about as much/);
  const half = sampleRun(cases.map(({ pre }, i) => ({ pre, fail: pre / 2 + (i % 2) / 5 })));
  expect(beforeAfterFigure({ ...half, width: 700 }).heading).toMatch(
    /how likely it is after depends in part on before: where log p was higher by 1 before, it is higher by 0\.\d+ after/,
  );
  const more = sampleRun(cases.map(({ pre }, i) => ({ pre, fail: pre * 2 + (i % 2) / 5 })));
  expect(beforeAfterFigure({ ...more, width: 700 }).heading).toMatch(
    /how likely it is after depends on before: where log p was higher by 1 before, it is higher by 1\.99 after/,
  );
  const wide = sampleRun(cases.map(({ pre }, i) => ({ pre, fail: pre / 2 - 40 * ((i * 7) % 5) })));
  expect(wide.summary.dependence.slope?.interval?.low).toBeLessThan(0);
  expect(wide.summary.dependence.slope?.interval?.high).toBeGreaterThan(1);
  expect(beforeAfterFigure({ ...wide, width: 700 }).heading).toMatch(
    /; whether how likely it was before matters after cannot be told from these cases: where log p was higher by 1 before, it is higher by \S+ after \[.*\]\.$/,
  );
  const few = sampleRun(cases.slice(0, 8));
  expect(beforeAfterFigure({ ...few, width: 700 }).heading).toBe(
    'The call became more likely in 8 of 8 cases.',
  );
});

test('cells under the rule of publication are marked by shape and named', () => {
  const figure = breakdownFigure({ ...run, by: 'operator', width: 760 });
  const means = figure?.marks.filter(
    (mark) => mark.kind === 'symbol' && mark.key === undefined && mark.label !== undefined,
  );
  expect(means?.map((mark) => mark.kind === 'symbol' && [mark.shape, mark.label])).toEqual([
    ['square', expect.stringMatching(/^a name where an address belongs: mean .*, n 2$/)],
    ['square', expect.stringMatching(/^wrong argument name: mean −?[\d.]+, n 3$/)],
    ['circle', expect.stringMatching(/^wrong tool name: mean .* \[.*\], n 31$/)],
  ]);
  expect(figure?.heading).toMatch(/; 2 rest on fewer than 30 cases\.$/);
  expect(figure?.table.rows.map((row) => row.at(-1))).toEqual(['no', 'no', 'yes']);
});

test('manipulations: left is toward the call, hollow what cannot be told from the error', () => {
  const figure = manipulationsFigure(run.summary, 760);
  const zero = figure?.axes[0]?.ticks.find(({ value }) => value === 0)?.position ?? NaN;
  const marks = figure?.marks.flatMap((mark) => (mark.kind === 'symbol' ? [mark] : [])) ?? [];
  const of = (start: string) => marks.find(({ label }) => label?.startsWith(`${start}:`));
  expect(of('error twice')?.x).toBeLessThan(zero);
  expect(of('error twice')?.fill).toBe('toward');
  expect(of('bare marker')?.x).toBeGreaterThan(zero);
  expect(of('bare marker')?.fill).toBe('away');
  expect(of('long error')).toMatchObject({ fill: 'panel', stroke: 'zero' });
  expect(figure?.heading).toMatch(
    /^Against the plain error \(repeated in 9 of 36\), bare marker \(\+24\.0 nats; .*error three times .*; 1 of 13 other texts cannot be told from it\.$/,
  );
  expect(manipulationsFigure(sampleRun(cases, PAPER_VIEW, ['pre', 'fail']).summary, 760)).toBe(null);
});

test('every figure and finding says how the view differs from the paper’s', () => {
  const { items, summary } = seen({
    statistic: 'median',
    scale: 'first-diverging-token',
    only: { operator: ['tool_typo'] },
    withoutTasks: ['task-3'],
    withoutWorst: 2,
  });
  const words =
    'Medians over cases instead of means. Scores are those of the first token in which failed and right call differ. Only kind of mistake: wrong tool name. Without task task-3 and without the 2 cases of lowest G. 8 cases left out.';
  expect(viewWords(summary)).toBe(words);
  expect(viewWords(run.summary)).toBe('');
  const figures = [
    stripFigure({ items, summary, width: 760 }),
    beforeAfterFigure({ items, summary, width: 760 }),
    breakdownFigure({ items, summary, by: 'error', width: 760 }),
    decompositionFigure(summary, 760),
    manipulationsFigure(summary, 760),
  ];
  // Two draw no median in any view, and do not say that they do.
  const withoutMedian = words.replace('Medians over cases instead of means. ', '');
  for (const figure of figures) {
    const isAlwaysAlike = figure?.id === 'decomposition' || figure?.id === 'before-after';
    expect(figure?.caption).toContain(isAlwaysAlike ? withoutMedian : words);
    expect(figure?.caption.includes('Medians over')).toBe(!isAlwaysAlike);
    expect(figure?.view).toBe(isAlwaysAlike ? withoutMedian : words);
  }
  for (const figure of figures) expect(figure?.axes[0]?.label).toContain('nats at the first other token');
  const finding = findingOf({
    checkpoint: 'Toy',
    summary,
    allCases: 36,
    refusedCases: 0,
    isRunning: false,
    scope: '',
  });
  expect(finding.view).toBe(words);
  expect(finding.gain).toMatch(/^Median G: .* nats at the first other token/);
  expect(finding.scope).toMatch(/^How likely the token is after hardly depends on/);
});

test.each<[ConditionName, RegExp]>([
  [
    'abstract',
    /^Shown a note in place of the call and its error, Toy gave that same call a higher chance in/,
  ],
  ['abstract_min', /^Shown a bare mark that a call failed, Toy moved away from that call in/],
  ['neut', /^Shown the call and a neutral text, Toy gave that same call a higher chance in/],
])('without the error, the headline is about %s', (condition, headline) => {
  const summary = sampleRun(
    cases.map((one) => ({ ...one, others: { abstract: one.pre + 2, abstract_min: one.pre - 2 } })),
    PAPER_VIEW,
    ['pre', condition],
  ).summary;
  const finding = findingOf({
    checkpoint: 'Toy',
    summary,
    allCases: 36,
    refusedCases: 0,
    isRunning: false,
    scope: '',
  });
  expect(finding.headline).toMatch(headline);
  expect(finding.ways).toBe(null);
});

test('ways to show the failure are told apart by what would be repeated', () => {
  const { ways } = findingOf({
    checkpoint: 'Toy',
    summary: run.summary,
    allCases: 36,
    refusedCases: 0,
    isRunning: false,
    scope: '',
  });
  expect(ways).toBe(
    'Of 7 ways to show the failure, the call is repeated least after 6 of them (0 of 36 each), most after “error” (9 of 36; right call in 4 of 36).',
  );
});
