import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ScoreRow } from '../records/index.ts';
import { itemMeasures, knockoutEffects, tokenChanges } from './index.ts';
import { sampleItem, sampleRow } from './sample-item.ts';

const item_id = sampleItem.item_id;
type Scores = Readonly<Record<string, number>>;
const rowsOf = (scores: Scores, tokens = 1): ScoreRow[] =>
  Object.entries(scores).map(([name, nats]) => {
    const [condition = '', candidate = ''] = name.split(' ');
    return sampleRow({ item_id, condition, candidate }, nats, tokens);
  });
const measuresOf = (scores: Scores, tokens = 1) => itemMeasures([sampleItem], rowsOf(scores, tokens))[0];

/** Published scores of item toolshed-0000-s0-arg_typo-1 under SmolLM2-135M-Instruct (measurement §9.1). */
const PUBLISHED: Scores = {
  'pre failed': -25.689918518066406,
  'pre gold': -19.539225578308105,
  'pre distractor0': -16.674349784851074,
  'pre distractor1': -38.39055156707764,
  'fail failed': -3.2367043495178223,
  'fail gold': -6.4532177448272705,
  'fail distractor0': -9.408449411392212,
  'fail distractor1': -25.266605615615845,
  'neut failed': -3.761100798845291,
  'succ failed': -4.8424973487854,
};

test('the published worked example', () => {
  const measures = measuresOf(PUBLISHED, 13);
  expect(measures?.gainNats).toBeCloseTo(-22.453, 3);
  expect(measures?.copyNats).toBeCloseTo(21.929, 3);
  expect(measures?.semNats).toBeCloseTo(0.524, 3);
  expect(measures?.polarityNats).toBeCloseTo(1.606, 3);
  expect((measures?.under.pre.repeatShare ?? NaN) * 1e4).toBeCloseTo(1.149, 3);
  expect(measures?.under.fail.repeatShare).toBeCloseTo(0.95953, 5);
  // −22.4532 / 13; L(gold|fail) − L(gold|pre) = −6.4532 + 19.5392
  expect(measures?.gainNatsPerToken).toBeCloseTo(-1.7272, 4);
  expect(measures?.repairNats).toBeCloseTo(13.086, 3);
});

const nats = fc.double({ min: -80, max: 0, noNaN: true });
const scores = fc.record<Record<string, number>>({
  ...Object.fromEntries(
    ['pre', 'fail', 'succ', 'neut'].flatMap((c) => [`${c} failed`, `${c} gold`].map((n) => [n, nats])),
  ),
  ...Object.fromEntries(
    ['pre', 'fail'].flatMap((c) => [`${c} distractor0`, `${c} distractor1`].map((n) => [n, nats])),
  ),
});

test('the identities of the measures', () => {
  fc.assert(
    fc.property(scores, fc.integer({ min: 1, max: 40 }), (given, tokens) => {
      const m = measuresOf(given, tokens);
      if (m === undefined) throw new Error('no measures');
      const n = (value: number | null) => value ?? NaN;
      const near = (a: number, b: number) => {
        expect(a).toBeCloseTo(b, 9);
      };
      near(n(m.gainNats) + n(m.copyNats) + n(m.semNats), 0);
      near(n(m.gainNats) + n(m.copySuccessNats) + n(m.polarityNats), 0);
      near(n(m.gainNatsPerToken) + n(m.copyNatsPerToken) + n(m.semNatsPerToken), 0);
      near(n(m.gainNatsPerToken) * tokens, n(m.gainNats));
      near(n(m.marginShiftNats), n(m.repairNats) + n(m.gainNats));
      near(n(m.under.fail.gainNats), n(m.gainNats));
      near(n(m.under.neut.gainNats), -n(m.copyNats));
      near(n(m.under.succ.gainNats), -n(m.copySuccessNats));
      near(n(m.under.pre.gainNats), 0);
    }),
  );
});

test('the four shares of a context add up to one', () => {
  const names = ['failed', 'gold', 'distractor0', 'distractor1'];
  fc.assert(
    fc.property(fc.tuple(nats, nats, nats, nats), (values) => {
      const shares = values.map((_, turn) => {
        // Each score takes the failed call's place once.
        const turned = values.map((__, i) => values[(i + turn) % 4] ?? NaN);
        const given = Object.fromEntries(names.map((name, i) => [`fail ${name}`, turned[i] ?? NaN]));
        return measuresOf(given)?.under.fail.repeatShare ?? NaN;
      });
      expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 9);
    }),
  );
});

