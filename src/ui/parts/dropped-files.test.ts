import { expect, test } from 'vitest';
import { droppedFiles } from './dropped-files.ts';

/** What a browser hands over of a drop, as far as it is read. */
const transferOf = (entries: readonly unknown[], files: readonly File[] = []): DataTransfer =>
  ({ items: entries.map((entry) => ({ webkitGetAsEntry: () => entry })), files }) as unknown as DataTransfer;

const fileEntry = (name: string): unknown => ({
  isFile: true,
  file: (resolve: (file: File) => void) => {
    resolve(new File([], name));
  },
});

/** Its entries come in portions, as a browser gives them. */
const folderEntry = (entries: readonly unknown[]): unknown => ({
  isFile: false,
  createReader: () => {
    let from = 0;
    return {
      readEntries: (resolve: (portion: readonly unknown[]) => void) => {
        resolve(entries.slice(from, from + 100));
        from += 100;
      },
    };
  },
});

const named = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => `${index}.json`);

test('files and what lies in folders are taken together, up to 500', async () => {
  const drop = transferOf([fileEntry('one.json'), folderEntry(named(499).map(fileEntry))]);
  const read = await droppedFiles(drop);
  expect(read.ok && read.value.map(({ name }) => name)).toEqual(['one.json', ...named(499)]);
});

test('of more than 500 files none is taken, however they come, and it is said', async () => {
  const files = named(501).map((name) => new File([], name));
  for (const drop of [
    transferOf([folderEntry([folderEntry(named(400).map(fileEntry)), ...named(101).map(fileEntry)])]),
    transferOf([], files),
  ]) {
    const read = await droppedFiles(drop);
    expect(read).toMatchObject({ ok: false, error: { kind: 'files-too-many' } });
    expect(!read.ok && read.error.happened).toBe(
      'More than 500 files were dropped at once; none of them was opened.',
    );
    expect(!read.ok && read.error.details).toContain('0.json, 1.json');
  }
});

test('what cannot be read is said, not passed over', async () => {
  const gone = {
    isFile: true,
    file: (_: unknown, reject: (error: Error) => void) => {
      reject(new Error('gone'));
    },
  };
  const read = await droppedFiles(transferOf([fileEntry('one.json'), gone]));
  expect(read).toMatchObject({ ok: false, error: { kind: 'files-not-read', details: 'Error: gone' } });
});
