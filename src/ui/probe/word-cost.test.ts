import { expect, test } from 'vitest';
import type { WordEffect } from '../../probe/index.ts';
import { wordCost } from './word-cost.ts';

const speed = { tokensPerSecond: 100, isMeasured: true, loadMs: 0 };
const plain = { n_tokens: 9, ctx_tokens: 301 };

const word = (text: string, tokens: number | null, controlNats: number | null = null): WordEffect => ({
  word: {
    text,
    start: 0,
    end: text.length,
    gap: 'none',
    name: `error:0-${text.length}`,
    controlName: `control:error:0-${text.length}`,
  },
  seen: tokens === null ? null : { hiddenTokens: tokens, hiddenNats: -9, effectNats: 1 },
  controlNats,
});

test('each word is a row, controls of one length are one, and the transcript is read once', () => {
  const cost = wordCost(
    [word('a', null), word('of', null), word('elephants', null)],
    new Set(),
    plain,
    speed,
  );
  expect(cost).toEqual({
    wordsLeft: 3,
    wordsStored: 0,
    rowTokens: 10,
    controlRows: 2,
    contextTokens: 301,
    ms: ((300 + 5 * 10) / 100) * 1000,
  });
});

test('what is stored costs nothing, nor does what cannot be hidden', () => {
  const done = word('a', 1, 0.1);
  expect(wordCost([done], new Set(), plain, { ...speed, loadMs: 5_000 }).ms).toBe(0);
  const refused = word('never', null);
  const names = new Set([refused.word.name, refused.word.controlName ?? '']);
  expect(wordCost([done, refused], names, plain, speed)).toMatchObject({
    wordsLeft: 0,
    wordsStored: 1,
    controlRows: 0,
    ms: 0,
  });
});

test('a control of its own length that is lacking is computed alone', () => {
  const cost = wordCost([word('known', 4), word('a', 1, 0.1)], new Set(), plain, { ...speed, loadMs: 500 });
  expect(cost).toMatchObject({ wordsLeft: 0, controlRows: 1, ms: 3_100 + 500 });
});