test('a share needs all its candidates, also when they are far below zero', () => {
  const full = {
    'fail failed': -1000,
    'fail gold': -1000,
    'fail distractor0': -1000,
    'fail distractor1': -1000,
  };
  expect(measuresOf(full)?.under.fail.repeatShare).toBeCloseTo(0.25, 12);
  expect(measuresOf({ 'fail failed': -1, 'fail gold': -1 })?.under.fail.repeatShare).toBe(null);
  expect(measuresOf({ 'succ failed': -1, 'succ gold': -1 })?.under.succ.repeatShare).toBeCloseTo(0.5, 12);
});

test('what is not scored is null, not zero', () => {
  const m = measuresOf({ 'pre failed': -5 });
  expect(m?.gainNats).toBe(null);
  expect(m?.under.fail).toMatchObject({
    failedNats: null,
    repeats: null,
    rightCall: null,
    firstOtherToken: null,
  });
  expect(m?.failedTokens).toBe(null);
});

test('greedy repeats, whole turns, the right call and the first token that differs', () => {
  const rows = [
    sampleRow({ item_id, condition: 'pre', candidate: 'failed' }, -9, 4, 2),
    { ...sampleRow({ item_id, condition: 'fail', candidate: 'failed' }, -1, 4, 0), is_greedy_turn: false },
    sampleRow({ item_id, condition: 'fail', candidate: 'gold' }, -2, 5, 1),
    { ...sampleRow({ item_id, condition: 'neut', candidate: 'failed' }, -2, 3, 0), token_gaps: [0, 0, 0.5] },
  ];
  const under = itemMeasures([sampleItem], rows)[0]?.under;
  expect(under?.pre).toMatchObject({ repeats: false, firstOtherToken: 0 });
  expect(under?.fail).toMatchObject({
    repeats: true,
    repeatsWholeTurn: false,
    firstOtherToken: null,
    rightCall: false,
  });
  expect(under?.neut.firstOtherToken).toBe(2);
});

test('a later row replaces an earlier one; rows of unknown items and hidden rows are not measured', () => {
  const rows = [
    sampleRow({ item_id, condition: 'pre', candidate: 'failed' }, -9),
    sampleRow({ item_id, condition: 'pre', candidate: 'failed' }, -7),
    sampleRow({ item_id, condition: 'fail', candidate: 'failed', hidden: 'call' }, -30),
    sampleRow({ item_id: 'unknown', condition: 'fail', candidate: 'failed' }, -3),
  ];
  const measures = itemMeasures([sampleItem], rows);
  expect(measures).toHaveLength(1);
  expect(measures[0]?.under.pre.failedNats).toBe(-7);
  expect(measures[0]?.under.fail.failedNats).toBe(null);
});

test('items come in the order in which they were first scored', () => {
  const items = ['a', 'b', 'c'].map((id) => ({ ...sampleItem, item_id: id }));
  const rows = ['c', 'a', 'c', 'b'].map((id) =>
    sampleRow({ item_id: id, condition: 'pre', candidate: 'gold' }, -1),
  );
  expect(itemMeasures(items, rows).map(({ item }) => item.item_id)).toEqual(['c', 'a', 'b']);
});

test('hiding a part: above zero, its presence pulled toward repeating', () => {
  const rows = [
    sampleRow({ item_id, condition: 'fail', candidate: 'failed', hidden: 'error' }, -3.4),
    sampleRow({ item_id, condition: 'fail', candidate: 'failed', hidden: 'call' }, -26),
    sampleRow({ item_id, condition: 'fail', candidate: 'failed' }, -7.9),
  ];
  expect(knockoutEffects(item_id, rows)).toEqual([
    { part: 'call', hiddenTokens: 3, hiddenNats: -26, effectNats: expect.closeTo(18.1, 9) as number },
    { part: 'error', hiddenTokens: 3, hiddenNats: -3.4, effectNats: expect.closeTo(-4.5, 9) as number },
  ]);
  expect(knockoutEffects(item_id, rows.slice(0, 2))).toEqual([]);
});

test('token changes add up to −G, and rows of other tokens are refused', () => {
  const before = sampleRow({ item_id, condition: 'pre', candidate: 'failed' }, -12, 3, 2);
  const after = {
    ...sampleRow({ item_id, condition: 'fail', candidate: 'failed' }, -3, 3, 0),
    token_gaps: [0, 5e-5, 0],
  };
  const changes = tokenChanges(before, after);
  expect(changes.ok).toBe(true);
  if (!changes.ok) return;
  expect(changes.value.reduce((sum, { changeNats }) => sum + changeNats, 0)).toBeCloseTo(9, 9);
  expect(changes.value.map(({ isArgmaxBefore }) => isArgmaxBefore)).toEqual([false, false, true]);
  expect(changes.value.map(({ isTie }) => isTie)).toEqual([false, true, false]);
  expect(tokenChanges(before, { ...after, token_ids: [0, 1, 9] }).ok).toBe(false);
  expect(tokenChanges(before, { ...after, token_ids: [0, 1] }).ok).toBe(false);
});
