import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import { createChatTokenizer } from '../../src/checkpoint/files/tokenizer.ts';
import { changedFiles, idsOf, parityOf, readFolder } from '../fixtures/tokens/parity.ts';

const folder = 'checkpoints/smollm2-135m-instruct-q4_1';

it("the mirrored SmolLM2 tokenizer gives Python's ids, spans, candidates and boundaries", () => {
  if (!existsSync(folder)) throw new Error(`${folder} is missing: run npm run mirror first`);
  expect(changedFiles('smollm2', folder)).toEqual([]);
  expect(idsOf('smollm2').autoTokenizerDiffers).toBe(0);
  const tokenizer = createChatTokenizer(readFolder(folder));
  if (!tokenizer.ok) throw new Error(JSON.stringify(tokenizer.error));
  const parity = parityOf('smollm2', tokenizer.value);
  expect(parity.differences).toEqual([]);
  expect(parity.compared).toBeGreaterThan(1000);
  expect(tokenizer.value.decode([tokenizer.value.endOfTurn])).toBe('<|im_end|>');
  expect(tokenizer.value.vocabularySize).toBe(49_152);
});
