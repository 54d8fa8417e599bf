import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  cellText,
  chance,
  findingOf,
  fixed,
  manipulationsFigure,
  scopeOf,
  signed,
  spokenNats,
  stripFigure,
  type FindingInput,
} from './index.ts';
import { PAPER_VIEW } from '../probe/index.ts';
import { sampleRun, type SampleCase } from './sample-run.ts';

test.each([
  [0, 'more than 999 in 1,000'],
  [Math.log(0.998), 'about 998 in 1,000'],
  [Math.log(0.98), 'about 98 in 100'],
  [Math.log(0.9), 'about 9 in 10'],
  [Math.log(0.5), 'about 5 in 10'],
  [Math.log(1 / 7), '1 in 7'],
  [-7.9, '1 in 2,700'],
  [-26.9, '1 in 480 billion'],
  [Math.log(1 / 178e6), '1 in 180 million'],
  [Math.log(1 / 2.68e9), '1 in 2.7 billion'],
  [Math.log(1 / 999_700), '1 in 1 million'],
  [-39, '1 in 87 quadrillion'],
  [-46.1967, '1 in 10²⁰'],
  [-800, '1 in 10³⁴⁷'],
  [NaN, 'unknown'],
  [-Infinity, 'unknown'],
])('a log-probability of %f reads %s', (nats, text) => {
  expect(chance(nats).text).toBe(text);
});

test('a chance is heard without raised digits, and reads back to the number it came from', () => {
  expect(chance(-46.1967).spoken).toBe('1 in 10 to the power of 20');
  const sizes: Record<string, number> = { million: 1e6, billion: 1e9, trillion: 1e12, quadrillion: 1e15 };
  fc.assert(
    fc.property(fc.double({ min: -600, max: 0, noNaN: true }), (nats) => {
      const { spoken: heard } = chance(nats);
      expect(heard).not.toMatch(/[⁰¹²³⁴-⁹−]/);
      const power = /power of (\d+)/.exec(heard)?.[1];
      const [, k = '', n = '', name = ''] = /(\d+) in ([\d.,]+)(?: (\w+))?$/.exec(heard) ?? [];
      const back =
        power === undefined
          ? Math.log(Number(k)) - Math.log(Number(n.replaceAll(',', '')) * (sizes[name] ?? 1))
          : -Number(power) * Math.LN10;
      // Two digits: 5 %; tenths near 1/6.5: 30 %; whole powers of ten: a factor of √10.
      expect(Math.abs(back - nats)).toBeLessThan(power === undefined ? 0.3 : 1.16);
    }),
  );
});

test('minus is a sign to the eye and a word to the ear, and there is no minus zero', () => {
  expect(fixed(-3.21, 1)).toBe('−3.2');
  expect(fixed(-0.04, 1)).toBe('0.0');
  expect(signed(0.04, 1)).toBe('0.0');
  expect(signed(3, 1)).toBe('+3.0');
  expect(fixed(1234567, 0)).toBe('1,234,567');
  expect(spokenNats(-3.21)).toBe('minus 3.2 nats');
  expect(spokenNats(-1)).toBe('minus 1.0 nat');
  expect(cellText({ name: 'x', digits: 1, isSigned: true }, 2)).toBe('+2.0');
  expect(cellText({ name: 'x', digits: null }, null)).toBe('');
});

const toward: SampleCase = { pre: -26.9, fail: -7.9, gold: { pre: -12 } };
const away: SampleCase = { pre: -5, fail: -9, right: true };
const find = (cases: readonly SampleCase[], change: Partial<FindingInput> = {}) =>
  findingOf({
    checkpoint: 'Toy-1',
    summary: sampleRun(cases).summary,
    allCases: cases.length,
    refusedCases: 0,
    isRunning: false,
    scope: scopeOf(['toolshed'], 135e6),
    ...change,
  });

test('nothing yet', () => {
  expect(find([], { allCases: 8, isRunning: true })).toMatchObject({
    headline: 'Toy-1 has finished no case yet.',
    chances: null,
    gain: null,
    scope: '0 of 8 cases so far, 8 to come. Scripted mistakes, simulated office, one small model.',
  });
  expect(find([], { allCases: 8 }).headline).toBe('Toy-1 has not been asked yet.');
});

test('one case', () => {
  const finding = find([{ ...toward, repeats: true }], { allCases: 8, isRunning: true });
  expect(finding.headline).toBe(
    'Shown its mistake and the error, Toy-1 gave that same call a higher chance in the one case, and would now write it again word for word (before: no). It gave the right call a higher chance too, and would not write it (before: no).',
  );
  expect(finding.chances).toBe(
    'Chance of that call: 1 in 480 billion before, 1 in 2,700 after; of the right call: 1 in 160,000 before, 1 in 8,100 after.',
  );
  expect(finding.gain).toMatch(
    /^G: −19\.0 nats; of the right call: −3\.0 nats, 1 case \(1 nat = 2\.7 times; a call here is about 20 pieces\)\./,
  );
  expect(finding.scope).toMatch(/^1 of 8 cases so far, 7 to come\./);
});

