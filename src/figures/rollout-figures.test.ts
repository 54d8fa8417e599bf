import { describe, expect, it, test } from 'vitest';
import type { HarnessSummary } from '../rollout/index.ts';
import {
  ownFailuresFigure,
  ownPoints,
  rolloutContextFigure,
  rolloutContrastsFigure,
  rolloutFinding,
  rolloutOutcomesFigure,
  rolloutScopeWords,
  rolloutStepsFigure,
  type FigureSpec,
} from './index.ts';
import { textWidth } from './marks.ts';
import {
  contrastsOf,
  sampleContrasts,
  sampleCounts,
  sampleHarnesses,
  sampleOutcomes,
  sampleOwn,
  sampleScope,
  sampleScripted,
  sampleSteps,
  summariesOf,
} from './sample-rollouts.ts';

const drawn = (figure: FigureSpec | null): FigureSpec => {
  if (figure === null) throw new Error('nothing drawn');
  return figure;
};

const figuresAt = (width: number): readonly FigureSpec[] =>
  [
    rolloutOutcomesFigure({ ...sampleOutcomes, width }),
    rolloutContrastsFigure({ ...sampleContrasts('canonical_repeat_rate'), width }),
    rolloutContrastsFigure({ ...sampleContrasts('solved'), width }),
    rolloutContrastsFigure({ ...sampleContrasts('tokens_spent'), width }),
    rolloutStepsFigure({ harnesses: sampleSteps, scope: sampleScope, width }),
    rolloutContextFigure({ harnesses: sampleSteps, scope: sampleScope, width }),
    ownFailuresFigure({ own: sampleOwn, scripted: sampleScripted, scope: sampleScope, width }),
  ].map(drawn);

describe.each([300, 336, 390, 639, 640, 719, 720, 749, 750, 760, 1100, 1896])('at %d px', (width) => {
  test('texts lie inside their figure and not on each other', () => {
    for (const { id, marks } of figuresAt(width)) {
      const boxes = marks.flatMap((mark) => {
        if (mark.kind !== 'text' || mark.isTurned === true) return [];
        const reach = textWidth(mark.text, mark.sizePx) * (mark.weight === 600 ? 1.08 : 1);
        const left = mark.x - { start: 0, middle: reach / 2, end: reach }[mark.anchor];
        return [{ text: mark.text, left, right: left + reach, y: mark.y, sizePx: mark.sizePx }];
      });
      for (const [at, box] of boxes.entries()) {
        expect(box.left, `${id}: ${box.text}`).toBeGreaterThanOrEqual(0);
        // The last number of an axis stands under its tick.
        expect(box.right, `${id}: ${box.text}`).toBeLessThanOrEqual(width + 6);
        const below = boxes
          .slice(0, at)
          .filter(
            (other) =>
              Math.abs(other.y - box.y) < 0.8 * box.sizePx &&
              Math.min(other.right, box.right) - Math.max(other.left, box.left) > 1.5,
          );
        expect(below, `${id}: ${box.text}`).toEqual([]);
      }
    }
  });

  test('every mark with words is in the table, and every row has a cell a column', () => {
    for (const { id, marks, table } of figuresAt(width)) {
      expect(
        table.rows.every((row) => row.length === table.columns.length),
        id,
      ).toBe(true);
      const symbols = marks.filter((mark) => mark.kind === 'symbol' && mark.label !== undefined);
      expect(symbols.length, id).toBeGreaterThan(0);
      const ours = table.rows.filter((row) => !row.some((cell) => String(cell).startsWith('the paper’s')));
      expect(symbols.length, id).toBe(ours.length);
    }
  });
});

