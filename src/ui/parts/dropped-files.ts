import { fail, ok, type LabError, type Result } from '../../records/index.ts';

/** More files than a checkpoint has; a home folder dropped by mistake stops here. */
const MOST_FILES = 500;
const FIRST_NAMED = 5;

/** All files of a drop, those in dropped folders too. Of more than belong to anything here, none is taken. */
export async function droppedFiles(transfer: DataTransfer): Promise<Result<readonly File[]>> {
  // Entries are only to be had while the event is handled, so they are taken before the first wait.
  const entries = [...transfer.items]
    .map((item) => item.webkitGetAsEntry())
    .filter((entry) => entry !== null);
  const plain = [...transfer.files];
  const found: File[] = [];
  try {
    if (entries.length === 0) found.push(...plain);
    for (const entry of entries) await gather(entry, found);
  } catch (thrown) {
    return fail(notRead(thrown));
  }
  return found.length > MOST_FILES ? fail(tooMany(found)) : ok(found);
}

async function gather(entry: FileSystemEntry, found: File[]): Promise<void> {
  // One too many is enough to know it.
  if (found.length > MOST_FILES) return;
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) => {
      (entry as FileSystemFileEntry).file(resolve, reject);
    });
    found.push(file);
    return;
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  // A reader gives its entries in portions and ends with an empty one.
  for (;;) {
    const portion = await new Promise<FileSystemEntry[]>((resolve, reject) => {
      reader.readEntries(resolve, reject);
    });
    if (portion.length === 0) return;
    for (const inner of portion) await gather(inner, found);
  }
}

const tooMany = (found: readonly File[]): LabError => ({
  kind: 'files-too-many',
  happened: `More than ${MOST_FILES} files were dropped at once; none of them was opened.`,
  stillWorks: 'Everything that was here before.',
  cure: 'Drop the folder of one checkpoint, or only the files of items or rows that are meant.',
  details: `The first of them: ${found
    .slice(0, FIRST_NAMED)
    .map(({ name }) => name)
    .join(', ')}`,
});

const notRead = (thrown: unknown): LabError => ({
  kind: 'files-not-read',
  happened: 'What was dropped could not be read; nothing of it was opened.',
  stillWorks: 'Everything that was here before.',
  cure: 'Drop it again; files may have been moved or changed meanwhile.',
  details: thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : String(thrown),
});
