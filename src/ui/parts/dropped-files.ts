/** More files than a checkpoint has; a home folder dropped by mistake stops here. */
const MOST_FILES = 500;

const filesOf = async (entry: FileSystemEntry, found: File[]): Promise<void> => {
  if (found.length >= MOST_FILES) return;
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
    for (const inner of portion) await filesOf(inner, found);
  }
};

/** All files of a drop, those in dropped folders too. */
export async function droppedFiles(transfer: DataTransfer): Promise<File[]> {
  // Entries are only to be had while the event is handled, so they are taken before the first wait.
  const entries = [...transfer.items]
    .map((item) => item.webkitGetAsEntry())
    .filter((entry) => entry !== null);
  if (entries.length === 0) return [...transfer.files];
  const found: File[] = [];
  for (const entry of entries) await filesOf(entry, found);
  return found;
}