test('harnesses are told apart by shape and name', () => {
  const { marks, legend } = drawn(rolloutOutcomesFigure({ ...sampleOutcomes, width: 760 }));
  const looks = sampleHarnesses.map((harness) => {
    const mark = marks.find((one) => one.kind === 'symbol' && one.label?.startsWith(`${harness}, `));
    return mark?.kind === 'symbol' ? `${mark.shape} ${mark.fill}` : null;
  });
  expect(looks).toEqual(['circle ink', 'circle ink', 'square ink', 'diamond ink', 'circle panel']);
  const texts = marks.flatMap((mark) => (mark.kind === 'text' ? [mark.text] : []));
  expect(sampleHarnesses.every((harness) => texts.includes(harness))).toBe(true);
  expect(legend.map(({ text }) => text)).toContain('hollow: failed calls are banned');
});

describe('outcomes', () => {
  const { headline, floor, stepOne, spoken } = rolloutFinding(sampleOutcomes);

  it('never say success alone', () => {
    expect(headline).toBe(
      'Failed calls made again, of the failures that could: verbatim 23 of 33, lowest under verbatim+ban (2 of 33), highest under terse (33 of 33), drop 55 of 55 (by construction). ' +
        'Ended in a loop of failed calls: verbatim 8 of 12, lowest under verbatim+ban (0 of 12), highest under terse (9 of 12), drop 11 of 12 (by construction).',
    );
    expect(rolloutFinding({ ...sampleOutcomes, isFloor: false }).headline).toMatch(
      /^Failed calls made again.* Solved: all 4 but drop alike \(2 of 12 each\), drop 1 of 12 \(none after a failure, by construction\)\.$/,
    );
  });

  it('say that success cannot compare on the floor', () => {
    expect(floor).toBe(
      'Floor: success cannot compare harnesses here (solved after a failure: at most 1 of 11).',
    );
    expect(rolloutFinding({ ...sampleOutcomes, isFloor: null }).floor).toBe(
      'No rollout reached a failure, so nothing here compares harnesses.',
    );
    expect(spoken).toContain('Floor: success cannot compare harnesses here');
  });

  it('count what was solved in step one', () => {
    expect(stepOne).toBe('Solved in step one: 1 task, left out of comparisons.');
    const [first, ...others] = sampleOutcomes.summaries;
    const more = [{ ...first, solvedInStepOne: 4 } as HarnessSummary, ...others];
    expect(rolloutFinding({ ...sampleOutcomes, summaries: more }).stepOne).toBe(
      'Solved in step one: 4 under verbatim, 1 under 4 harnesses (tasks), left out of comparisons.',
    );
  });

  it('draw the paper’s rollouts pale where they are given, and speak of them only there', () => {
    const withThem = drawn(rolloutOutcomesFigure({ ...sampleOutcomes, width: 760 }));
    const without = drawn(
      rolloutOutcomesFigure({
        summaries: sampleOutcomes.summaries,
        isFloor: true,
        scope: sampleScope,
        width: 760,
      }),
    );
    const pale = ({ marks }: FigureSpec): number =>
      marks.filter((mark) => mark.kind === 'rect' && mark.fill === 'zero').length;
    expect([pale(withThem), pale(without)]).toEqual([8, 0]);
    expect(JSON.stringify(without)).not.toMatch(/paper/);
  });

  it('say nothing of what has not ended', () => {
    const none = summariesOf([], ['verbatim', 'drop']);
    expect(
      rolloutOutcomesFigure({ summaries: none, isFloor: null, scope: sampleScope, width: 760 }),
    ).toBeNull();
    expect(rolloutFinding({ summaries: none, isFloor: null, scope: sampleScope }).headline).toBe(
      'No rollout has ended yet.',
    );
    expect(rolloutScopeWords({ ...sampleScope, ended: 7, temperature: 0.8, seeds: 3 })).toBe(
      '7 of 60 rollouts so far. One model (Toy-1M) in a simulated office: 12 tasks of 10 kinds, temperature 0.8, 3 rollouts a task.',
    );
  });
});