test('a view that leaves no case says so, and what it leaves out', () => {
  const { summary } = sampleRun([toward, away], { ...PAPER_VIEW, only: { operator: [] } });
  const finding = find([toward, away], { summary });
  expect(finding.headline).toBe('This view leaves no case of Toy-1.');
  expect(finding.spoken).toMatch(/^This view leaves no case of Toy-1\..* 2 cases left out\./);
});

test('scores that could not be computed are told of, and the cases still add up', () => {
  const finding = find([toward, away], {
    allCases: 3,
    refusedCases: 1,
    refusedScores: { count: 6, all: 30, unscored: ['neut'] },
  });
  expect(finding.scope).toMatch(
    /^1 case could not be scored\. 6 of 30 scores could not be computed; not scored at all: “neutral text”\. Scripted/,
  );
});

test('a strip of one case gives its value, and no mean', () => {
  const run = sampleRun([{ ...toward, repeats: true }]);
  const { heading, description } = stripFigure({ ...run, width: 760 });
  expect(heading).toBe(
    'With the call and its error in view, the one case moved toward the same call, and would now repeat it word for word; G −19.0 nats. The right call became more likely too: G −3.0 nats, 1 case.',
  );
  expect(description).not.toMatch(/mean|of 1 case/);
});

test('an error of one’s own is not called the plain one', () => {
  const { summary } = sampleRun([toward, away, toward]);
  const figure = manipulationsFigure(summary, 760, 'your error text');
  expect(figure?.title).toBe('Against your error text: mean, nats');
  expect(JSON.stringify(figure)).not.toContain('plain error');
  expect(manipulationsFigure(summary, 760)?.title).toBe('Against the plain error: mean, nats');
});

test('many cases, some repeated', () => {
  const finding = find([
    { ...toward, repeats: true },
    { ...toward, right: true },
    toward,
    toward,
    toward,
    toward,
    away,
  ]);
  expect(finding.headline).toBe(
    'Shown its mistake and the error, Toy-1 gave that same call a higher chance in 6 of 7 cases, and would now write it again word for word in 1 of 7 (before: 0). It gave the right call a higher chance too, in 6 of 7, and would write it in 2 of 7 (before: 0).',
  );
  expect(finding.chances).toBe(
    'Typical chance of that call: 1 in 480 billion before, 1 in 2,700 after; of the right call: 1 in 160,000 before, 1 in 8,100 after (medians of 7 cases).',
  );
  expect(finding.gain).toMatch(
    /^Mean G: −15\.7 nats \[95 %: −19\.0 to −9\.\d\]; of the right call: −2\.6 nats \[95 %: −3\.0 to −1\.\d\], n 7 \(1 nat/,
  );
  expect(finding.scope).toBe('Scripted mistakes, simulated office, one small model.');
});

test('all and none', () => {
  expect(find([toward, toward]).headline).toMatch(
    /a higher chance in all 2 cases, and would now write it again word for word in none \(before: 0\)/,
  );
});

test('a positive gain moved away, whatever is still repeated', () => {
  expect(find([away, away, { ...toward, pre: -8 }]).headline).toBe(
    'Shown its mistake and the error, Toy-1 moved away from that call in 2 of 3 cases; it would write it again word for word in none (before: 0). It gave the right call a higher chance in 1 of 3, and would write it in 2 of 3 (before: 0).',
  );
  expect(find([{ ...away, repeats: true }, away]).headline).toMatch(
    /moved away from that call in all 2 cases; it would still write it again word for word in 1 of 2/,
  );
});

test('no movement at all is neither', () => {
  const headline = find([{ pre: -5, fail: -5 }]).headline;
  expect(headline).toMatch(/the same chance as before in the one case/);
  expect(headline).not.toMatch(/that same call a higher|away/);
});

test('a stopped run and refused cases are named', () => {
  expect(find([toward], { allCases: 8, refusedCases: 1 }).scope).toMatch(
    /^1 of 8 cases done, 6 not scored\. 1 case could not be scored\./,
  );
});

test('what is heard has words for its signs', () => {
  const finding = find([toward]);
  expect(finding.spoken).not.toMatch(/−/);
  expect(finding.spoken).toMatch(/G: minus 19\.0 nats/);
});

test('the scope names where the cases come from', () => {
  expect(scopeOf(['custom'], 8e9)).toBe('Scripted mistakes, items from outside the lab, one model.');
});
