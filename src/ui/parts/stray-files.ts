// For the window of a room that takes no files: a browser that is given one opens it in place of the page, and a run that
// is on would be gone.

const bringsFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes('Files') === true;

/** While a file is dragged over the room, the pointer says that nothing is taken here. */
export function turnStrayFilesAway(event: DragEvent): void {
  if (!bringsFiles(event)) return;
  event.preventDefault();
  if (event.dataTransfer !== null) event.dataTransfer.dropEffect = 'none';
}

/** A file that is let go all the same goes nowhere. */
export function keepStrayFilesOut(event: DragEvent): void {
  if (bringsFiles(event)) event.preventDefault();
}