describe('contrasts', () => {
  const repeats = drawn(
    rolloutContrastsFigure({ ...sampleContrasts('canonical_repeats_per_opportunity'), width: 760 }),
  );

  it('have hand-worked changes, signs and kinds', () => {
    const row = (harness: string) => repeats.table.rows.find(([name]) => name === harness) ?? [];
    // verbatim: 0/1 4/5 3/4 2/3 1/1 5/5 0/2 and four times 2/3; abstract: 1/5 1/4 2/5, else none.
    const verbatim = 4 / 5 + 3 / 4 + 2 / 3 + 1 + 1 + 4 * (2 / 3);
    const abstract = 1 / 5 + 1 / 4 + 2 / 5;
    expect(row('abstract')[2]).toBeCloseTo((100 * (abstract - verbatim)) / 11, 9);
    expect(row('abstract').slice(7, 13)).toEqual([0, 9, 2 / 2 ** 9, 0, 8, 2 / 2 ** 8]);
    expect(row('drop').at(-1)).toBe('yes');
  });

  it('have toward repeating on the left and orange, away on the right and blue', () => {
    const zero = repeats.axes[0]?.ticks.find(({ value }) => value === 0)?.position ?? NaN;
    const place = (harness: string) => {
      const mark = repeats.marks.find((one) => one.kind === 'symbol' && one.label?.startsWith(`${harness}:`));
      return mark?.kind === 'symbol' ? [mark.x < zero ? 'left' : 'right', mark.stroke] : [];
    };
    expect(place('terse')).toEqual(['left', 'toward']);
    expect(place('abstract')).toEqual(['right', 'away']);
    // The same change, by construction: no finding about the model.
    expect(place('drop')).toEqual(['left', 'zero']);
  });

  it('of success say which side is which, and do without the colours of direction', () => {
    const { marks, caption, heading } = drawn(
      rolloutContrastsFigure({ ...sampleContrasts('solved'), width: 760 }),
    );
    const texts = marks.flatMap((mark) => (mark.kind === 'text' ? [mark.text] : []));
    expect(texts).toEqual(expect.arrayContaining(['← solved less often', 'solved more often →']));
    expect(caption).toContain('Right: solved more often. Left: less often.');
    expect(heading).toMatch(/^Floor: success cannot compare harnesses here\. Failed calls made again/);
  });

  it('need the exact test of the tasks beside the draws: tasks that all differ one way look certain to those', () => {
    const input = sampleContrasts('canonical_repeats_per_opportunity');
    const figure = (p: number): FigureSpec =>
      drawn(
        rolloutContrastsFigure({
          ...input,
          contrasts: input.contrasts.map((row) => ({ ...row, tasks: { more: 0, less: 4, p } })),
          width: 760,
        }),
      );
    const full = ({ marks }: FigureSpec): number =>
      marks.filter((mark) => mark.kind === 'symbol' && mark.fill !== 'panel').length;
    expect([full(figure(0.04)), full(figure(0.125))]).toEqual([3, 0]);
    expect(figure(0.125).heading).toContain('None of 3 harnesses can be told from verbatim');
  });

  it('of few tasks claim nothing', () => {
    const few = sampleCounts.filter(({ taskId }) => ['task-1', 'task-2', 'task-3'].includes(taskId));
    const measure = 'canonical_repeat_rate';
    const { heading, legend, marks } = drawn(
      rolloutContrastsFigure({
        ...sampleContrasts(measure),
        contrasts: contrastsOf(few, measure),
        width: 760,
      }),
    );
    expect(heading).toMatch(
      /: drop \+\d+ points by construction\. 3 harnesses have too few tasks to tell\.$/,
    );
    expect(legend.at(-1)?.text).toContain('cannot be told');
    expect(JSON.stringify(marks)).not.toMatch(/NaN|undefined/);
    const filled = marks.filter((mark) => mark.kind === 'symbol' && mark.fill !== 'panel');
    expect(filled).toEqual([]);
  });
});

