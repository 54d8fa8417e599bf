import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readRecordedRun } from '../probe/recorded-run.ts';
import { failuresOf } from './scripted-failures.ts';

const recorded = (name: string): ReturnType<typeof readRecordedRun> =>
  readRecordedRun(
    JSON.parse(
      readFileSync(new URL(`../../../static-probes/recorded/${name}.json`, import.meta.url), 'utf8'),
    ),
  );

test('every item of a recorded run stands with its log p before and its G', () => {
  const run = recorded('toolshed-base.toolshed-paper-2026-quick-12');
  const failures = failuresOf(run);
  expect(failures.map(({ itemId }) => itemId)).toEqual(run.items.ids);
  expect(failures.every(({ logpBeforeNats }) => logpBeforeNats < 0)).toBe(true);
  const mean = failures.reduce((sum, { gainNats }) => sum + gainNats, 0) / failures.length;
  expect(mean).toBeCloseTo(run.wholeCall['G']?.[0] ?? NaN, 3);
});
