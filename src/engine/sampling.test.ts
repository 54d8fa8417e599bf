import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sampledToken, samplingFault } from './sampling.ts';
import { greedyToken, type Allows } from './token-choice.ts';
import { turnDraws } from './turn-draws.ts';

/** Logits whose softmax is these shares. */
const logitsOf = (shares: readonly number[]): Float32Array =>
  Float32Array.from(shares, (share) => Math.log(share));
const always = (...draws: number[]) => {
  let drawn = 0;
  return () => draws[drawn++] ?? Number.NaN;
};
const choose = (
  shares: readonly number[],
  at: number | number[],
  { temperature = 1, topP = 0.9, allows = null as Allows } = {},
) => sampledToken({ temperature, topP, draw: always(...[at].flat()) })(logitsOf(shares), allows);
const without =
  (...refused: number[]) =>
  (token: number) =>
    !refused.includes(token);

describe('sampling', () => {
  // Shares 0.1, 0.5, 0.05, 0.3, 0.05. By probability: 1 (0.5), 3 (0.8), 0 (0.9), then 2 and 4.
  const shares = [0.1, 0.5, 0.05, 0.3, 0.05];

  test.each([
    // A nucleus of 0.75 is tokens 1 and 3: side by side by id, 1 up to 0.5 / 0.8 = 0.625.
    [0.75, 0, 1],
    [0.75, 0.62, 1],
    [0.75, 0.63, 3],
    [0.75, 0.9999, 3],
    // 0.85 adds token 0: up to 0.1 / 0.9 = 0.111, then 1 up to 0.667, then 3.
    [0.85, 0.11, 0],
    [0.85, 0.112, 1],
    [0.85, 0.666, 1],
    [0.85, 0.667, 3],
    // 0.92 is reached with one of the two equal ones: the lower id. 0.1, 0.6, 0.65, 0.95 over 0.95.
    [0.92, 0.63, 1],
    [0.92, 0.65, 2],
    [0.92, 0.69, 3],
    // Only the first.
    [0.2, 0.99, 1],
    // All: 0.1, 0.6, 0.65, 0.95, 1.
    [1, 0.09, 0],
    [1, 0.62, 2],
    [1, 0.94, 3],
    [1, 0.96, 4],
  ])('top-p %d, draw %d: token %d', (topP, at, token) => {
    expect(choose(shares, at, { topP }).token).toBe(token);
  });

  test('the temperature divides the logits', () => {
    // At 0.5 shares are squared: 0.01, 0.25, 0.0025, 0.09, 0.0025 over 0.355; the first two have 0.958 of it.
    expect(choose(shares, 0.734, { temperature: 0.5, topP: 0.95 }).token).toBe(1);
    expect(choose(shares, 0.736, { temperature: 0.5, topP: 0.95 }).token).toBe(3);
  });

  test('temperature 0 takes the likeliest token and draws nothing', () => {
    const draw = () => {
      throw new Error('drawn');
    };
    expect(sampledToken({ temperature: 0, topP: 0.9, draw })).toBe(greedyToken);
  });

  test.each([
    ['well inside', 0.75, 0.6, false],
    ['just below the edge at 0.625', 0.75, 0.625 - 9e-6, true],
    ['just above it', 0.75, 0.625 + 9e-6, true],
    ['a little farther off', 0.75, 0.625 + 1.2e-5, false],
    ['the beginning of all is no edge', 0.75, 0, false],
    ['nor is the end', 0.75, 1 - 1e-9, false],
    ['the share is reached by a hair: the next token could belong to it', 0.8 - 4e-6, 0.999, true],
    ['or is missed by a hair', 0.8 + 4e-6, 0.05, true],
    ['and clear of that', 0.8 + 2e-5, 0.05, false],
    ['the last inside and the first outside are equal', 0.92, 0.65, true],
    ['which shifts every edge by as much', 0.92, 0.62, true],
    ['all tokens, near an edge', 1, 0.6 + 9e-6, true],
    ['all tokens, off it', 1, 0.6 + 1.2e-5, false],
  ])('draws that another machine may see otherwise: %s', (_, topP, at, tie) => {
    expect(choose(shares, at, { topP }).tie).toBe(tie);
  });

  test('the nucleus is taken of what is allowed', () => {
    // Without token 1: 0.1, 0.05, 0.3, 0.05 over 0.5; a mass of 0.75 needs 3 and 0: 0 up to 0.25, then 3.
    expect(choose(shares, 0.24, { topP: 0.75, allows: without(1) })).toMatchObject({ token: 0, unmasked: 1 });
    expect(choose(shares, 0.26, { topP: 0.75, allows: without(1) })).toMatchObject({ token: 3, unmasked: 1 });
    // Tokens outside the nucleus count too when the mass is taken: without 2 and 4, 0.8 is enough at 0.88.
    expect(choose(shares, 0, { topP: 0.88, allows: without(2, 4) }).token).toBe(1);
    expect(choose(shares, 0, { topP: 0.88 }).token).toBe(0);
  });

  test('all masked: no token, and what would have been drawn', () => {
    for (const topP of [0.75, 1]) {
      expect(choose(shares, [0.5, 0.5, 0.5, 0.5, 0.5], { topP, allows: () => false })).toEqual({
        token: null,
        tie: false,
        unmasked: 1,
      });
    }
  });

  test('a top-p of 1 under a ban draws again, from what is left', () => {
    // 0.3 is token 1, refused; of the rest (0.1, 0.05, 0.3, 0.05) 0.85 lies in token 3.
    expect(choose(shares, [0.3, 0.85], { topP: 1, allows: without(1) })).toMatchObject({
      token: 3,
      unmasked: 1,
    });
  });

  test('asks about few tokens of a large vocabulary', () => {
    const logits = Float32Array.from({ length: 50_000 }, (_, token) => -Math.log(token + 1) * 3);
    for (const topP of [0.95, 1]) {
      const asked = new Set<number>();
      const allows = (token: number) => {
        asked.add(token);
        return token > 0;
      };
      const { token } = sampledToken({ temperature: 0.8, topP, draw: turnDraws('t', 1, 0) })(logits, allows);
      expect(token).toBeGreaterThan(0);
      expect(asked.size).toBeLessThan(40);
    }
  });

  const vocabularies = fc.array(fc.integer({ min: -40, max: 40 }), { minLength: 1, maxLength: 12 });

  test('property: the nucleus found by asking little is the one found by asking all', () => {
    fc.assert(
      fc.property(
        vocabularies,
        fc.double({ min: 0.01, max: 0.999, noNaN: true }),
        fc.double({ min: 0, max: 0.999, noNaN: true }),
        fc.array(fc.boolean(), { minLength: 12, maxLength: 12 }),
        (steps, topP, at, allowed) => {
          const logits = Float32Array.from(steps, (step) => step / 8);
          const allows = (token: number) => allowed[token] ?? true;
          const chosen = sampledToken({ temperature: 0.7, topP, draw: () => at })(logits, allows);

          const open = steps.flatMap((step, token) =>
            allows(token) ? [{ token, weight: Math.exp(step / 8 / 0.7) }] : [],
          );
          const total = open.reduce((sum, { weight }) => sum + weight, 0);
          open.sort((left, right) => right.weight - left.weight || left.token - right.token);
          const nucleus: typeof open = [];
          for (const each of open) {
            if (nucleus.reduce((sum, { weight }) => sum + weight, 0) >= topP * total) break;
            nucleus.push(each);
          }
          nucleus.sort((left, right) => left.token - right.token);
          const mass = nucleus.reduce((sum, { weight }) => sum + weight, 0);
          let end = 0;
          const expected = nucleus.find(({ weight }) => at * mass < (end += weight))?.token ?? null;
          if (!chosen.tie) expect(chosen.token).toBe(expected);
        },
      ),
      { numRuns: 2000 },
    );
  });

  test('property: in the long run each token is drawn as often as its share says, masked or not', () => {
    for (const [topP, allows, expected] of [
      [1, null, shares],
      [0.85, null, [0.1 / 0.9, 0.5 / 0.9, 0, 0.3 / 0.9, 0]],
      [1, without(1), [0.2, 0, 0.1, 0.6, 0.1]],
      [0.75, without(1), [0.25, 0, 0, 0.75, 0]],
    ] as const) {
      const sampler = sampledToken({ temperature: 1, topP, draw: turnDraws('long run', 7, 0) });
      const counts = shares.map(() => 0);
      for (let round = 0; round < 20_000; round += 1) {
        const { token } = sampler(logitsOf(shares), allows);
        counts[token ?? -1] = (counts[token ?? -1] ?? 0) + 1;
      }
      counts.forEach((count, token) => {
        // Four standard deviations of a share are at most 0.0142.
        expect(Math.abs(count / 20_000 - (expected[token] ?? 0))).toBeLessThan(0.015);
      });
    }
  });

  test('refuses settings that mean nothing', () => {
    const draw = () => 0;
    const kind = (temperature: number, topP: number) =>
      samplingFault('a', { temperature, topP, draw })?.kind ?? null;
    expect(kind(0.8, 0.95)).toBe(null);
    expect(kind(0, 1)).toBe(null);
    expect(kind(-1, 0.95)).toBe('temperature-invalid');
    expect(kind(Number.NaN, 0.95)).toBe('temperature-invalid');
    expect(kind(0.8, 0)).toBe('top-p-invalid');
    expect(kind(0.8, 1.1)).toBe('top-p-invalid');
  });
});