describe('steps', () => {
  it('count repeats from the first step that could be one', () => {
    const { table, heading } = drawn(
      rolloutStepsFigure({ harnesses: sampleSteps.slice(0, 1), scope: sampleScope, width: 760 }),
    );
    expect(table.rows[0]).toEqual(['verbatim', 2, 3, 11, expect.closeTo(300 / 11, 9), 0]);
    expect(heading).toBe(
      'With a failure behind them, rollouts made a failed call again: verbatim 3 of 11 in step 2, 6 of 9 in step 6.',
    );
  });

  it('mark what had to follow', () => {
    const { marks, heading } = drawn(
      rolloutStepsFigure({ harnesses: sampleSteps, scope: sampleScope, width: 760 }),
    );
    const grey = marks.filter((mark) => mark.kind === 'symbol' && mark.fill === 'zero');
    expect(grey).toHaveLength(5);
    expect(heading).toMatch(/in 0 of 4 harnesses; drop by construction\.$/);
  });

  it('draw nothing where nothing could repeat', () => {
    const early = sampleSteps.map(({ harness, steps }) => ({ harness, steps: steps.slice(0, 1) }));
    expect(rolloutStepsFigure({ harnesses: early, scope: sampleScope, width: 760 })).toBeNull();
    expect(rolloutContextFigure({ harnesses: [], scope: sampleScope, width: 760 })).toBeNull();
    expect(
      drawn(rolloutContextFigure({ harnesses: early, scope: sampleScope, width: 760 })).table.rows,
    ).toHaveLength(5);
  });
});

describe('own failed calls', () => {
  const figure = drawn(
    ownFailuresFigure({ own: sampleOwn, scripted: sampleScripted, scope: sampleScope, width: 760 }),
  );

  it('count once what rollouts share', () => {
    const [first, ...others] = ownPoints(sampleOwn);
    expect(first?.rollouts).toBe(2);
    expect(first?.harnesses).toEqual(['verbatim', 'abstract']);
    expect(others).toHaveLength(6);
    const [own] = sampleOwn;
    if (own === undefined) throw new Error('no sample');
    // Another context: another measurement.
    expect(ownPoints([own, { ...own, logpBeforeNats: own.logpBeforeNats - 0.5 }])).toHaveLength(2);
  });

  it('lead with chances and never with G alone', () => {
    // Medians of own: before −0.9, after −0.9; of scripted: −18.0 and −7.45.
    expect(figure.heading).toBe(
      'Of 7 failed calls of its own, 4 became more likely after the error, G below zero (first failures 2 of 4, later ones 2 of 3); median chance about 4 in 10 before, about 4 in 10 after. ' +
        'Of 6 scripted failed calls 5; median chance 1 in 66 million before, 1 in 1,700 after. ' +
        'Median log p before: own −0.9, scripted −18.0 nats (1 nat = 2.7 times).',
    );
  });

  it('differ in shape from scripted ones, and later failures are hollow', () => {
    const symbols = figure.marks.filter((mark) => mark.kind === 'symbol');
    const looks = symbols.map(({ shape, fill, label = '' }) => [
      label.startsWith('own') ? shape : `scripted ${shape}`,
      label.includes('a later failure') ? fill : '',
    ]);
    expect(looks.filter(([shape]) => shape === 'circle')).toHaveLength(7);
    expect(looks.filter(([shape]) => shape === 'scripted diamond')).toHaveLength(6);
    expect(looks.filter(([, fill]) => fill === 'panel')).toHaveLength(3);
  });

  it('stand alone where nothing was scripted, and are no figure where none was scored', () => {
    const alone = drawn(ownFailuresFigure({ own: sampleOwn, scripted: [], scope: sampleScope, width: 760 }));
    expect(alone.heading).not.toMatch(/scripted/i);
    expect(alone.legend.map(({ text }) => text)).not.toContain('scripted failed call');
    expect(
      ownFailuresFigure({ own: [], scripted: sampleScripted, scope: sampleScope, width: 760 }),
    ).toBeNull();
  });
});
