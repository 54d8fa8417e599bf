import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DEFAULT_RECIPE, fragmentOfRecipe, recipeOfFragment, recipeWording } from './index.ts';

const word = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 });
const recipes = fc.record({
  checkpoint: fc.option(word),
  itemSet: fc.option(
    fc.record({
      name: word,
      sha256: fc.option(fc.stringMatching(/^[0-9a-f]{64}$/)),
    }),
  ),
  conditions: fc.option(fc.array(word, { minLength: 1, maxLength: 5 })),
  candidates: fc.option(word),
  wording: fc.option(
    fc.dictionary(fc.stringMatching(/^[A-Za-z]{1,12}$/), word, { minKeys: 1, maxKeys: 4 }).map(recipeWording),
  ),
  view: fc.option(word),
  item: fc.option(word),
  condition: fc.option(word),
  token: fc.option(fc.nat(9_999)),
});

test('a recipe survives the link', () => {
  fc.assert(
    fc.property(recipes, (recipe) => {
      const fragment = fragmentOfRecipe(recipe);
      expect(fragment).toMatch(/^#\/probe[\x21-\x7e]*$/);
      expect(recipeOfFragment(fragment)).toEqual({ recipe, notes: [] });
    }),
  );
});

test('a usual link can be read by a person', () => {
  const fragment = fragmentOfRecipe({
    ...DEFAULT_RECIPE,
    checkpoint: 'HuggingFaceTB/SmolLM2-135M-Instruct',
    itemSet: { name: 'first-eight-1', sha256: null },
    conditions: ['pre', 'fail', 'neut'],
    item: 'first-01-s0-arg_typo-1',
  });
  expect(fragment).toBe(
    '#/probe?v=1&checkpoint=HuggingFaceTB/SmolLM2-135M-Instruct&items=first-eight-1&conditions=pre,fail,neut&item=first-01-s0-arg_typo-1',
  );
});

test.each([
  ['', DEFAULT_RECIPE, 0],
  ['#/', DEFAULT_RECIPE, 0],
  ['#/probe', DEFAULT_RECIPE, 0],
  ['#/elsewhere?x=1', DEFAULT_RECIPE, 1],
  ['#/probe?v=1&item=%E0%A4%A', DEFAULT_RECIPE, 1],
  ['#/probe?v=99&view=strip', { ...DEFAULT_RECIPE, view: 'strip' }, 1],
  ['#/probe?v=soon', DEFAULT_RECIPE, 1],
  ['#/probe?colour=red', DEFAULT_RECIPE, 1],
  ['#/probe?view=a&view=b', { ...DEFAULT_RECIPE, view: 'a' }, 1],
  ['#/probe?view=', DEFAULT_RECIPE, 1],
  [`#/probe?view=${'x'.repeat(5_000)}`, DEFAULT_RECIPE, 1],
  [`#/probe?item=${'x'.repeat(300)}`, DEFAULT_RECIPE, 1],
  ['#/probe?items=a@zz', { ...DEFAULT_RECIPE, itemSet: { name: 'a', sha256: null } }, 1],
  ['#/probe?token=first', DEFAULT_RECIPE, 1],
  ['#/probe?token=7', { ...DEFAULT_RECIPE, token: 7 }, 0],
  ['#/probe?conditions=,fail', { ...DEFAULT_RECIPE, conditions: ['fail'] }, 1],
])('%s is read as far as it goes', (fragment, recipe, notes) => {
  const read = recipeOfFragment(fragment);
  expect(read.recipe).toEqual(recipe);
  expect(read.notes).toHaveLength(notes);
});

test('links made before there were wordings, candidates and tokens read as they always did', () => {
  const old = `#/probe?v=1&checkpoint=a/b&items=first-eight-1@${'0a'.repeat(32)}&conditions=pre,fail&view=strip&item=x`;
  const { recipe, notes } = recipeOfFragment(old);
  expect(notes).toEqual([]);
  expect(recipe).toEqual({
    ...DEFAULT_RECIPE,
    checkpoint: 'a/b',
    itemSet: { name: 'first-eight-1', sha256: '0a'.repeat(32) },
    conditions: ['pre', 'fail'],
    view: 'strip',
    item: 'x',
  });
  // The same recipe still has the same link: runs that are stored under it are found again.
  expect(fragmentOfRecipe(recipe)).toBe(old);
});

test('a view that leaves out every task of the largest set fits into a link', () => {
  const tasks = Array.from({ length: 58 }, (_, index) => `toolshed-${String(index).padStart(4, '0')}`);
  const recipe = { ...DEFAULT_RECIPE, view: `median;tasks:${tasks.join(',')};worst:3` };
  expect(recipeOfFragment(fragmentOfRecipe(recipe))).toEqual({ recipe, notes: [] });
});

test('texts that are too long for a link leave their hash there', () => {
  const wording = recipeWording({ note: 'é'.repeat(1_000) });
  const read = recipeOfFragment(fragmentOfRecipe({ ...DEFAULT_RECIPE, wording }));
  expect(read).toEqual({
    recipe: { ...DEFAULT_RECIPE, wording: { texts: null, sha256: wording.sha256 } },
    notes: [],
  });
});

test('texts changed on the way are named and not used', () => {
  const fragment = fragmentOfRecipe({ ...DEFAULT_RECIPE, wording: recipeWording({ note: 'Failed once.' }) });
  expect(recipeOfFragment(fragment).recipe.wording?.texts).toEqual({ note: 'Failed once.' });
  for (const damaged of [
    fragment.replace('once', 'twice'),
    fragment.replace('Failed', '%E0%A4'),
    '#/probe?wording=zz',
    '#/probe?text.note=',
  ]) {
    const read = recipeOfFragment(damaged);
    expect(read.recipe.wording).toBeNull();
    expect(read.notes).toHaveLength(1);
  }
  // Written by hand, without a check value.
  expect(recipeOfFragment('#/probe?text.note=Again').recipe.wording).toEqual(
    recipeWording({ note: 'Again' }),
  );
});

test('no text whatever breaks the reader', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      recipeOfFragment(text);
      const { recipe } = recipeOfFragment(`#/probe?${text}`);
      expect(recipeOfFragment(fragmentOfRecipe(recipe)).recipe).toEqual(recipe);
    }),
  );
});
