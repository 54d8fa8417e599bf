import { expect, test } from 'vitest';
import { figureFileName, provenanceOf } from './figure-provenance.ts';

const origin = { model: 'SmolLM2-135M-Instruct, Q4_1 weights', itemSet: 'ToolShed: class of 6' };

test('a figure of a run belongs to its model and item set, one of a case to the case as well', () => {
  expect(provenanceOf(origin, null, null)).toEqual({ model: origin.model, item_set: origin.itemSet });
  expect(provenanceOf(origin, { item: 'toolshed-0001:2', shownAs: 'error' }, 'own error text')).toEqual({
    model: origin.model,
    item_set: origin.itemSet,
    item: 'toolshed-0001:2',
    text: 'error',
    own_texts: 'own error text',
  });
  expect(provenanceOf(null, null, null)).toEqual({});
});

test('a file is named after what it holds, in letters that every file system takes', () => {
  const name = figureFileName('words-error', provenanceOf(origin, { item: 'a/b:2', shownAs: 'error' }, 'x'));
  expect(name).toBe('words-error_SmolLM2-135M-Instruct-Q4_1-weights_ToolShed-class-of-6_a-b-2_error');
  expect(figureFileName('published-gains', { source: 'the paper' })).toBe('published-gains');
});
