import { expect, it } from 'vitest';
import { frozenContexts, greedyReferences } from './greedy-references.ts';
import { idsSha256, tokenizer } from './toolshed-units.ts';

it("20 contexts of rollouts, of 550 to 900 tokens, have PyTorch's ids", () => {
  const { rows } = greedyReferences();
  const ours = frozenContexts().map(({ id, messages }) => {
    const encoded = tokenizer.encodeContext(messages, []);
    if (!encoded.ok) throw new Error(JSON.stringify(encoded.error));
    const { ids } = encoded.value;
    return { id, contextSha256: idsSha256(ids), ctx_tokens: ids.length };
  });
  expect(ours).toEqual(rows.map(({ id, contextSha256, ctx_tokens }) => ({ id, contextSha256, ctx_tokens })));
  const sizes = ours.map(({ ctx_tokens }) => ctx_tokens);
  expect(sizes).toHaveLength(20);
  expect(Math.min(...sizes)).toBeGreaterThanOrEqual(550);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(900);
});
