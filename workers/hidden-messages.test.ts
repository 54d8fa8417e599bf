import { expect, test } from 'vitest';
import { readFolder } from '../tests/fixtures/tokens/parity.ts';
import { createChatTokenizer } from '../src/checkpoint/files/tokenizer.ts';
import { messagesAsked, stepContexts } from '../src/pasted-step/index.ts';
import { SAMPLE_FITTED } from '../src/pasted-step/sample-step.ts';
import { CONTEXT_HEAD_TOKENS } from '../src/transcript/index.ts';
import { RequestEncoder } from './request-encoding.ts';

const made = createChatTokenizer(readFolder('tests/fixtures/tiny/llama-gqa-tied-bf16'));
if (!made.ok) throw new Error('fixture');

test('every message of a step can be hidden, the first without the head of the context, and a control matches the call', () => {
  const encoder = new RequestEncoder(made.value);
  const contexts = stepContexts(SAMPLE_FITTED);
  const encoded = encoder.context(contexts.after.messages);
  if (!encoded.ok) throw new Error(encoded.error.happened);
  const { contentSpans } = encoded.value;
  const units = messagesAsked(contexts).scores.map((request) => {
    const unit = encoder.encode(request);
    if (!unit.ok) throw new Error(unit.error.happened);
    return { name: request.hidden[0]?.name ?? null, ...unit.value };
  });
  const hiddenBy = (name: string) => units.find((unit) => unit.name === name);
  const [system] = contentSpans;
  expect(system?.start).toBeLessThan(CONTEXT_HEAD_TOKENS);
  expect(hiddenBy('message-0')?.request.hidden).toEqual([{ start: CONTEXT_HEAD_TOKENS, end: system?.end }]);
  expect(hiddenBy('message-3')?.request.hidden).toEqual([contentSpans[3]]);
  expect(hiddenBy('call')?.request.hidden).toEqual([contentSpans[4]]);
  expect(hiddenBy('control')?.hiddenTokens).toBe(hiddenBy('call')?.hiddenTokens);
  // The control ends where the system prompt does.
  expect(hiddenBy('control')?.request.hidden[0]?.end).toBe(system?.end);
});
