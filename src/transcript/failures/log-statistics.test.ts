import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { DraftTurn } from '../formats/draft.ts';
import { errorTextOf } from './error-text.ts';
import { failedCalls } from './failed-calls.ts';
import { logStatistics } from './log-statistics.ts';
import { call, reply, result, user, writtenLog } from './written-log.ts';

const a = call('read', { path: 'a' });
const aOtherwise = call('read', { path: 'a' }, '{ "path": "a" }');
const b = call('read', { path: 'b' });
const list = call('list', {});
const bad = result('Error: locked for 3 min');
const good = result('fine');
const of = (...turns: readonly DraftTurn[]) => {
  const log = writtenLog(...turns);
  return logStatistics(log, failedCalls(log));
};

describe('worked by hand', () => {
  /*
   * a fails, a fails (same text), a fails (other spelling), b instead and works, a again later and works:
   * three failures of read, each followed by a decision, of which two are the same call.
   */
  test('a loop that is left, and come back to', () => {
    const statistics = of(
      user('Read a.'),
      reply('', a),
      bad,
      reply('', a),
      bad,
      reply('', aOtherwise),
      bad,
      reply('', b),
      good,
      reply('', a),
      good,
      reply('Done.'),
    );
    expect(statistics.all).toEqual({
      failures: 3,
      chances: 3,
      next: { 'same-call': 2, 'same-tool': 1, 'other-tool': 0, 'no-call': 0 },
      sameText: 1,
      failedAgain: 2,
      cameBack: 1,
      afterUser: 0,
    });
    expect(statistics.streaks).toMatchObject([{ end: 'same-tool', cameBack: true }]);
    expect(statistics.streaks[0]?.chances).toHaveLength(3);
    expect(statistics.escapes).toBe(1);
    expect(statistics.byAttempt).toEqual([
      { failuresInARow: 1, repeated: 1, chances: 1 },
      { failuresInARow: 2, repeated: 1, chances: 1 },
      { failuresInARow: 3, repeated: 0, chances: 1 },
    ]);
  });

  test('what comes next: the same call that works, another tool, words, nothing', () => {
    const statistics = of(
      reply('', a),
      bad,
      reply('', a),
      good,
      reply('', b),
      bad,
      reply('', list),
      bad,
      reply('I give up.'),
      user('Try once more.'),
      reply('', list),
      bad,
    );
    expect(statistics.all).toMatchObject({
      failures: 4,
      chances: 3,
      next: { 'same-call': 1, 'same-tool': 0, 'other-tool': 1, 'no-call': 1 },
      failedAgain: 0,
      cameBack: 1,
    });
    expect(statistics.streaks.map(({ end }) => end)).toEqual(['worked', 'other-tool', 'no-call', 'log-ends']);
    expect(statistics.escapes).toBe(2);
    expect(statistics.byAttempt).toEqual([{ failuresInARow: 1, repeated: 1, chances: 3 }]);
  });

  test('two calls of one turn that fail are two chances at one decision', () => {
    const statistics = of(reply('', a, list), bad, bad, reply('', list), bad);
    expect(statistics.all).toMatchObject({
      failures: 3,
      chances: 2,
      next: { 'same-call': 1, 'same-tool': 0, 'other-tool': 1, 'no-call': 0 },
    });
    expect(statistics.streaks.map(({ chances, end }) => [chances.length, end])).toEqual([
      [1, 'other-tool'],
      [2, 'log-ends'],
    ]);
  });

  test('one call made twice in a turn is one chance', () => {
    expect(of(reply('', a, a), bad, bad, reply('', a), good).all).toMatchObject({ failures: 1, chances: 1 });
  });

  test('a decision is all that is written before anything is read', () => {
    expect(of(reply('', a), bad, reply('Once more.'), reply('', a), good).all.next['same-call']).toBe(1);
  });

  test('a person who spoke in between is told of', () => {
    expect(of(reply('', a), bad, user('Try again.'), reply('', a), good).all).toMatchObject({
      next: { 'same-call': 1 },
      afterUser: 1,
    });
  });

  test('a repeat whose result is missing did not work: the log ends', () => {
    expect(of(reply('', a), bad, reply('', a)).streaks).toMatchObject([{ end: 'log-ends' }]);
  });

  test('replies without a call', () => {
    const complaint = result("Invalid Format: Missing 'Action:'");
    const statistics = of(reply('Hm.'), complaint, reply('Hm.'), complaint, reply('', list), good);
    expect(statistics.all).toMatchObject({
      chances: 2,
      next: { 'same-call': 1, 'same-tool': 0, 'other-tool': 1, 'no-call': 0 },
    });
    expect(statistics.byTool).toMatchObject([{ label: null, chances: 2 }]);
  });
});

test('by tool and by error text, the most repeated first; numbers part no errors', () => {
  const statistics = of(
    reply('', list),
    result('Error: no folder'),
    reply('', a),
    result('Error: locked for 3 min'),
    reply('', a),
    result('Error: locked for 12 min'),
    reply('', b),
    good,
  );
  expect(statistics.byTool.map(({ label, chances, next }) => [label, chances, next['same-call']])).toEqual([
    ['read', 2, 1],
    ['list', 1, 0],
  ]);
  expect(statistics.byErrorText.map(({ label, failures }) => [label, failures])).toEqual([
    ['Error: locked for # min', 2],
    ['Error: no folder', 1],
  ]);
  expect(errorTextOf('at 0x7f3a: line 12 of 5f0c0000-1111-4222-8333-000000000001')).toBe('at #: line # of #');
});

test('marks are what counts: taken away, added, in any order; secondary ones are left out', () => {
  const log = writtenLog(reply('', a), bad, reply('', a), bad, reply('', b), good);
  const found = failedCalls(log);
  expect(logStatistics(log, []).all.failures).toBe(0);
  expect(logStatistics(log, found.slice(0, 1))).toMatchObject({
    all: { chances: 1, next: { 'same-call': 1 }, failedAgain: 0 },
    streaks: [{ end: 'worked' }],
  });
  expect(logStatistics(log, [...found].reverse())).toEqual(logStatistics(log, found));
  const secondary = found.map((one) => ({ ...one, secondary: true }));
  expect(logStatistics(log, secondary)).toMatchObject({ all: { failures: 0 }, leftOut: 2 });
});

test('counts add up in any log', () => {
  const step = fc.tuple(fc.constantFrom(a, aOtherwise, b, list), fc.boolean(), fc.nat(5));
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const log = writtenLog(
        ...steps.flatMap(([made, works, what]) => [
          what === 0 ? reply('words') : reply('', made),
          ...(what === 1 ? [user('go on')] : []),
          ...(what > 0 ? [works ? good : bad] : []),
        ]),
      );
      const { all, byTool, byErrorText, streaks, escapes, byAttempt } = logStatistics(log, failedCalls(log));
      const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);
      expect(sum(Object.values(all.next))).toBe(all.chances);
      expect(sum(byTool.map(({ failures }) => failures))).toBe(all.failures);
      expect(sum(byErrorText.map(({ chances }) => chances))).toBe(all.chances);
      expect(sum(streaks.map(({ chances }) => chances.length))).toBe(all.failures);
      expect(sum(byAttempt.map(({ chances }) => chances))).toBe(all.chances);
      expect(sum(byAttempt.map(({ repeated }) => repeated))).toBe(all.next['same-call']);
      expect(all.sameText).toBeLessThanOrEqual(all.next['same-call']);
      expect(escapes).toBe(all.chances - all.next['same-call']);
    }),
  );
});
