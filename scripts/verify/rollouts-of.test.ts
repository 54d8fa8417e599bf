import { expect, test } from 'vitest';
import { sampleTraces } from '../../src/rollout/sample-rollouts.ts';
import { expectedOf, repeatsByHarness } from './rollouts-of.ts';

test('repeats are counted by harness, and must be none under the ban that forbids them', () => {
  const traces = sampleTraces();
  const banned = traces.map((trace) => ({ ...trace, harness: 'verbatim+ban', ban: 'text' as const }));
  const repeats = repeatsByHarness([...traces, ...banned]);
  expect(repeats.map(({ harness }) => harness)).toEqual(['verbatim', 'verbatim+ban']);
  expect(repeats[0]).toMatchObject({
    rollouts: 5,
    solved: 2,
    failures: 10,
    textRepeats: 6,
    canonicalRepeats: 7,
  });
  expect(expectedOf(0, repeats).map(({ holds }) => holds)).toEqual([false]);
  const sound = { ...repeats[1], textRepeats: 0 } as (typeof repeats)[number];
  expect(expectedOf(0, [sound])[0]?.holds).toBe(true);
  expect(expectedOf(0, [{ ...sound, ban: 'canonical' }])[0]?.holds).toBe(false);
});
