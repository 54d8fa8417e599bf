/** Fills the whole of `target` with the bytes of a file from `start` on, synchronously. */
export type FillBytes = (target: Uint8Array<ArrayBuffer>, start: number) => void;

/** A buffer of this size is not kept for much smaller reads. */
const LARGE_BYTES = 2 ** 23;

/**
 * A file that looks like a Uint8Array to onnxruntime and is read where it lies.
 *
 * onnxruntime asks a mounted file only for `byteLength` and `subarray(start, end)` (its glue, `MountedFiles`), once
 * per weight, and copies what it gets into its own memory at once. So no copy of the weights is ever made in
 * JavaScript: one buffer of the size of the largest weight serves for all, and what `subarray` gives is good only
 * until the next call. Nothing else of Uint8Array works here.
 */
export class VirtualData extends Uint8Array<ArrayBuffer> {
  readonly #fill: FillBytes;
  readonly #bytes: number;
  #buffer = new ArrayBuffer(0);
  #failure: unknown = null;

  constructor(bytes: number, fill: FillBytes) {
    super(new ArrayBuffer(0));
    this.#bytes = bytes;
    this.#fill = fill;
  }

  /** The first error of a read, null if there was none; onnxruntime only says that loading failed. */
  get failure(): unknown {
    return this.#failure;
  }

  override get byteLength(): number {
    return this.#bytes;
  }

  /** Gives the buffer back. Reading goes on to work, with a new one. */
  release(): void {
    // Detached, its memory is free at once; otherwise whenever the collector comes by.
    const detach = (this.#buffer as { transfer?: (bytes: number) => ArrayBuffer }).transfer;
    detach?.call(this.#buffer, 0);
    this.#buffer = new ArrayBuffer(0);
  }

  override subarray(start = 0, end = this.#bytes): Uint8Array<ArrayBuffer> {
    const bytes = end - start;
    try {
      const roomBytes = this.#buffer.byteLength;
      if (roomBytes < bytes || (roomBytes > LARGE_BYTES && roomBytes > 8 * bytes)) {
        this.release();
        this.#buffer = new ArrayBuffer(bytes);
      }
      const target = new Uint8Array(this.#buffer, 0, bytes);
      this.#fill(target, start);
      return target;
    } catch (cause) {
      this.#failure ??= cause;
      throw cause;
    }
  }
}
