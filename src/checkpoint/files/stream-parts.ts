const PART_BYTES = 2 ** 20;

/**
 * The parts of a stream of bytes, one by one; the stream is cancelled when the loop ends early. A part is good only
 * until the next one is asked for: where the browser can, all are read into one buffer, so that a large file does not
 * leave its whole size behind as garbage.
 */
export async function* partsOf(
  stream: ReadableStream<Uint8Array<ArrayBuffer>> | null,
): AsyncGenerator<Uint8Array<ArrayBuffer>, void, undefined> {
  if (stream === null) return;
  const reader = fillingReader(stream);
  if (reader === null) {
    yield* partsAsTheyCome(stream);
    return;
  }
  let buffer = new ArrayBuffer(PART_BYTES);
  try {
    for (;;) {
      const { done, value } = await reader.read(new Uint8Array(buffer, 0, PART_BYTES));
      if (value !== undefined && value.byteLength > 0) yield value;
      if (done) return;
      // The buffer was moved into the stream and came back with the bytes.
      buffer = value.buffer;
    }
  } finally {
    await reader.cancel();
  }
}

/** A reader that fills our buffers; null where the browser's streams cannot. */
const fillingReader = (stream: ReadableStream<Uint8Array<ArrayBuffer>>): ReadableStreamBYOBReader | null => {
  try {
    return stream.getReader({ mode: 'byob' });
  } catch {
    return null;
  }
};

async function* partsAsTheyCome(
  stream: ReadableStream<Uint8Array<ArrayBuffer>>,
): AsyncGenerator<Uint8Array<ArrayBuffer>, void, undefined> {
  // A reader by hand: not every browser can iterate over a stream.
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel();
  }
}
