import { VirtualData } from './virtual-data.ts';

/** Read in small pieces: a reader's buffers cannot be reused and would pile up before they are collected. */
const PIECE_BYTES = 2 ** 21;

/** A dropped file, or one in the browser's own storage, as virtual data. Workers only: the read is synchronous. */
export const virtualBlob = (blob: Blob): VirtualData => {
  const reader = new FileReaderSync();
  return new VirtualData(blob.size, (target, start) => {
    for (let at = 0; at < target.byteLength; at += PIECE_BYTES) {
      const end = Math.min(target.byteLength, at + PIECE_BYTES);
      const piece = new Uint8Array(reader.readAsArrayBuffer(blob.slice(start + at, start + end)));
      if (piece.byteLength !== end - at) {
        throw new Error(`read ${piece.byteLength} of ${end - at} bytes at ${start + at}`);
      }
      target.set(piece, at);
    }
  });
};
