import { existsSync } from 'node:fs';
import { PreTrainedTokenizer } from '@huggingface/transformers';
import { expect, it } from 'vitest';
import { createChatTokenizer } from '../../src/checkpoint/files/tokenizer.ts';
import { changedFiles, corpus, idsOf, parityOf, readFolder } from '../fixtures/tokens/parity.ts';

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

it("breaks without the cures: the package's own reading of the same file differs on digits", () => {
  const files = readFolder(folder);
  const uncured = new PreTrainedTokenizer(
    JSON.parse(files.tokenizerJson) as object,
    JSON.parse(files.tokenizerConfigJson) as object,
  );
  const differing = corpus.texts.filter(
    (text, index) =>
      !/<.*>/.test(text) &&
      uncured.encode(text, { add_special_tokens: false }).join() !== idsOf('smollm2').texts[index]?.join(),
  );
  expect(differing).toContain('１２３ ٣٤٥ ²³ Ⅷ');
  expect(differing.length).toBeGreaterThan(10);
});
