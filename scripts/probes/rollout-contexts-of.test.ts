import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { rolloutContexts, rolloutContextsText } from './rollout-contexts-of.ts';

it('rollouts still show what was frozen, byte for byte', () => {
  const contexts = rolloutContexts();
  expect(new Set(contexts.map(({ id }) => id)).size).toBe(20);
  const frozen = new URL('../../static-probes/reference-scores/rollout-contexts-1.json', import.meta.url);
  expect(rolloutContextsText(contexts)).toBe(readFileSync(frozen, 'utf8'));
});