describe('greedy under a mask', () => {
  test('property: without a mask and with one that refuses nothing it is the same', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -9, max: 9 }), { minLength: 1 }), (steps) => {
        const logits = Float32Array.from(steps, (step) => step * 0.7);
        expect(greedyToken(logits, () => true)).toEqual(greedyToken(logits, null));
      }),
    );
  });

  test('asks from the top, and flags a tie among the allowed only', () => {
    const asked: number[] = [];
    const allows = (token: number) => {
      asked.push(token);
      return token !== 2;
    };
    expect(greedyToken(Float32Array.of(1, 3, 5, 0), allows)).toEqual({ token: 1, tie: false, unmasked: 2 });
    expect(asked).toEqual([2, 1]);
    expect(greedyToken(Float32Array.of(3, 3, 5, 0), allows)).toEqual({ token: 0, tie: true, unmasked: 2 });
    expect(greedyToken(Float32Array.of(3, 5, 5, 0), allows)).toEqual({ token: 1, tie: false, unmasked: 1 });
    expect(greedyToken(Float32Array.of(3, 5), () => false)).toEqual({ token: null, tie: false, unmasked: 1 });
  });
});

describe('draws of a turn', () => {
  test('are the same for the same task, seed and step, and others otherwise', () => {
    const three = (task: string, seed: number, step: number) => {
      const draw = turnDraws(task, seed, step);
      return [draw(), draw(), draw()];
    };
    expect(three('agent-0003', 1, 2)).toEqual(three('agent-0003', 1, 2));
    const others = [
      three('agent-0003', 1, 2),
      three('agent-0003', 1, 3),
      three('agent-0003', 2, 2),
      three('b', 1, 2),
    ];
    expect(new Set(others.flat()).size).toBe(12);
    for (const drawn of others.flat()) {
      expect(drawn).toBeGreaterThanOrEqual(0);
      expect(drawn).toBeLessThan(1);
    }
  });
});
