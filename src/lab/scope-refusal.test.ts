import { expect, test } from 'vitest';
import { scopeRefusal } from './scope-refusal.ts';

const base = { name: 'ToolShed base', scope: 'ToolShed only' } as const;

test('a checkpoint of ToolShed is asked about ToolShed only', () => {
  expect(scopeRefusal(base, ['toolshed', 'toolshed'])).toBeNull();
  expect(scopeRefusal(base, [])).toBeNull();
  const refused = scopeRefusal(base, ['toolshed', 'custom', 'desk', 'custom']);
  expect(refused?.happened).toMatch(/^3 of 4 texts are not of ToolShed, and “ToolShed base” /);
  expect(refused?.details).toMatch(/custom, desk$/);
  for (const part of [refused?.stillWorks, refused?.cure]) expect(part).toMatch(/\w/);
  expect(scopeRefusal(base, ['pasted'])?.happened).toMatch(/^This text is not of ToolShed/);
});

test('one of general use is asked about anything', () => {
  expect(scopeRefusal({ name: 'any', scope: 'general' }, ['custom'])).toBeNull();
});
