import { describe, expect, it } from 'vitest';
import type { ScoreRow } from '../../src/records/index.ts';
import { aRow } from '../../src/records/sample-row.ts';
import { breakOffs, compare, orderOf, type Cell } from './order-of.ts';

const cell = (mean: number, half = 0.5): Cell => [mean, mean - half, mean + half, 10, 5];

describe('compare', () => {
  it('pairs what both sides have, and says what an interval leaves out', () => {
    const [one, ...more] = compare({ G: cell(-2), copy: cell(1) }, { G: cell(0.2), sem: cell(3) });
    expect(more).toEqual([]);
    expect(one).toMatchObject({
      name: 'G',
      sameSign: false,
      publishedIsClear: true,
      oursIsClear: false,
      intervalsOverlap: false,
    });
  });

  it('claims nothing without an interval', () => {
    const [one] = compare({ G: [-2, null, null, 3, 3] }, { G: cell(-9) });
    expect(one).toMatchObject({ publishedIsClear: false, sameSign: true, intervalsOverlap: true });
  });
});

describe('orderOf', () => {
  const published = { a: cell(3), b: cell(2), c: cell(0) };

  it('is 1 for the same order and −1 for the reverse', () => {
    expect(orderOf(published, { a: cell(9), b: cell(8), c: cell(-1) }).kendallTau).toBe(1);
    expect(orderOf(published, { a: cell(-9), b: cell(8), c: cell(11) }).kendallTau).toBe(-1);
  });

  it('names the pairs that stand the other way round, and whether both studies are sure', () => {
    const { pairs, turned, names } = orderOf(published, { a: cell(1.6), b: cell(2), c: cell(2.2, 3) });
    expect(pairs).toBe(3);
    expect(names.ours).toEqual(['c', 'b', 'a']);
    expect(turned.map(({ above, below, isClear }) => [above, below, isClear])).toEqual([
      ['a', 'b', false],
      ['a', 'c', false],
      ['b', 'c', false],
    ]);
    expect(orderOf(published, { a: cell(0), b: cell(2), c: cell(9) }).turned[1]?.isClear).toBe(true);
  });
});

describe('breakOffs', () => {
  it('parts items that begin otherwise from items that leave the call later', () => {
    const row = (gaps: readonly number[], more: Partial<ScoreRow> = {}): ScoreRow => ({
      ...aRow,
      token_gaps: gaps,
      token_logprobs: gaps.map((gap) => -1 - gap),
      logprob: -gaps.reduce((sum, gap) => sum + 1 + gap, 0),
      ...more,
    });
    const [fail, ...more] = breakOffs([
      row([0, 0]),
      row([2, 0]),
      row([2, 1]),
      row([0, 3]),
      row([5, 0], { hidden: 'error' }),
      row([5, 0], { candidate: 'gold' }),
    ]);
    expect(more).toEqual([]);
    expect(fail).toEqual({
      condition: 'fail',
      items: 4,
      repeats: 1,
      atTheFirstToken: 2,
      atTheFirstTokenAlone: 1,
      firstTokenNats: -2,
      restNats: -2,
    });
  });
});
