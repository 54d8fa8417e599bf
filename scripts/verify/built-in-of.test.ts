import { describe, expect, it } from 'vitest';
import type { ProbeItem } from '../../src/probe/index.ts';
import { sampleItem, sampleRow } from '../../src/probe/sample-item.ts';
import type { ScoreRow } from '../../src/records/index.ts';
import { acceptanceOf, announceable, type MeasuredStage } from './acceptance-of.ts';
import { exactnessOf, signsOf, twinFiguresOf } from './built-in-of.ts';

const item = (task: number, operator: string): ProbeItem => ({
  ...sampleItem,
  item_id: `t${task}-${operator}`,
  task_id: `t${task}`,
  operator,
});
const items = [1, 2].flatMap((task) => [item(task, 'arg_typo'), item(task, 'hallucinated_entity')]);

/** A score, and whether greedy decoding would write the call and end there. */
const row = (
  { item_id }: ProbeItem,
  condition: string,
  candidate: string,
  nats: number,
  hit: boolean,
): ScoreRow => ({
  ...sampleRow({ item_id, condition, candidate }, nats, 1, hit ? 0 : 1),
  is_greedy_turn: hit,
});

/** Form errors lose 2 nats by the error and are corrected; made-up values gain 10 and are repeated. */
const rows = items.flatMap((one) => {
  const isForm = one.operator === 'arg_typo';
  return [
    row(one, 'pre', 'failed', -5, false),
    row(one, 'pre', 'gold', -1, one.task_id === 't1'),
    row(one, 'fail', 'failed', isForm ? -7 : 5, !isForm),
    row(one, 'fail', 'gold', -1, isForm),
    row(one, 'abstract', 'failed', isForm ? -6 : -9, false),
    row(one, 'abstract', 'gold', -1, false),
  ];
});

describe('exactness', () => {
  it('counts a decision point once, whatever went wrong there afterwards', () => {
    const { exact, byTool } = exactnessOf(items, rows);
    expect([exact[0], exact[3], exact[4]]).toEqual([0.5, 2, 2]);
    expect(byTool['find']?.[3]).toBe(2);
  });

  it('is refused where a right call was not scored', () => {
    expect(() => exactnessOf(items, rows.slice(0, 6))).toThrow('was not scored');
  });
});

describe('a twin', () => {
  it('is looked at with form errors and made-up values apart', () => {
    const { all, byMistake } = twinFiguresOf(items, rows);
    expect(all.G[0]).toBe(-4);
    expect([byMistake['form']?.G[0], byMistake['value']?.G[0]]).toEqual([2, -10]);
    expect([byMistake['form']?.repeats[0], byMistake['value']?.repeats[0]]).toEqual([0, 1]);
    expect(byMistake['form']?.rightChange[0]).toBe(0.5);
    expect(all.inverted.slice(3)).toEqual([4, 2]);
  });

  it('is refused where a score is missing', () => {
    expect(() => twinFiguresOf(items, rows.slice(1))).toThrow('a score is missing');
  });
});

it('signs are counted by condition', () => {
  expect(signsOf(items, rows, ['fail', 'abstract'])).toMatchObject({
    fail: { below: 2, above: 2, of: 4, right: 2 },
    abstract: { below: 0, above: 4, of: 4, right: 0 },
  });
});

const { all } = twinFiguresOf(items, rows);
const noisy = (seed: number, inverted: number, below: number): MeasuredStage => ({
  ...{ stage: `noisy-${seed}`, branch: 'noisy', seed, exactness: {} },
  pool: { all: { ...all, inverted: [inverted, null, null, 4, 2] }, byMistake: {}, byOperator: {} },
  class: { fail: { below, above: 6 - below, of: 6, meanNats: -1, right: 0 } },
});
const announced = [{ branch: 'noisy', condition: 'fail', sign: 'below' }] as const;
const stateOf = (stages: readonly MeasuredStage[], what: RegExp) =>
  acceptanceOf(stages, announced).find((line) => what.test(line.what))?.state;

describe('acceptance', () => {
  it('is met by every seed or missed', () => {
    const stages = [noisy(1, 0.8, 6), noisy(2, 0.9, 5), noisy(3, 0.85, 6)];
    expect(stateOf(stages, /noisy: G below/)).toBe('met');
    expect(stateOf([...stages.slice(1), noisy(1, 0.79, 6)], /noisy: G below/)).toBe('missed');
    expect(stateOf(stages, /class items/)).toBe('met');
    expect(stateOf([...stages.slice(1), noisy(1, 0.9, 4)], /class items/)).toBe('missed');
    expect(announceable(stages)).toEqual(announced);
  });

  it('stays open where a seed or the base was not measured', () => {
    const stages = [noisy(1, 0.8, 6), noisy(2, 0.9, 6)];
    expect(stateOf(stages, /noisy: G below/)).toBe('open');
    expect(stateOf(stages, /base: .* fresh/)).toBe('open');
    expect(stateOf(stages, /class items/)).toBe('open');
    expect(announceable(stages)).toEqual([]);
  });
});
