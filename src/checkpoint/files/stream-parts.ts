/** The parts of a stream, one by one; the stream is cancelled when the loop ends early. */
export async function* partsOf(
  stream: ReadableStream<Uint8Array<ArrayBuffer>> | null,
): AsyncGenerator<Uint8Array<ArrayBuffer>, void, undefined> {
  if (stream === null) return;
  // A reader by hand: not every browser can iterate over a stream yet.
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
