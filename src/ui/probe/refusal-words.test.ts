import { expect, test } from 'vitest';
import type { LabError } from '../../records/index.ts';
import { refusalsAsError } from './refusal-words.ts';

const refusal = (requestId: string, kind = 'past-the-window') => ({
  requestId,
  error: {
    kind,
    happened: `The request “${requestId}” was not computed. It is too long.`,
    stillWorks: 'The others.',
    cure: 'Shorten it.',
    details: `${requestId}: 70 > 64`,
  } satisfies LabError,
});

test('nothing refused is no error, and a part that cannot be hidden is none either', () => {
  expect(refusalsAsError([], 12)).toBeNull();
  expect(refusalsAsError([refusal('a/fail/failed/without-goal', 'part-not-hidable')], 12)).toBeNull();
});

test('the first is told in full, the others are counted and listed', () => {
  const error = refusalsAsError([refusal('a'), refusal('b')], 12);
  expect(error?.happened).toBe(
    '2 of 12 scores could not be computed. The request “a” was not computed. It is too long.',
  );
  expect(error?.details.split('\n')).toEqual(['past-the-window: a: 70 > 64', 'past-the-window: b: 70 > 64']);
  expect(error?.stillWorks).toMatch(/other scores/);
});

test('a long list is cut, and says so', () => {
  const error = refusalsAsError(
    Array.from({ length: 60 }, (_, index) => refusal(`r${index}`)),
    60,
  );
  expect(error?.details.split('\n')).toHaveLength(51);
  expect(error?.details).toMatch(/and 10 more$/);
  expect(error?.stillWorks).not.toMatch(/other scores/);
});

test('a refused text is counted as the scores that it stands for', () => {
  expect(refusalsAsError([refusal('a/neut_pad')], 12, 2)?.happened).toMatch(/^2 of 12 scores/);
});
