import { describe, expect, it } from 'vitest';
import { outcomeOf, type CaseOutcome } from '../../probe/index.ts';
import { LIVE_DRAWS, PUBLISHED_SEED } from '../../statistics/index.ts';
import { chancesOf, gainText, readingOf } from './outcome-words.ts';

const outcome = (gains: readonly number[], right = 0) => {
  const cases = gains.map((gainNats, at): CaseOutcome => ({
    itemId: `i${at}`,
    taskId: `t${at}`,
    mistake: 'form',
    gainNats,
    failedBeforeNats: Math.log(1 / 500),
    failedAfterNats: Math.log(1 / 500) - gainNats,
    rightBeforeNats: Math.log(1 / 10),
    rightAfterNats: Math.log(1 / 8),
    repeatsBefore: false,
    repeatsAfter: false,
    rightBefore: false,
    rightAfter: at < right,
  }));
  const read = outcomeOf(cases, { draws: LIVE_DRAWS, seed: PUBLISHED_SEED });
  if (!read.ok) throw new Error(read.error.happened);
  return read.value;
};

describe('the reading of an outcome', () => {
  it('a G above zero is never called a correction, and never stands without the right calls', () => {
    expect(readingOf(outcome([4, 5, 6, 5, 4, 5]))).toBe(
      'Moved away from the failed call; would write it again in 0 of 6, the right call in 0 of 6.',
    );
    expect(readingOf(outcome([-4, -5, -6, -5, -4, -5], 2))).toBe(
      'Moved toward the failed call; would write it again in 0 of 6, the right call in 2 of 6.',
    );
  });

  it('claims no direction that its interval does not', () => {
    expect(readingOf(outcome([-4, 5, -6, 5, -4, 5]))).toMatch(/^Which way it moved cannot be told;/);
    expect(readingOf(outcome([-4, -5]))).toMatch(/^Which way it moved cannot be told;/);
    expect(readingOf(outcome([-4]))).toMatch(/^Moved toward the failed call;/);
    expect(readingOf(outcome([]))).toBeNull();
  });

  it('gives G with its interval, and the chances as pairs', () => {
    expect(gainText(outcome([-2, -2, -2, -2, -2]))).toBe('−2.0 [95 %: −2.0 to −2.0]');
    expect(gainText(outcome([-2]))).toBe('−2.0');
    expect(chancesOf(outcome([0]))).toBe(
      'Chance of the failed call: 1 in 500 before, 1 in 500 after; of the right call: 1 in 10 before, 1 in 8 after (medians).',
    );
  });
});
