import { describe, expect, test } from 'vitest';
import { passProfile } from './pass-profile.mjs';

const pass = (newTokens: number, pastTokens: number) => ({
  newTokens,
  pastTokens,
  elapsedMs: 20 + 3 * newTokens + 0.002 * newTokens * (pastTokens + newTokens),
});
const passes = [pass(128, 0), pass(256, 640), pass(64, 1300), pass(500, 100), pass(10, 900)];

describe('passProfile', () => {
  test('finds the three parts of times that are made of them', () => {
    const profile = passProfile(passes);
    expect(profile?.msPerToken).toBeCloseTo(3, 6);
    expect(profile?.rSquared).toBeCloseTo(1, 9);
    expect(profile?.tokens).toBe(958);
    const { perPass = 0, perToken = 0, attention = 0 } = profile?.share ?? {};
    expect(perPass + perToken + attention).toBeCloseTo(1, 9);
    expect(perPass).toBeCloseTo(0.1 / (profile?.seconds ?? 0), 6);
  });

  test('claims nothing where passes are too few or too alike', () => {
    expect(passProfile(passes.slice(0, 3))).toBeNull();
    expect(passProfile(Array.from({ length: 9 }, () => pass(128, 0)))).toBeNull();
  });
});
