import type { Role } from './figure-spec.ts';

export type ThemeName = 'light' | 'dark';
/** A colour for every role, as #rrggbb. The page sets them as CSS variables `--<role>`. */
export type Theme = Readonly<Record<Role, string>>;

/**
 * Toward repeating is orange, away is blue, zero is grey: a pair that stays apart for red-green deficiency.
 * 'toward-1…3' and 'away-1…3' are the steps of the heat strip; 'on-heat' is written on steps 1 and 2,
 * 'on-strong' on step 3. Contrast is checked in theme.test.ts.
 */
export const THEMES: Readonly<Record<ThemeName, Theme>> = {
  light: {
    panel: '#ffffff',
    ink: '#1d2330',
    soft: '#5d6675',
    line: '#dfdcd3',
    toward: '#b34700',
    away: '#0b63a8',
    zero: '#767c85',
    mark: '#4a5261',
    'toward-1': '#fbdcc0',
    'toward-2': '#f0a45f',
    'toward-3': '#a84300',
    'away-1': '#d3e6f6',
    'away-2': '#8fc0ea',
    'away-3': '#0b5c9e',
    'on-heat': '#1d2330',
    'on-strong': '#ffffff',
  },
  dark: {
    panel: '#1b2027',
    ink: '#e8e6e1',
    soft: '#a3abb7',
    line: '#333a45',
    toward: '#ff9d57',
    away: '#7cb9ee',
    zero: '#9aa2ad',
    mark: '#c3c9d2',
    'toward-1': '#4a3018',
    'toward-2': '#7d4510',
    'toward-3': '#ffb27a',
    'away-1': '#1c3a55',
    'away-2': '#1f5584',
    'away-3': '#9fd0fb',
    'on-heat': '#f4f1ec',
    'on-strong': '#14171c',
  },
};

/** WCAG 2 contrast ratio of two #rrggbb colours, 1…21. */
export function contrastRatio(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
