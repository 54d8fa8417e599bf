import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { sha256OfBytes } from '../records/index.ts';
import { openItemFile, readOwnItems, remarksOnItems, SHIPPED_ITEM_SETS } from './item-sets.ts';

const jsonl = readFileSync(
  new URL('../../static-probes/toolshed-paper-2026-class-6.jsonl', import.meta.url),
  'utf8',
);

test('a marked item file is read like the same one unmarked, is told of, and keeps the hash of its own bytes', async () => {
  const bytes = new TextEncoder().encode(`\ufeff${jsonl}`);
  const marked = await openItemFile(new File([bytes], 'mine.jsonl'));
  const plain = await openItemFile(new File([jsonl], 'mine.jsonl'));
  if (!marked.ok || !plain.ok) throw new Error('not read');
  expect(marked.value.items).toEqual(plain.value.items);
  expect(marked.value.sha256).toBe(sha256OfBytes(bytes));
  expect(marked.value.sha256).not.toBe(plain.value.sha256);
  expect(remarksOnItems(marked.value)).toEqual([expect.stringContaining('byte order mark')]);
  expect(remarksOnItems(plain.value)).toEqual([]);
  // As it is opened again with an earlier run.
  const again = readOwnItems(marked.value.ownBytes ?? new Uint8Array(), 'mine.jsonl');
  expect(again).toEqual(marked);
});

test('a file that is called like a set of the page is another set, also with an earlier run', () => {
  const bytes = new TextEncoder().encode(jsonl);
  const [{ name } = { name: '' }] = SHIPPED_ITEM_SETS;
  const given = readOwnItems(bytes, name);
  if (!given.ok) throw new Error('not read');
  expect(given.value).toMatchObject({ name: `${name} (your own)`, title: `${name} (your own)` });
  expect(readOwnItems(bytes, given.value.name)).toEqual(given);
});
