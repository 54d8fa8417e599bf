import { expect, test } from 'vitest';
import { markPaths } from './mark-paths.ts';
import type { StepMark } from './step-marks.ts';

const mark = (kind: StepMark['kind'], change: Partial<StepMark> = {}): StepMark => ({
  kind,
  isByConstruction: false,
  isIntervened: false,
  isTied: false,
  errorKind: null,
  ...change,
});
/** Every form for itself, where it stands left out. */
const formOf = (one: StepMark): string => JSON.stringify(markPaths([one]).map(({ d }) => d));

test('no two kinds of step have one form, whatever their colour', () => {
  const forms = [
    mark('worked'),
    mark('failed'),
    mark('same-text'),
    mark('same-call'),
    mark('cut'),
    mark('same-text', { isByConstruction: true }),
    mark('same-call', { isByConstruction: true }),
    mark('failed', { isIntervened: true }),
  ].map(formOf);
  expect(new Set(forms).size).toBe(forms.length);
});

test('many steps are a few paths, and each stands at its place', () => {
  const marks = Array.from({ length: 8 }, () => mark('failed'));
  const paths = markPaths(marks);
  expect(paths.map(({ look }) => look)).toEqual(['failed']);
  const starts = [...(paths[0]?.d ?? '').matchAll(/M(\d+),(\d+)h8a/g)].map(([, x, y]) => [
    Number(x),
    Number(y),
  ]);
  expect(starts).toHaveLength(8);
  expect(starts[5]).toEqual([95, 2]);
  expect(starts[6]).toEqual([5, 24]);
});
