import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DEFAULT_RECIPE, fragmentOfRecipe, recipeOfFragment } from './index.ts';

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
  view: fc.option(word),
  item: fc.option(word),
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
    checkpoint: 'HuggingFaceTB/SmolLM2-135M-Instruct',
    itemSet: { name: 'first-eight-1', sha256: null },
    conditions: ['pre', 'fail', 'neut'],
    view: null,
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
  [`#/probe?view=${'x'.repeat(300)}`, DEFAULT_RECIPE, 1],
  ['#/probe?items=a@zz', { ...DEFAULT_RECIPE, itemSet: { name: 'a', sha256: null } }, 1],
  ['#/probe?conditions=,fail', { ...DEFAULT_RECIPE, conditions: ['fail'] }, 1],
])('%s is read as far as it goes', (fragment, recipe, notes) => {
  const read = recipeOfFragment(fragment);
  expect(read.recipe).toEqual(recipe);
  expect(read.notes).toHaveLength(notes);
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
