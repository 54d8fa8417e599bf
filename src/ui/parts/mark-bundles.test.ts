import { expect, test } from 'vitest';
import { SHAPES, symbolPath, type Mark, type SymbolMark } from '../../figures/index.ts';
import { bundled, movedTo } from './mark-bundles.ts';

const symbol = (x: number, fill: SymbolMark['fill'], shape: SymbolMark['shape'] = 'circle'): SymbolMark => ({
  kind: 'symbol',
  shape,
  x,
  y: 10,
  path: symbolPath(shape, 3),
  fill,
  fillOpacity: 0.5,
  stroke: fill,
  strokeWidth: 1,
});
const rule: Mark = { kind: 'rule', x1: 0, y1: 0, x2: 1, y2: 1, role: 'ink', strokeWidth: 1 };

test('an outline at the origin stays as it is; elsewhere its points move and its radii do not', () => {
  expect(movedTo('M3,0A3,3,0,1,1,-3,0', 0, 0)).toBe('M3 0A3 3 0 1 1 -3 0');
  expect(movedTo('M3,0A3,3,0,1,1,-3,0', 10, 20)).toBe('M13 20A3 3 0 1 1 7 20');
  expect(movedTo('M-2.5,-2.5h5v5h-5Z', 10, 20)).toBe('M7.5 17.5h5v5h-5Z');
});

test('every shape of the figures is made of commands that are known, and moves by what is asked', () => {
  for (const shape of new Set(Object.values(SHAPES))) {
    const path = symbolPath(shape, 3);
    expect(path).toMatch(/^M[MLAhvZ\d.,\s-]*$/);
    const [x0, y0] = movedTo(path, 0, 0)
      .slice(1)
      .split(/[ A-Za-z]/)
      .map(Number);
    const [x1, y1] = movedTo(path, 100, 50)
      .slice(1)
      .split(/[ A-Za-z]/)
      .map(Number);
    expect((x1 ?? 0) - (x0 ?? 0)).toBeCloseTo(100);
    expect((y1 ?? 0) - (y0 ?? 0)).toBeCloseTo(50);
  }
});

test('neighbours that look alike are one; nothing is drawn before what it lies on', () => {
  const drawn = bundled([
    rule,
    symbol(1, 'toward'),
    symbol(2, 'away'),
    symbol(3, 'toward'),
    rule,
    symbol(4, 'toward'),
  ]);
  expect(drawn.map((one) => (one.kind === 'bundle' ? one.look.fill : one.kind))).toEqual([
    'rule',
    'toward',
    'away',
    'rule',
    'toward',
  ]);
  const [, toward] = drawn;
  expect(toward?.kind === 'bundle' ? toward.path.match(/M/g) : null).toHaveLength(2);
});
