import { expect, test } from 'vitest';
import { LEAST_MEAN_NATS } from '../pasted-step/index.ts';
import {
  adviceWords,
  attemptsFigure,
  stepCaveat,
  stepFinding,
  stepSplitFigure,
  waysFigure,
  NEVER_ADVISED,
} from './index.ts';
import { sampleAttempts, sampleCall, sampleSummaries, sampleView } from './sample-step.ts';

const checkpoint = 'Toy';

test('the headline has chances and the greedy turn, never a gain alone', () => {
  const { headline, right, gain, cannotStandIn, spoken } = stepFinding({ checkpoint, view: sampleView });
  expect(headline).toBe(
    'Shown the failed call and its error, Toy gives that same call a higher chance: 1 in 4,400 before → 1 in 7 after. By greedy decoding it would write it again word for word (before: no).',
  );
  expect(headline).not.toMatch(/\bG\b|nats/);
  expect(right).toBe(
    'The right call: 1 in 73,000 before → 1 in 15,000 after (G −1.6; greedy: before no, after no).',
  );
  expect(gain).toMatch(/^G −6\.5 nats \(1 nat = 2\.7 times; the call is 12 pieces\)/);
  expect(cannotStandIn).toBeNull();
  expect(spoken).not.toMatch(/→|−\d/);
});

test('away from the call, no move, and no right call are said as such', () => {
  const away = { ...sampleView, gainNats: 2, after: sampleCall(-10.4), rightBefore: null, rightAfter: null };
  const finding = stepFinding({ checkpoint, view: away });
  expect(finding.headline).toContain('a lower chance');
  expect(finding.headline).toContain('would not write it again');
  expect(finding.right).toMatch(/^No right call was given/);
  const still = stepFinding({ checkpoint, view: { ...sampleView, gainNats: 0.04 } });
  expect(still.headline).toContain('the same chance as before');
});

test('a checkpoint that would not have made the call is said to be no witness, with the threshold', () => {
  const nats = 12 * (LEAST_MEAN_NATS - 1);
  const finding = stepFinding({
    checkpoint,
    view: { ...sampleView, before: sampleCall(nats), standsIn: false },
  });
  expect(finding.cannotStandIn).toMatch(
    /^Toy cannot stand in for your model here\..*1 in 27 on average.*1 in 10 on/,
  );
  expect(finding.cannotStandIn).toContain('nothing is recommended');
});

test('an advice names both ways and the difference; without a clear winner none is named', () => {
  const way = adviceWords(
    {
      kind: 'way',
      way: 'description',
      over: 'instructed',
      difference: { mean: 0.29, low: 0.02, high: 0.51 },
    },
    sampleSummaries,
  );
  expect(way).toBe(
    'Of 6 ways to show it, “note” left most usable next calls: 18 of 24 sampled turns; next “error, instruction”: 11 of 24 sampled turns (29 points more [95 %: 2 to 51]).',
  );
  const says = (why: 'cannot-stand-in' | 'too-few' | 'no-clear-winner'): string =>
    adviceWords({ kind: 'none', why }, sampleSummaries);
  expect(says('no-clear-winner')).toBe(
    'No clear winner among 6 ways to show it: 8 to 75 % of the sampled turns are usable next calls, and the best way cannot be told from the next.',
  );
  for (const why of ['cannot-stand-in', 'too-few', 'no-clear-winner'] as const)
    expect(says(why)).not.toMatch(/“/);
  // The comparison does best in the sample, and is in no advice.
  expect(sampleSummaries.find((one) => one.way === 'marker')?.usableShare?.mean).toBeGreaterThan(0.8);
  expect(NEVER_ADVISED).toMatch(/never recommended.*makes the same call again/);
});

test('the caveat says what was measured and on whose call', () => {
  const caveat = stepCaveat({ checkpoint, keptTokens: 1812, allTokens: 4205 });
  expect(caveat).toMatch(/^Measured on Toy, one step, 1,812 of 4,205 tokens\./);
  expect(caveat).toContain('written by your model, not by this one');
  expect(caveat).toContain('not a higher chance of the right one');
});

test('parts of G keep their signs where they go opposite ways', () => {
  const figure = stepSplitFigure({ gainNats: -3, copyNats: 5, semNats: -2 }, 700);
  expect(figure?.heading).toBe(
    'Of G −3.0 nats, the call being there gives −5.0, toward the same call; what the error says gives +2.0, away from the same call.',
  );
  expect(figure?.table.rows.map(([, value]) => value)).toEqual([-5, 2, -3]);
  expect(stepSplitFigure({ gainNats: -3, copyNats: null, semNats: null }, 700)).toBeNull();
});

test('tries: one is no curve, none is no figure, a hundred stay apart', () => {
  expect(attemptsFigure([], 700)).toBeNull();
  expect(attemptsFigure(sampleAttempts.slice(0, 1), 700)?.heading).toBe(
    'One failed try of this call is measured: 1 in 7 after its error.',
  );
  const [first] = sampleAttempts;
  if (first === undefined) throw new Error('there is a sample');
  const many = attemptsFigure(
    Array.from({ length: 100 }, (_, at) => ({ ...first, attempt: at + 1 })),
    336,
  );
  const numbers = (many?.marks ?? []).filter((mark) => mark.kind === 'text' && mark.anchor === 'middle');
  expect(numbers.length).toBeLessThan(16);
});

test('the ways stand in two groups, in the order they came in, with G against before the failure', () => {
  const figure = waysFigure({ summaries: sampleSummaries, beforeNats: -8.4, heading: 'x', width: 760 });
  const column = (name: string): number => figure?.table.columns.findIndex((one) => one.name === name) ?? -1;
  const rows = figure?.table.rows ?? [];
  expect(rows.map(([way]) => way).slice(-3)).toEqual(['bare marker', 'neutral text', 'left out']);
  expect(rows.map((row) => row[column('can be recommended')]).slice(-4)).toEqual(['yes', 'no', 'no', 'no']);
  const gain = rows.map((row) => row[column('G of the same call, mean (nats)')]);
  expect(gain[0]).toBeCloseTo(-2.2, 9);
  expect(gain.at(-1)).toBeCloseTo(0, 9);
  expect(waysFigure({ summaries: [], beforeNats: -8.4, heading: 'x', width: 760 })).toBeNull();
});
