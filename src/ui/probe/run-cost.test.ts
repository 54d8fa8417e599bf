import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseItemSet } from '../../probe/index.ts';
import { guessedSpeed, guessedTokens } from './run-cost.ts';

const read = parseItemSet(
  readFileSync(new URL('../../../static-probes/first-eight-1.jsonl', import.meta.url), 'utf8'),
  'first-eight-1',
);
if (!read.ok) throw new Error(read.error.happened);
const items = read.value;

describe('guessedTokens', () => {
  it('counts a shared beginning once', () => {
    const one = guessedTokens(items.slice(0, 1), ['pre', 'fail']);
    const twice = guessedTokens([...items.slice(0, 1), ...items.slice(0, 1)], ['pre', 'fail']);
    const prompt = (items[0]?.system_prompt.length ?? 0) / 3.4;
    expect(twice - one).toBeLessThan(one - prompt);
  });

  it('grows with conditions and items', () => {
    expect(guessedTokens(items, ['pre', 'fail', 'neut'])).toBeGreaterThan(
      guessedTokens(items, ['pre', 'fail']),
    );
    expect(guessedTokens(items, ['pre'])).toBeGreaterThan(guessedTokens(items.slice(1), ['pre']));
  });
});

describe('guessedSpeed', () => {
  it('falls with size and rises with threads', () => {
    expect(guessedSpeed(538e6, 1)).toBeCloseTo(guessedSpeed(269e6, 1) / 2);
    expect(guessedSpeed(269e6, 2)).toBeGreaterThan(1.6 * guessedSpeed(269e6, 1));
  });
});
