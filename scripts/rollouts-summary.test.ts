import { expect, test } from 'vitest';
import { sampleTraces } from '../src/rollout/sample-rollouts.ts';
import { rolloutsSummary } from './rollouts-summary.ts';

test('the finding, one row a harness and the limits of it all', () => {
  const lines = rolloutsSummary(sampleTraces(), ['verbatim', 'drop'], 'Tiny 1');
  const cells = lines.map((line) => line.split(/ {2,}/));
  const table = cells.findIndex(([first]) => first === 'harness');
  expect(table).toBeGreaterThan(0);
  const column = (name: string): (string | undefined)[] => {
    const at = cells[table]?.indexOf(name) ?? -1;
    return [cells[table + 1]?.[at], cells[table + 2]?.[at]];
  };
  expect(column('harness')).toEqual(['verbatim', 'drop']);
  expect(column('solved')).toEqual(['2 of 5', '0 of 0']);
  expect(column('in step one')).toEqual(['1', '0']);
  expect(column('after a failure')).toEqual(['1 of 3', '0 of 0']);
  // Three failures that are one call, six of prose, one alone; by text one of the three differs.
  expect(column('repeats per failure')[0]).toBe('7 of 10');
  expect(column('per opportunity')[0]).toBe('7 of 7');
  expect(column('same text')[0]).toBe('6 of 10');
  expect(lines.at(-1)).toMatch(/^One model \(Tiny 1\) in a simulated office: 5 tasks of 5 kinds, greedy/);
});
