import { expect, test } from 'vitest';
import { itemsNotAsLinked, missingParts } from './missing-parts.ts';

const asked = { checkpoint: null, itemSet: { name: 'mine.jsonl', sha256: 'a' } };
const served = { id: 'tiny', origin: 'served' } as const;
const dropped = { id: 'dropped', origin: 'dropped' } as const;
const first = { name: 'first', sha256: 'b' };
const mine = { name: 'mine.jsonl', sha256: 'a' };

test('checkpoint and items that are missing are both named, and what is here is not', () => {
  const files = expect.stringContaining('checkpoint from your own files: open them here again') as string;
  const items = expect.stringContaining('asks for the items mine.jsonl: open that file') as string;
  expect(missingParts(asked, { checkpoint: served, itemSet: first })).toEqual([files, items]);
  expect(missingParts(asked, { checkpoint: null, itemSet: null })).toEqual([files, items]);
  expect(missingParts(asked, { checkpoint: dropped, itemSet: first })).toEqual([items]);
  expect(missingParts(asked, { checkpoint: served, itemSet: mine })).toEqual([files]);
  expect(missingParts(asked, { checkpoint: dropped, itemSet: mine })).toEqual([]);
});

test('a checkpoint of the server is asked for by its name, other items of the same name by what they were', () => {
  const named = { ...asked, checkpoint: 'gone' };
  expect(missingParts(named, { checkpoint: served, itemSet: { ...mine, sha256: 'c' } })).toEqual([
    'That run asks for the checkpoint gone, which is not here.',
    'The items mine.jsonl are not those of that run: open the file as it was then.',
  ]);
  expect(missingParts({ ...asked, checkpoint: 'tiny' }, { checkpoint: served, itemSet: mine })).toEqual([]);
});

test.each([
  [null, 'other', null, []],
  [{ name: 'mine', sha256: 'a' }, null, { name: 'mine', sha256: 'a' }, []],
  [{ name: 'mine', sha256: null }, null, { name: 'mine', sha256: 'b' }, []],
  [{ name: 'mine', sha256: 'a' }, null, null, [/the items mine, which are not part of this page: open/]],
  [
    { name: 'mine', sha256: 'a' },
    null,
    { name: 'other', sha256: 'a' },
    [/the items mine, which are not part/],
  ],
  // Another file of the same name is another set.
  [
    { name: 'mine', sha256: 'a' },
    null,
    { name: 'mine', sha256: 'b' },
    [/^The items mine .* as it was then\.$/],
  ],
  [{ name: 'eight', sha256: 'a' }, 'a', { name: 'other', sha256: 'b' }, []],
  [
    { name: 'eight', sha256: 'a' },
    'b',
    null,
    [/^The items eight are not the same as when the link was made\.$/],
  ],
] as const)('a link to %j where the page has %s and %j is chosen', (asked, shippedHash, chosen, said) => {
  const shipped = shippedHash === null ? null : { name: asked?.name ?? 'eight', sha256: shippedHash };
  const sentences = itemsNotAsLinked(asked, shipped, chosen);
  expect(sentences).toHaveLength(said.length);
  said.forEach((words, at) => {
    expect(sentences[at]).toMatch(words);
  });
});
