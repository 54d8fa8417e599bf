/** Reads bytes [start, end) of a file, synchronously. */
export type ReadBytes = (start: number, end: number) => Uint8Array<ArrayBuffer>;

/**
 * A file that looks like a Uint8Array to onnxruntime and is read where it lies.
 *
 * onnxruntime asks a mounted file only for `byteLength` and `subarray(start, end)` (its glue, `MountedFiles`), once
 * per weight, and copies what it gets into its own memory at once. So no copy of the weights is ever made in
 * JavaScript: at most the largest single weight is held for a moment. Nothing else of Uint8Array works here.
 */
export class VirtualData extends Uint8Array<ArrayBuffer> {
  readonly #read: ReadBytes;
  readonly #bytes: number;
  #failure: unknown = null;

  constructor(bytes: number, read: ReadBytes) {
    super(new ArrayBuffer(0));
    this.#bytes = bytes;
    this.#read = read;
  }

  /** The first error of a read, null if there was none; onnxruntime only says that loading failed. */
  get failure(): unknown {
    return this.#failure;
  }

  override get byteLength(): number {
    return this.#bytes;
  }

  override subarray(start = 0, end = this.#bytes): Uint8Array<ArrayBuffer> {
    try {
      const bytes = this.#read(start, end);
      if (bytes.byteLength !== end - start) {
        throw new Error(`read ${bytes.byteLength} bytes of ${end - start} at ${start}`);
      }
      return bytes;
    } catch (cause) {
      this.#failure ??= cause;
      throw cause;
    }
  }
}

/** A dropped file, or one in the browser's own storage, as virtual data. Workers only: the read is synchronous. */
export const virtualBlob = (blob: Blob): VirtualData => {
  const reader = new FileReaderSync();
  return new VirtualData(
    blob.size,
    (start, end) => new Uint8Array(reader.readAsArrayBuffer(blob.slice(start, end))),
  );
};
