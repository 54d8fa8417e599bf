import { describe, expect, it } from 'vitest';
import { publishedGainsFigure, type StudiedCheckpoint, type StudiedGain } from './index.ts';

const gain = (gainNats: number, repeatsAfter: number): StudiedGain => ({
  gainNats,
  interval: { low: gainNats - 2, high: gainNats + 2 },
  items: 50,
  tasks: 25,
  repeatsBefore: 0,
  repeatsAfter,
});
const ours = {
  ...gain(-17, 0.6),
  weights: 'Q4_1 weights',
  words: 'Small, Q4_1 weights; item wording rebuilt',
};
const checkpoints: readonly StudiedCheckpoint[] = [
  { name: 'Small', paper: gain(-20, 0.5), recorded: [ours] },
  { name: 'Large', paper: gain(-1, 0.02), recorded: [] },
];
const at = (width: number, of = checkpoints): ReturnType<typeof publishedGainsFigure> =>
  publishedGainsFigure({ checkpoints: of, author: 'A. Author, 2026', width });
const textsOf = (width: number): readonly string[] =>
  at(width).marks.flatMap((mark) => (mark.kind === 'text' ? [mark.text] : []));

describe('publishedGainsFigure', () => {
  it('tells in its heading how many moved clearly, and how many would repeat', () => {
    expect(at(600).heading).toBe(
      'In the paper, seeing the error moved 1 of 2 models toward the failed call; 1 of them would then repeat it word for word in more than a quarter of the cases.',
    );
    expect(at(600, checkpoints.slice(0, 1)).heading).toContain('all 1 models');
  });

  it('draws every value at its place, toward the same call to the left', () => {
    const figure = at(600);
    const [axis] = figure.axes;
    const zero = axis?.ticks.find(({ value }) => value === 0)?.position ?? NaN;
    const ten = axis?.ticks.find(({ value }) => value === -10)?.position ?? NaN;
    const dots = figure.marks.flatMap((mark) => (mark.kind === 'symbol' ? [mark.x] : []));
    expect(ten).toBeLessThan(zero);
    for (const [index, value] of [-20, -17, -1].entries())
      expect(dots[index]).toBeCloseTo(zero + ((zero - ten) / 10) * value, 6);
  });

  it.each([300, 600])('keeps all marks inside, and says names and numbers, at %i px', (width) => {
    const figure = at(width);
    for (const mark of figure.marks)
      if (mark.kind === 'text' || mark.kind === 'symbol') {
        expect(mark.x).toBeGreaterThanOrEqual(0);
        expect(mark.x).toBeLessThanOrEqual(width);
        expect(mark.y).toBeLessThanOrEqual(figure.height);
      }
    const text = textsOf(width).join('\n');
    for (const part of ['Small', 'ours: Q4_1 weights', '−20.0', '25 of 50', '30 of 50', '1 of 50'])
      expect(text).toContain(part);
  });

  it('never leaves our run without its weights and wording, nor the paper’s value without its name', () => {
    const { legend, caption, table, description } = at(600);
    expect(legend.map(({ text }) => text)).toEqual([
      'the paper’s value (its items)',
      'our recorded run: Small, Q4_1 weights; item wording rebuilt',
    ]);
    for (const words of [caption, description]) expect(words).toContain('Q4_1 weights; item wording rebuilt');
    expect(table.rows.map(([name, whose]) => [name, whose])).toEqual([
      ['Small', 'the paper’s value (its items)'],
      ['Q4_1 weights', ours.words],
      ['Large', 'the paper’s value (its items)'],
    ]);
  });

  it('says nothing of recorded runs where there are none', () => {
    const figure = at(600, checkpoints.slice(1));
    expect(figure.legend).toHaveLength(1);
    expect(figure.caption).not.toContain('our recorded run');
  });
});
