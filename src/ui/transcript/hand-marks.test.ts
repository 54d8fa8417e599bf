import { expect, test } from 'vitest';
import { logReading, logStatistics, triesOf, type FailedCall } from '../../transcript/index.ts';
import { hasMarks, likelyResult, NO_MARKS, withFailure, withMarks, withoutFailure } from './hand-marks.ts';

/** Three tries of one call; the second's failure is told in words that no rule knows. */
const LOG = [
  'User: Lend it.',
  'Assistant: lend(titel="A")',
  'Tool: Error: no argument titel',
  'Assistant: lend(titel="A")',
  'Tool: nothing was lent, alas',
  'Assistant: lend(titel="A")',
  'Tool: Error: no argument titel',
  'Assistant: I give up.',
].join('\n\n');

const { read, failed: found } = logReading(LOG, {});
if (read.kind === 'not-read') throw new Error(read.fault.happened);
const { transcript } = read;
const second = { call: { turn: 3, ordinal: 0 }, result: 4 };
const places = (failed: readonly FailedCall[]): number[] =>
  failed.map(({ call }) => call.turn).sort((a, b) => a - b);

test('a failure marked by hand is counted, and those before it are repeated by it', () => {
  expect(places(found)).toEqual([1, 5]);
  const marks = withFailure(NO_MARKS, found, second);
  const failed = withMarks(transcript, found, marks);
  expect(places(failed)).toEqual([1, 3, 5]);
  expect(failed.find(({ call }) => call.turn === 3)).toMatchObject({ level: 'by-hand', timesRepeated: 1 });
  expect(failed.find(({ call }) => call.turn === 1)?.repeats).toMatchObject([
    { turn: 3, failedAgain: true },
    { turn: 5, failedAgain: true },
  ]);
  expect(logStatistics(transcript, failed).all).toMatchObject({ failures: 3, chances: 3, failedAgain: 2 });
  // The same mark again changes nothing.
  expect(withFailure(marks, found, second)).toEqual(marks);
});

test('a failure that was found is taken away, and marked it is back as it was found', () => {
  const [one] = found;
  if (one === undefined) throw new Error('two were found');
  const without = withoutFailure(NO_MARKS, found, one);
  expect(places(withMarks(transcript, found, without))).toEqual([5]);
  const again = withFailure(without, found, one);
  expect(hasMarks(again)).toBe(false);
  expect(withMarks(transcript, found, again)).toBe(found);
});

test('tries of one call are in the order of the log, whatever the order of offer', () => {
  const failed = [...withMarks(transcript, found, withFailure(NO_MARKS, found, second))].reverse();
  for (const one of failed)
    expect(triesOf(transcript, failed, one).map(({ call }) => call.turn)).toEqual([1, 3, 5]);
});

test('the result of a call is the turn that answers it, or the first thing read after it; a last call has none', () => {
  expect(likelyResult(transcript, second.call)).toBe(4);
  expect(likelyResult(transcript, { turn: 3, ordinal: null })).toBe(4);
  expect(likelyResult(transcript, { turn: 7, ordinal: null })).toBeNull();
});
