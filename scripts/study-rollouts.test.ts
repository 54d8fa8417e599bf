import { expect, test } from 'vitest';
import { Stop } from './stop.mjs';
import { rolloutsLane } from './study-rollouts.mjs';

const CHECKPOINT = ['--checkpoint', 'toolshed-base'];
const SOUND = [...CHECKPOINT, '--tasks', 'toolshed-paper-2026-agent-24'];

test.each([
  [['--tasks', 'x'], /^study: --checkpoint is missing/],
  [CHECKPOINT, /^study: --tasks is missing/],
  [[...SOUND, 'probe'], /^study: Unexpected argument 'probe'/],
  [[...SOUND, '--harness', 'verbatim,hope'], /^--harness .*there is no "hope"; groups: published, all;/],
  [[...SOUND, '--temperature', 'warm'], /^--temperature warm: must be a number of at least 0$/],
  [[...SOUND, '--top-p', '0'], /^--top-p 0: must be above 0 and at most 1$/],
  [[...SOUND, '--seeds', '0,x'], /^--seeds 0,x: must be whole numbers, joined by commas$/],
  [[...SOUND, '--max-steps', '0'], /^--max-steps 0: must be a whole number above 0$/],
  [[...SOUND, '--out', 'no/such/folder/traces.jsonl'], /: its folder does not exist$/],
  [
    [...CHECKPOINT, '--tasks', 'first-eight-1'],
    /^--tasks .*: neither a frozen set \(toolshed-.* nor a file$/,
  ],
])('%j stops before a browser is opened, with one line', async (options, says) => {
  const stopped: unknown = await rolloutsLane(options).catch((error: unknown) => error);
  expect(stopped).toBeInstanceOf(Stop);
  expect(stopped).toHaveProperty('message', expect.stringMatching(says));
});
