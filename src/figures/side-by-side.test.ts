import { describe, expect, it } from 'vitest';
import { outcomeOf, type CaseOutcome } from '../probe/index.ts';
import { LIVE_DRAWS, PUBLISHED_SEED } from '../statistics/index.ts';
import { sideBySideFigure, type SideRow } from './side-by-side.ts';

const oneCase = (at: number, gainNats: number, change: Partial<CaseOutcome> = {}): CaseOutcome => ({
  itemId: `case-${at}`,
  taskId: `task-${at}`,
  mistake: at % 2 === 0 ? 'form' : 'value',
  gainNats,
  failedBeforeNats: -9,
  failedAfterNats: -9 - gainNats,
  rightBeforeNats: -4,
  rightAfterNats: -3,
  repeatsBefore: false,
  repeatsAfter: false,
  rightBefore: false,
  rightAfter: false,
  ...change,
});

function rowOf(name: string, cases: readonly CaseOutcome[], isRecorded = false): SideRow {
  const outcome = outcomeOf(cases, { draws: LIVE_DRAWS, seed: PUBLISHED_SEED });
  if (!outcome.ok) throw new Error(outcome.error.happened);
  return { name, cases, outcome: outcome.value, isRecorded };
}

const six = (gain: number, change: Partial<CaseOutcome> = {}): readonly CaseOutcome[] =>
  Array.from({ length: 6 }, (_, at) => oneCase(at, gain + at / 10, change));

const figureOf = (rows: readonly SideRow[], width = 900) =>
  sideBySideFigure({
    id: 'twins',
    title: 'Side by side',
    rowsAre: 'checkpoint',
    groups: [{ title: null, rows }],
    items: [],
    draws: LIVE_DRAWS,
    width,
  });

describe('sideBySideFigure', () => {
  const figure = figureOf([
    rowOf('noisy', six(-6, { repeatsAfter: true })),
    rowOf('recovery', six(2, { rightBefore: true, rightAfter: true })),
    rowOf('clean', []),
  ]);
  if (figure === null) throw new Error('nothing drawn');
  const symbols = figure.marks.filter((mark) => mark.kind === 'symbol');

  it('says what would be repeated and what put right, and never G alone', () => {
    expect(figure.heading).toBe(
      'Would write the failed call again, word for word: noisy 6 of 6 (before: 0), recovery 0 of 6 (before: 0). Would write the right call: noisy 0 of 6 (before: 0), recovery 6 of 6 (before: 6).',
    );
  });

  it('draws every case, toward on the left and orange, away on the right and blue', () => {
    const zero = figure.axes[0]?.ticks.find(({ value }) => value === 0)?.position ?? NaN;
    const toward = symbols.filter(({ stroke }) => stroke === 'toward');
    const away = symbols.filter(({ stroke }) => stroke === 'away');
    expect(toward).toHaveLength(6);
    expect(away).toHaveLength(6);
    expect(toward.every(({ x }) => x < zero)).toBe(true);
    expect(away.every(({ x }) => x > zero)).toBe(true);
  });

  it('tells kinds of mistake apart by shape and in words', () => {
    expect(new Set(symbols.filter(({ stroke }) => stroke === 'toward').map(({ shape }) => shape))).toEqual(
      new Set(['circle', 'diamond']),
    );
    expect(figure.legend.map(({ text }) => text)).toEqual(
      expect.arrayContaining(['form error', 'made-up value']),
    );
  });

  it('holds the drawn numbers in its table: a mean and every case of each row', () => {
    expect(figure.table.rows).toHaveLength(2 * 7);
    expect(figure.table.rows[0]?.slice(0, 4)).toEqual([
      'noisy',
      'mean over cases',
      '',
      expect.closeTo(-5.75, 9),
    ]);
    expect(figure.table.rows.every((row) => row.length === figure.table.columns.length)).toBe(true);
  });

  it('stays inside its drawing at any width', () => {
    for (const width of [300, 360, 779, 780, 1200]) {
      const drawn = figureOf([rowOf('recovery', six(-9, { repeatsAfter: true }))], width);
      for (const mark of drawn?.marks ?? []) {
        const x = mark.kind === 'rule' ? Math.min(mark.x1, mark.x2) : mark.x;
        expect(x).toBeGreaterThanOrEqual(0);
        expect(mark.kind === 'rule' ? mark.x2 : mark.x).toBeLessThanOrEqual(width);
      }
    }
  });

  it('draws a recorded run hollow and says so', () => {
    const recorded = figureOf([rowOf('noisy', six(-6), true)]);
    expect(recorded?.heading).toContain('noisy (recorded) 0 of 6');
    const dots = (recorded?.marks ?? []).filter((mark) => mark.kind === 'symbol' && mark.stroke === 'toward');
    expect(dots.every((mark) => mark.kind === 'symbol' && mark.fillOpacity === 0)).toBe(true);
    expect(recorded?.legend.map(({ text }) => text)).toContain('hollow: a recorded run');
  });

  it('draws nothing of nothing', () => {
    expect(figureOf([rowOf('clean', [])])).toBeNull();
  });
});
