import { expect, test } from 'vitest';
import { DEFAULT_RECIPE } from '../records/index.ts';
import { aProvenance } from '../records/sample-row.ts';
import type { StoredRun } from './row-store.ts';
import { notItsCheckpoint } from './whose-rows.ts';

/** As the page's first version kept one: nothing is known of the tokenizer. */
const early: StoredRun = {
  runId: 'r',
  startedAt: '2026-11-01T00:00:00.000Z',
  title: 'mine, Eight',
  fragment: '#/probe',
  checkpointSha256: aProvenance.checkpointSha256,
  unitsAll: 80,
  unitsDone: 30,
  state: 'open',
};
const run: StoredRun = {
  ...early,
  opening: {
    recipe: DEFAULT_RECIPE,
    provenance: aProvenance,
    itemSet: { name: 'mine', sha256: 'i' },
    padded: {},
    origin: 'computed',
  },
};

test('a run goes on with the files it was made with, whatever the folder is called and however it is held', () => {
  const here = { ...aProvenance, checkpointName: 'renamed', holding: 'resident', threads: 8 } as const;
  expect(notItsCheckpoint(run, here, 'dropped')).toBeNull();
  expect(notItsCheckpoint(early, { ...here, tokenizerSha256: 'other' }, 'dropped')).toBeNull();
});

test.each([
  ['weights', { ...aProvenance, checkpointSha256: 'other' }, 'weights: sha256 c; here other'],
  ['a tokenizer', { ...aProvenance, tokenizerSha256: 'other' }, 'tokenizer: sha256 t; here other'],
])('with other %s it does not: four parts say so', (_, here, details) => {
  const dropped = notItsCheckpoint(run, here, 'dropped');
  expect(dropped?.happened).toBe(
    'This is not the folder that the run was made with: its files are others. Nothing was computed.',
  );
  expect(dropped?.stillWorks).toBe('The 30 of 80 scores of that run stay, and it can still be resumed.');
  expect(dropped?.cure).toMatch(
    /^Open the folder that the run was made with and go on with it then; or press Run/,
  );
  expect(dropped?.details).toContain(details);
  expect(notItsCheckpoint(run, here, 'served')?.happened).toMatch(/^The checkpoint Tiny is not the one/);
});
