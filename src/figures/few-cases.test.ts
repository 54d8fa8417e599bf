import { describe, expect, it } from 'vitest';
import { PAPER_VIEW } from '../probe/index.ts';
import {
  beforeAfterFigure,
  breakdownFigure,
  decompositionFigure,
  findingOf,
  knockoutFigure,
  manipulationsFigure,
  stripFigure,
} from './index.ts';
import { sampleRun, type SampleCase } from './sample-run.ts';

const one: SampleCase = { pre: -20, fail: -8, neut: -9, gold: { pre: -12, fail: -9.5 } };
const few = sampleRun([one, one, one]);
const six = sampleRun([one, one, one, one, one, { ...one, fail: -9 }]);

describe('of few cases, words and legends name only what is drawn', () => {
  it('in the strip: a ring from five cases on', () => {
    const small = stripFigure({ ...few, width: 760 });
    expect(JSON.stringify(small)).not.toMatch(/[Rr]ing\b|95 % interval,/);
    expect(small.axes[0]?.label).toBe('G, nats; one dot a case');
    const large = stripFigure({ ...six, width: 760 });
    expect(large.axes[0]?.label).toBe('G, nats; ring: mean');
    expect(large.caption).toContain('Ring and bar: mean');
  });

  it('in the breakdown: squares, where no row has as many as the paper asks for', () => {
    const figure = breakdownFigure({ ...few, by: 'operator', width: 760 });
    expect(figure?.axes[0]?.label).toBe('G, nats; square: mean');
    expect(figure?.legend.map(({ text }) => text).join()).not.toContain('ring');
    expect(figure?.caption).not.toContain('Lines:');
    expect(breakdownFigure({ ...six, by: 'operator', width: 760 })?.caption).toContain('Lines:');
  });

  it('in the split and against the error: no line without an interval, no p without a p', () => {
    expect(decompositionFigure(few.summary, 700)?.caption).not.toContain('Lines:');
    expect(decompositionFigure(six.summary, 700)?.caption).toMatch(/Lines: .* replacement\. The split/);
    const caption = manipulationsFigure(few.summary, 760)?.caption;
    expect(caption).not.toMatch(/line: 95|two-sided/);
    expect(caption).toContain('Hollow: no p yet.');
  });

  it('leaves no gap in a row of the strip where no interval stands', () => {
    const heights = (run: typeof few): readonly number[] =>
      stripFigure({ ...run, width: 760 }).marks.flatMap((mark) =>
        mark.kind === 'text' && mark.x === 760 - 266 + 72 && mark.y > 40 ? [mark.y] : [],
      );
    const [first = 0, second = 0] = heights(few);
    expect(second - first).toBe(16);
    const [top = 0, , last = 0] = heights(six);
    expect(last - top).toBe(30);
  });
});

it('the strip’s table has the right call of every case', () => {
  const { table } = stripFigure({ ...few, width: 760 });
  const at = table.columns.findIndex(({ name }) => name === 'G of the right call (nats)');
  const row = table.rows.find(([, name]) => name === 'case-0');
  expect(row?.[at]).toBe(-2.5);
});

it('an effect that is shown as 0.0 takes no side', () => {
  const effect = { part: 'goal', hiddenTokens: 3, hiddenNats: -8, effectNats: -0.01 } as const;
  const { description, heading } = knockoutFigure([effect], 700);
  expect(description).toBe('the goal: no effect.');
  expect(heading).toBe('None of the parts that were hidden pulls toward the same call.');
  expect(knockoutFigure([{ ...effect, effectNats: 0.01 }], 700).heading).toBe(heading);
  expect(JSON.stringify(knockoutFigure([effect], 700).marks)).not.toMatch(/▼|▲/);
});

it('a run without the plain error reads well on every scale', () => {
  for (const scale of ['whole-call', 'per-token', 'per-byte', 'first-diverging-token'] as const) {
    const { items, summary } = sampleRun([one, one], { ...PAPER_VIEW, scale }, ['pre', 'neut']);
    const all = JSON.stringify([
      findingOf({
        checkpoint: 'Toy-1',
        summary,
        allCases: 2,
        refusedCases: 0,
        isRunning: false,
        scope: '',
      }),
      stripFigure({ summary, items, width: 760 }),
      breakdownFigure({ summary, items, by: 'error', width: 760 }),
      decompositionFigure(summary, 760),
      beforeAfterFigure({ summary, items, width: 760 }),
      manipulationsFigure(summary, 760),
    ]);
    expect(all).not.toMatch(/NaN|undefined|Infinity/);
  }
});
