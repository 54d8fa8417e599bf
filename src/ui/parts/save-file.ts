/** Hands a file to the reader. */
export function saveFile(name: string, content: BlobPart, type: string): void {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The download has its own hold on the blob once it has begun.
  setTimeout(() => {
    URL.revokeObjectURL(url);
  }, 10_000);
}
