import { expect, test } from 'vitest';
import { logReading, type LogStatistics } from '../../transcript/index.ts';
import { accountLines } from './account-lines.ts';
import { findingLimits, logFinding, moreOnMoves, streakSentence } from './log-words.ts';

const FAILS = 'Assistant: lend(titel="A")\n\nTool: Error: no argument titel';
const statisticsOf = (...said: readonly string[]): LogStatistics => {
  const { statistics } = logReading(['User: Lend it.', ...said].join('\n\n'), {});
  if (statistics === null) throw new Error('this is a log');
  return statistics;
};
const loop = (failures: number): LogStatistics =>
  statisticsOf(...Array.from({ length: failures }, () => FAILS), 'Assistant: I give up.');

test('the finding counts, and says so where there was nothing to count', () => {
  expect(logFinding(loop(9))).toBe('The agent made the same call again after its error in 8 of 9 chances.');
  expect(logFinding(loop(1))).toBe('One call failed, and the agent did not make the same call again.');
  expect(logFinding(statisticsOf(FAILS))).toBe(
    'One call failed, and the log ends before the agent could act again.',
  );
  expect(logFinding(statisticsOf('Assistant: look("A")\n\nTool: found'))).toBe(
    'No failed call was found in this log.',
  );
  const other = 'Assistant: lend(title="A")\n\nTool: OK';
  expect(logFinding(statisticsOf(FAILS, other, FAILS, other))).toBe(
    'In none of 2 chances did the agent make a failed call again at once.',
  );
});

test('few chances are called few, many are not', () => {
  const limits = (failures: number): string => findingLimits(loop(failures)).join(' ');
  expect(limits(9)).toContain('9 chances are few');
  expect(limits(10)).not.toContain('few:');
  for (const failures of [1, 9, 10]) expect(limits(failures)).toContain('no model was run');
});

test('a person between result and repeat is told of, and so is a call that comes back', () => {
  const asked = statisticsOf(FAILS, 'User: Try again.', FAILS, 'Assistant: I give up.');
  expect(findingLimits(asked).join(' ')).toContain('In 1 chance a person spoke in between');
  const back = statisticsOf(FAILS, 'Assistant: look("A")\n\nTool: found', FAILS, 'Assistant: I give up.');
  expect(moreOnMoves(back.all)).toBe('After 1 of 2 other decisions the failed call came back later.');
  expect(streakSentence(back)).toBe(
    '2 streaks of one call failing, the longest of 1. The agent escaped from 2 of 2 by doing something else; after 1 of these the failed call came back later.',
  );
});

test('the account names where characters went, and its lines add up to the text', () => {
  const pasted = JSON.stringify({
    id: 'run-7',
    messages: [
      { role: 'user', content: 'Lend it.', stamp: 17 },
      { role: 'assistant', content: 'Done.' },
    ],
  });
  const { read, account } = logReading(pasted, {});
  if (read.kind === 'not-read' || account === null) throw new Error('this is a log');
  const lines = accountLines(read.transcript, account);
  expect(lines.reduce((sum, { characters }) => sum + characters, 0)).toBe(pasted.length);
  expect(lines.map(({ kind, what }) => `${kind}: ${what}`)).toContain('skipped: fields beside the messages');
});
