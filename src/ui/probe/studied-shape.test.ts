import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import recorded from '../../../static-probes/recorded/smollm2-135m-instruct-q4_1.toolshed-paper-2026-core-100.json';
import { readPublishedValues } from './published-file.ts';
import { publishedCheckpoint } from './published-values.ts';
import { isStudied, shapeMisfit } from './studied-shape.ts';

const values = readPublishedValues(
  JSON.parse(
    readFileSync(new URL('../../../static-probes/published/toolshed-1.json', import.meta.url), 'utf8'),
  ),
);
const studied = (id: string) => {
  const found = publishedCheckpoint(values, id);
  if (found === null) throw new Error(`${id} is not in the study`);
  return found;
};

test('the recorded checkpoint is the studied one, by its size and build', () => {
  const small = studied('smollm2-135m-instruct-q4_1');
  expect(shapeMisfit(small, recorded.provenance)).toBeNull();
  expect(isStudied(small, { ...recorded.provenance, architecture: 'qwen2' })).toBe(false);
  expect(isStudied(small, { ...recorded.provenance, parameters: 136e6 })).toBe(false);
});

test.each([
  ['qwen2.5-0.5b-instruct', 494_032_768, 'qwen2'],
  ['qwen3-0.6b', 596_049_920, 'qwen3'],
  ['llama-3.2-1b-instruct', 1_235_814_400, 'llama'],
])('%s of its real size is known', (id, parameters, architecture) => {
  expect(isStudied(studied(id), { parameters, architecture })).toBe(true);
});

test('another checkpoint in a folder of that name is told of', () => {
  expect(shapeMisfit(studied('smollm2-135m-instruct'), { parameters: 97_200, architecture: 'llama' })).toBe(
    'This checkpoint is named like SmolLM2-135M of the paper but is another one: 0.0972 million parameters (llama) instead of 135 million parameters (llama). Neither the paper’s values nor a recorded run stand beside it.',
  );
  expect(shapeMisfit(null, { parameters: 97_200, architecture: 'llama' })).toBeNull();
});
