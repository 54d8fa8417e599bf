import { beforeEach, expect, test } from 'vitest';
import type { ScoreRequest } from '../src/engine/index.ts';
import { fail, ok, type Result } from '../src/records/index.ts';
import { encodeInTurns } from './encode-in-turns.ts';

const REQUESTS = 300;
const requests = (): ScoreRequest[] =>
  Array.from({ length: REQUESTS }, (_, index) => ({
    id: `unit-${index}`,
    task: '',
    template: '',
    context: [],
    candidate: index === 7 ? '' : `call ${index}`,
    scoreEndOfTurn: true,
    hidden: [],
  }));

/** Takes 10 ms; refuses a request without a candidate. */
const encode = ({ id, candidate }: ScoreRequest): Result<string> => {
  nowMs += 10;
  if (candidate !== '') return ok(`tokens of ${id}`);
  return fail({ kind: 'candidate-empty', happened: 'x', stillWorks: 'x', cure: 'x', details: id });
};

let nowMs = 0;
const clock = (): number => nowMs;
const heard: string[] = [];
const events = {
  onEncoded: (done: number, all: number) => {
    heard.push(`${done} of ${all}`);
  },
  onRefused: (id: string) => {
    heard.push(`refused ${id}`);
  },
};

beforeEach(() => {
  nowMs = 0;
  heard.length = 0;
});

test('all of a job is encoded, in its order, and others have their turn in between', async () => {
  let turns = 0;
  let longestMs = 0;
  let turnBegan = 0;
  const gate = () => {
    turns += 1;
    longestMs = Math.max(longestMs, nowMs - turnBegan);
    turnBegan = nowMs;
    return Promise.resolve('go' as const);
  };
  const given = requests();
  const encoded = await encodeInTurns(given, encode, { clock, gate }, events);
  const whole = requests().filter(({ candidate }) => candidate !== '');
  expect([...(encoded ?? [])]).toEqual(whole.map(({ id }) => [id, `tokens of ${id}`]));
  expect(heard.filter((line) => line.startsWith('refused'))).toEqual(['refused unit-7']);
  expect(turns).toBeGreaterThan(10);
  expect(longestMs).toBeLessThanOrEqual(60);
  // The texts are not kept beside their tokens.
  expect(given).toEqual([]);
});

test('it is told how far it is, several times a second, and not more often than anybody reads', async () => {
  const gate = () => Promise.resolve('go' as const);
  await encodeInTurns(requests(), encode, { clock, gate }, events);
  const told = heard.filter((line) => line.endsWith(`of ${REQUESTS}`));
  expect(told[0]).toBe(`0 of ${REQUESTS}`);
  expect(new Set(told).size).toBe(told.length);
  const perSecond = told.length / (nowMs / 1_000);
  expect(perSecond).toBeGreaterThan(2);
  expect(perSecond).toBeLessThan(6);
});

test('a pause holds it, a cancel ends it in the middle', async () => {
  let turns = 0;
  let goOn: (signal: 'cancel') => void = () => undefined;
  const gate = () => {
    turns += 1;
    if (turns < 3) return Promise.resolve('go' as const);
    return new Promise<'cancel'>((resolve) => {
      goOn = resolve;
    });
  };
  const given = requests();
  const encoding = encodeInTurns(given, encode, { clock, gate }, events);
  for (let round = 0; round < 20; round += 1) await Promise.resolve();
  expect(turns).toBe(3);
  const left = given.length;
  expect(left).toBeGreaterThan(0);
  goOn('cancel');
  expect(await encoding).toBeNull();
  expect(given).toHaveLength(left);
});
