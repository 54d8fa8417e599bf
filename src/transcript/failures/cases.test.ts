import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readPaste } from '../formats/read-paste.ts';
import { failedCalls } from './failed-calls.ts';
import { logStatistics } from './log-statistics.ts';

const FOLDER = new URL('../../../tests/fixtures/transcripts/', import.meta.url);

interface Case {
  readonly file: string | null;
  readonly name: string;
  readonly format: string | null;
  readonly failed: readonly {
    readonly call: { readonly name: string; readonly args: unknown };
    readonly callTurn: number;
    readonly callOrdinal: number;
    readonly resultTurn: number;
    readonly marker: string;
    readonly evidence: string;
    readonly repeatedAt: readonly { readonly turn: number; readonly exactText: boolean }[];
  }[];
  readonly notFailed?: readonly { readonly resultTurn: number }[];
}

const { cases } = JSON.parse(readFileSync(new URL('cases.json', FOLDER), 'utf8')) as {
  readonly cases: readonly Case[];
};
const readable = cases.filter(({ format }) => format !== null);
const transcriptOf = (one: Case) => {
  const read = readPaste(readFileSync(new URL(one.file ?? '', FOLDER), 'utf8'));
  if (read.kind === 'not-read') throw new Error(read.fault.happened);
  return read.transcript;
};

describe.each(readable)('$name', (one) => {
  test('these calls failed and no others, each with its mark and its repeats', () => {
    const transcript = transcriptOf(one);
    expect(
      failedCalls(transcript).map(({ call, result, level, rule, repeats }) => ({
        ...call,
        result,
        evidence: level,
        marker: rule,
        repeatedAt: repeats.map(({ turn, exactText }) => ({ turn, exactText })),
      })),
    ).toEqual(
      one.failed.map(({ callTurn, callOrdinal, resultTurn, evidence, marker, repeatedAt }) => ({
        turn: callTurn,
        ordinal: callOrdinal,
        result: resultTurn,
        evidence,
        marker,
        repeatedAt,
      })),
    );
    const failedResults = failedCalls(transcript).map(({ result }) => result);
    for (const { resultTurn } of one.notFailed ?? []) expect(failedResults).not.toContain(resultTurn);
  });
});

test('the log of case 08: of two chances one is the same call; it is left, and come back to', () => {
  const one = cases.find(({ name }) => name.startsWith('08'));
  if (one === undefined) throw new Error('no case');
  const transcript = transcriptOf(one);
  const { all, streaks, escapes } = logStatistics(transcript, failedCalls(transcript));
  // Turn 1 fails, turn 3 makes it again and fails, turn 5 renews the token, turn 7 makes it once more.
  expect(all).toEqual({
    failures: 2,
    chances: 2,
    next: { 'same-call': 1, 'same-tool': 0, 'other-tool': 1, 'no-call': 0 },
    sameText: 1,
    failedAgain: 1,
    cameBack: 1,
    afterUser: 0,
  });
  expect(streaks).toMatchObject([{ end: 'other-tool', cameBack: true }]);
  expect(escapes).toBe(1);
});
