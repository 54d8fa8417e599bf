import { expect, test } from 'vitest';
import { recipeWording } from '../records/index.ts';
import { MENDED_WORDING, PAPER_WORDING } from '../transcript/index.ts';
import { recipeOfWording, wordingOfRecipe, wordingOfSet } from './run-wording.ts';

test('a wording survives the recipe whole', () => {
  expect(wordingOfSet('mended')).toBe(MENDED_WORDING);
  expect(wordingOfRecipe(recipeOfWording(MENDED_WORDING))).toEqual({ ok: true, value: MENDED_WORDING });
  expect(wordingOfRecipe(null)).toEqual({ ok: true, value: null });
});

test('texts that a link does not name are the paper’s', () => {
  expect(wordingOfRecipe(recipeWording({ note: 'Tried: {call}' }))).toEqual({
    ok: true,
    value: { ...PAPER_WORDING, note: 'Tried: {call}' },
  });
});

test.each([
  ['texts too long for the link', { texts: null, sha256: 'h' }],
  ['a text of a later version', recipeWording({ farewell: 'Bye' })],
  ['an unknown place', recipeWording({ instructionPlace: 'on-the-moon' })],
  ['a placeholder that nothing fills in', recipeWording({ note: '{mood}' })],
])('%s: refused in four parts', (_, recipe) => {
  const read = wordingOfRecipe(recipe);
  expect(read.ok).toBe(false);
  if (read.ok) return;
  for (const part of [read.error.happened, read.error.stillWorks, read.error.cure, read.error.details])
    expect(part).not.toBe('');
});
