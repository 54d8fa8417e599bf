import { expect, test } from 'vitest';
import type { Role } from './figure-spec.ts';
import { contrastRatio, THEMES } from './theme.ts';

test('contrast of known pairs', () => {
  expect(contrastRatio('#000000', '#ffffff')).toBeCloseTo(21, 9);
  expect(contrastRatio('#777777', '#ffffff')).toBeCloseTo(4.478, 3);
  expect(contrastRatio('#123456', '#123456')).toBe(1);
});

const TEXTS: readonly (readonly [Role, Role])[] = [
  ['ink', 'panel'],
  ['soft', 'panel'],
  ['toward', 'panel'],
  ['away', 'panel'],
  ['on-heat', 'toward-1'],
  ['on-heat', 'toward-2'],
  ['on-strong', 'toward-3'],
  ['on-heat', 'away-1'],
  ['on-heat', 'away-2'],
  ['on-strong', 'away-3'],
];
const MARKS: readonly Role[] = ['toward', 'away', 'zero', 'mark', 'ink'];

test.each(['light', 'dark'] as const)('the %s theme: text at 4.5, marks at 3', (name) => {
  const theme = THEMES[name];
  for (const [text, ground] of TEXTS) {
    expect(contrastRatio(theme[text], theme[ground]), `${text} on ${ground}`).toBeGreaterThanOrEqual(4.5);
  }
  for (const mark of MARKS) {
    expect(contrastRatio(theme[mark], theme.panel), mark).toBeGreaterThanOrEqual(3);
  }
});
