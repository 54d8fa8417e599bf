import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ScoreRow } from '../records/index.ts';
import { PAPER_WORDING } from '../transcript/index.ts';
import {
  changeOf,
  CONDITIONS,
  itemMeasures,
  knockoutEffects,
  marginOf,
  rowConditionOf,
  SCALES,
  tokenChanges,
  type ItemMeasures,
} from './index.ts';
import { sampleItem, sampleRow } from './sample-item.ts';

const item_id = sampleItem.item_id;
type Scores = Readonly<Record<string, number>>;
/** The right call begins with another token than the failed one. */
const rowsOf = (scores: Scores, tokens = 1): ScoreRow[] =>
  Object.entries(scores).map(([name, nats]) => {
    const [condition = '', candidate = ''] = name.split(' ');
    const row = sampleRow({ item_id, condition, candidate }, nats, tokens);
    return candidate === 'gold' ? { ...row, token_ids: row.token_ids.map((id) => id + 100) } : row;
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
/** Every candidate under every condition. */
const scores = fc.record<Record<string, number>>(
  Object.fromEntries(
    CONDITIONS.flatMap((condition) =>
      ['failed', 'gold', 'distractor0', 'distractor1'].map((name) => [`${condition} ${name}`, nats] as const),
    ),
  ),
);
const n = (value: number | null) => value ?? NaN;
const near = (a: number, b: number) => {
  expect(Math.abs(a - b)).toBeLessThanOrEqual(1e-9);
};
const measured = (given: Scores, tokens = 1): ItemMeasures => {
  const measures = measuresOf(given, tokens);
  if (measures === undefined) throw new Error('no measures');
  return measures;
};

test('the identities of the measures (analysis §2.1)', () => {
  fc.assert(
    fc.property(scores, fc.integer({ min: 1, max: 40 }), (given, tokens) => {
      const m = measured(given, tokens);
      near(n(m.gainNats) + n(m.copyNats) + n(m.semNats), 0);
      near(n(m.gainNats) + n(m.copyPaddedNats) + n(m.semPaddedNats), 0);
      near(n(m.gainNats) + n(m.copySuccessNats) + n(m.polarityNats), 0);
      near(n(m.gainNatsPerToken) + n(m.copyNatsPerToken) + n(m.semNatsPerToken), 0);
      near(n(m.gainNatsPerToken) * tokens, n(m.gainNats));
      near(n(m.marginShiftNats), n(m.repairNats) + n(m.gainNats));
      near(n(m.repeatShareShift), n(m.under.fail.repeatShare) - n(m.under.pre.repeatShare));
      expect(m.isInverted).toBe(n(m.gainNats) < 0);
      near(n(m.under.fail.gainNats), n(m.gainNats));
      near(n(m.under.neut.gainNats), -n(m.copyNats));
      near(n(m.under.succ.gainNats), -n(m.copySuccessNats));
      near(n(m.under.pre.gainNats), 0);
      near(n(m.under.fail.deltaNats), 0);
      for (const condition of CONDITIONS) {
        const { gainNats, deltaNats } = m.under[condition];
        near(n(gainNats), n(m.gainNats) - n(deltaNats));
      }
    }),
  );
});

test('every measure of repetition is a change from one condition to another, on every scale', () => {
  fc.assert(
    fc.property(scores, fc.integer({ min: 1, max: 40 }), (given, tokens) => {
      const m = measured(given, tokens);
      near(n(changeOf(m, 'pre', 'fail')), -n(m.gainNats));
      near(n(changeOf(m, 'pre', 'neut')), n(m.copyNats));
      near(n(changeOf(m, 'neut', 'fail')), n(m.semNats));
      near(n(changeOf(m, 'succ', 'fail')), n(m.polarityNats));
      near(n(changeOf(m, 'pre', 'fail', 'per-token')), -n(m.gainNatsPerToken));
      // find(nom='Ann') is 15 bytes.
      near(n(changeOf(m, 'pre', 'fail', 'per-byte')) * 15, -n(m.gainNats));
      for (const scale of SCALES)
        for (const condition of CONDITIONS) {
          const there = n(changeOf(m, 'pre', condition, scale));
          near(there + n(changeOf(m, condition, 'fail', scale)), n(changeOf(m, 'pre', 'fail', scale)));
          near(there, -n(changeOf(m, condition, 'pre', scale)));
        }
    }),
    { numRuns: 30 },
  );
});

test('a call that is exactly as likely as before is not inverted', () => {
  const after = (nats: number) => measuresOf({ 'pre failed': -3, 'fail failed': nats })?.isInverted;
  expect([-4, -3, -2].map(after)).toEqual([false, false, true]);
});

test('bytes are UTF-8', () => {
  const item = { ...sampleItem, failed_action: "find(nom='Zoé 🚆')" };
  expect(itemMeasures([item], rowsOf({ 'pre failed': -1 }))[0]?.failedBytes).toBe(21);
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
  expect(measuresOf({ 'fail gold': -1 })?.under.fail.repeatShare).toBe(null);
});

test('the published share is of four strings before and after, of two elsewhere; the comparable one of four always', () => {
  const equal = Object.fromEntries(
    ['pre', 'fail', 'abstract', 'fail_k2'].flatMap((condition) =>
      ['failed', 'gold', 'distractor0', 'distractor1'].map((name) => [`${condition} ${name}`, -3]),
    ),
  );
  const { under } = measured({ ...equal, 'neut failed': -3, 'neut gold': -3 });
  const shares = (of: 'repeatShare' | 'repeatShareOfAll') =>
    (['pre', 'fail', 'abstract', 'fail_k2', 'neut'] as const).map((name) => under[name][of]);
  expect(shares('repeatShare')).toEqual([0.25, 0.25, 0.5, 0.5, 0.5]);
  expect(shares('repeatShareOfAll')).toEqual([0.25, 0.25, 0.25, 0.25, null]);
});

test('per token, a longer call is not at a disadvantage', () => {
  const rows = [
    ['failed', -20, 20],
    ['gold', -5, 5],
    ['distractor0', -10, 10],
    ['distractor1', -8, 8],
  ] as const;
  const under = itemMeasures(
    [sampleItem],
    rows.map(([candidate, sum, tokens]) => sampleRow({ item_id, condition: 'neut', candidate }, sum, tokens)),
  )[0]?.under;
  expect(under?.neut.repeatShareOfAllPerToken).toBeCloseTo(0.25, 12);
  expect(under?.neut.repeatShareOfAll).toBeLessThan(1e-6);
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

/** Rows of both calls with these token ids; token i has −1 − i nats, the end of turn −0.5. */
const spelt = (failed: readonly number[], gold: readonly number[]): ScoreRow[] =>
  (['pre', 'fail'] as const).flatMap((condition) =>
    Object.entries({ failed, gold }).map(([candidate, ids]) => ({
      ...sampleRow({ item_id, condition, candidate }, 0, ids.length),
      token_ids: ids,
      token_logprobs: ids.map(
        (_, i) => (condition === 'fail' && candidate === 'failed' ? -0.25 : -1) * (1 + i),
      ),
    })),
  );

test.each<[string, readonly number[], readonly number[], number | null, number | null, number | null]>([
  ['in the middle', [5, 6, 7], [5, 8, 7, 9], 1, -2, -2],
  ['at once', [1], [2], 0, -1, -1],
  ['where the failed call ends', [5, 6], [5, 6, 7], 2, -0.5, -3],
  ['where the right call ends', [5, 6, 7], [5, 6], 2, -3, -0.5],
  ['nowhere', [5, 6], [5, 6], null, null, null],
])('the calls part %s', (_, failed, gold, divergence, failedNats, goldNats) => {
  const m = itemMeasures([sampleItem], spelt(failed, gold))[0];
  expect(m?.divergence).toBe(divergence);
  expect(m?.under.pre).toMatchObject({ failedDivergedNats: failedNats, goldDivergedNats: goldNats });
});

test('the change at the first diverging token leaves out what follows it', () => {
  const m = itemMeasures([sampleItem], spelt([5, 6, 7], [5, 8, 7]))[0];
  if (m === undefined) throw new Error('no measures');
  expect(changeOf(m, 'pre', 'fail', 'first-diverging-token')).toBe(-0.5 + 2);
  expect(changeOf(m, 'pre', 'neut', 'first-diverging-token')).toBe(null);
  // The right call's own token: −2 before and after.
  expect(marginOf(m, 'pre', 'first-diverging-token')).toBe(0);
  expect(marginOf(m, 'fail', 'first-diverging-token')).toBe(-2 + 0.5);
  expect(changeOf(m, 'pre', 'fail', 'first-diverging-token', 'gold')).toBe(0);
});

test('rows of another wording are measured only when that wording is asked for', () => {
  const wording = { ...PAPER_WORDING, neutral: 'Seen.' };
  const rows = [
    sampleRow({ item_id, condition: 'pre', candidate: 'failed' }, -9),
    sampleRow({ item_id, condition: 'neut', candidate: 'failed' }, -4),
    sampleRow({ item_id, condition: rowConditionOf('neut', wording), candidate: 'failed' }, -2),
  ];
  expect(itemMeasures([sampleItem], rows)[0]?.copyNats).toBe(5);
  expect(itemMeasures([sampleItem], rows, wording)[0]?.copyNats).toBe(7);
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
