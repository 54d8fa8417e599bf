import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { PAPER_SHOWING, parseItemSet } from '../../probe/index.ts';
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

  it('grows with the calls that are scored and the texts that are shown', () => {
    const asked = ['pre', 'fail', 'neut'] as const;
    const usual = guessedTokens(items, asked);
    const more = guessedTokens(items, asked, 'same-everywhere');
    const calls = items.flatMap(({ distractors }) => distractors).join('');
    // Once for the one condition that is added to.
    expect(more - usual).toBeCloseTo(calls.length / 3.4);
    const wordy = { ...PAPER_SHOWING.wording, neutral: `{neutral}${' and so on'.repeat(100)}` };
    expect(guessedTokens(items, asked, 'published', { ...PAPER_SHOWING, wording: wordy })).toBeGreaterThan(
      usual + (900 * items.length) / 3.4,
    );
  });
});

describe('guessedSpeed', () => {
  it('falls with size and rises with threads', () => {
    expect(guessedSpeed(538e6, 1)).toBeCloseTo(guessedSpeed(269e6, 1) / 2);
    expect(guessedSpeed(269e6, 2)).toBeGreaterThan(1.6 * guessedSpeed(269e6, 1));
  });
});

it('reckons a large set from whole tasks among it, without missing by much', () => {
  const large = parseItemSet(
    readFileSync(new URL('../../../static-probes/toolshed-paper-2026.jsonl', import.meta.url), 'utf8'),
    'toolshed-paper-2026',
  );
  if (!large.ok) throw new Error(large.error.happened);
  const tasks = [...new Set(large.value.map(({ task_id }) => task_id))];
  // Each task is small enough to be reckoned whole; together they count the one system prompt once a task.
  const prompt = (large.value[0]?.system_prompt.length ?? 0) / 3.4;
  const whole =
    tasks.reduce(
      (sum, task) =>
        sum +
        guessedTokens(
          large.value.filter(({ task_id }) => task_id === task),
          ['pre', 'fail', 'neut'],
        ),
      0,
    ) -
    (tasks.length - 1) * prompt;
  expect(guessedTokens(large.value, ['pre', 'fail', 'neut']) / whole).toBeGreaterThan(0.8);
  expect(guessedTokens(large.value, ['pre', 'fail', 'neut']) / whole).toBeLessThan(1.6);
});
