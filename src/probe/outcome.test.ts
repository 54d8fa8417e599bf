import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { ScoreRow } from '../records/index.ts';
import { LIVE_DRAWS, PUBLISHED_SEED } from '../statistics/index.ts';
import { itemMeasures } from './measures.ts';
import { mistakeClassOf } from './mistake-class.ts';
import { casesUnder, outcomeOf } from './outcome.ts';
import { sampleItem, sampleRow } from './sample-item.ts';

const options = { draws: LIVE_DRAWS, seed: PUBLISHED_SEED };

/** One case in four rows: log p of the failed call before and after, and whether each call would be written. */
const rowsOf = (
  item_id: string,
  [before, after]: readonly [number, number],
  { again = false, rightBefore = false, rightAfter = false } = {},
): readonly ScoreRow[] => {
  const row = (condition: string, candidate: string, nats: number, isGreedy: boolean): ScoreRow =>
    sampleRow({ item_id, condition, candidate }, nats, 1, isGreedy ? 0 : 1);
  return [
    row('pre', 'failed', before, false),
    row('pre', 'gold', -2, rightBefore),
    row('fail', 'failed', after, again),
    row('fail', 'gold', -1, rightAfter),
  ];
};

const items = ['a', 'b', 'c'].map((id, at) => ({
  ...sampleItem,
  item_id: id,
  task_id: `task-${at}`,
  operator: ['arg_typo', 'hallucinated_entity', 'of another world'][at] ?? '',
}));

describe('outcomeOf', () => {
  const rows = [
    ...rowsOf('a', [-5, -2], { again: true, rightBefore: true }),
    ...rowsOf('b', [-40, -4], { rightAfter: true }),
    ...rowsOf('c', [-3, -9], { rightBefore: true, rightAfter: true }),
  ];
  const cases = casesUnder(itemMeasures(items, rows), 'fail');

  it('gives G, the failed call and the right call, before and after, each with its n', () => {
    const outcome = outcomeOf(cases, options);
    if (!outcome.ok) throw new Error(outcome.error.happened);
    expect(outcome.value).toMatchObject({
      cases: 3,
      gain: { value: -11, n: 3, interval: null },
      negative: { k: 2, n: 3 },
      repeatsBefore: { k: 0, n: 3 },
      repeatsAfter: { k: 1, n: 3 },
      rightBefore: { k: 2, n: 3 },
      rightAfter: { k: 2, n: 3 },
      medianFailedBeforeNats: -5,
      medianFailedAfterNats: -4,
    });
  });

  it('knows which cases broke a form and which made up a value', () => {
    expect(cases.map(({ itemId, mistake }) => [itemId, mistake])).toEqual([
      ['a', 'form'],
      ['b', 'value'],
      ['c', null],
    ]);
  });

  it('leaves a case out until both calls were scored before and after', () => {
    const early = rows.filter(
      ({ item_id, condition, candidate }) =>
        !(item_id === 'b' && condition === 'fail' && candidate === 'gold'),
    );
    expect(casesUnder(itemMeasures(items, early), 'fail').map(({ itemId }) => itemId)).toEqual(['a', 'c']);
    expect(casesUnder(itemMeasures(items, rows), 'neut')).toEqual([]);
  });

  it('says nothing of no case', () => {
    expect(outcomeOf([], options)).toMatchObject({ ok: true, value: { cases: 0, gain: null } });
  });

  it('refuses the same case twice', () => {
    expect(outcomeOf([...cases, ...cases], options).ok).toBe(false);
  });
});

it('every way in which the frozen sets make a call wrong is of a class', () => {
  const pool = readFileSync(
    new URL('../../static-probes/toolshed-paper-2026.jsonl', import.meta.url),
    'utf8',
  );
  const operators = new Set(
    pool
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { operator: string }).operator),
  );
  expect(operators.size).toBe(8);
  expect([...operators].filter((operator) => mistakeClassOf(operator) === null)).toEqual([]);
});
