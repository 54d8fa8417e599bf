import { describe, expect, it } from 'vitest';
import { chooseHolding, chooseWindow } from './holding.ts';

const bfloat16 = (parameters: number) => ({ parameters, storedBytes: 2 * parameters });

describe('chooseHolding', () => {
  it('folds the small, and the middle for decoding only', () => {
    expect(chooseHolding({ ...bfloat16(134_515_008), job: 'scoring' })).toBe('folded');
    expect(chooseHolding({ ...bfloat16(361_821_120), job: 'scoring' })).toBe('resident');
    expect(chooseHolding({ ...bfloat16(361_821_120), job: 'decoding' })).toBe('folded');
    expect(chooseHolding({ ...bfloat16(1_235_814_400), job: 'decoding' })).toBe('resident');
  });

  it('folds float32 checkpoints: nothing is cast', () => {
    expect(chooseHolding({ parameters: 1e9, storedBytes: 4e9, job: 'scoring' })).toBe('folded');
  });
});

describe('chooseWindow', () => {
  it('takes what is asked for, never more than the checkpoint knows', () => {
    expect(chooseWindow(600, 8_192, 11_520)).toBe(600);
    expect(chooseWindow(10_000, 8_192, 11_520)).toBe(8_192);
  });

  it('bounds an unasked window by its keys and values', () => {
    expect(chooseWindow(null, 8_192, 11_520)).toBe(8_192);
    expect(chooseWindow(null, 40_960, 57_344)).toBe(4_681);
    expect(chooseWindow(null, 131_072, 1_000)).toBe(32_768);
  });
});
