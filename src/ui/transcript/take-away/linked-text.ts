import { fail, LONGEST_LINKED_TEXT, ok, type Result } from '../../../records/index.ts';

/** No link unpacks to more: a short one could otherwise fill the memory. */
const MOST_UNPACKED_BYTES = 2_000_000;

/** Packs a text for a link; an error where the link would be too long. */
export async function packedText(text: string): Promise<Result<string>> {
  const bytes = await throughStream(
    new TextEncoder().encode(text),
    new CompressionStream('deflate-raw'),
    Infinity,
  );
  let binary = '';
  for (const byte of bytes ?? []) binary += String.fromCharCode(byte);
  const packed = btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
  if (packed.length <= LONGEST_LINKED_TEXT) return ok(packed);
  return fail({
    kind: 'too-long-for-a-link',
    happened: 'The text is too long for a link, even packed.',
    stillWorks: 'The link with the settings alone, and every file below.',
    cure: 'Save the rewritten log and send the file, or paste a shorter part of the log.',
    details: `${packed.length} characters packed, ${LONGEST_LINKED_TEXT} at most: mail and chat programs cut longer addresses without a word.`,
  });
}

/** Unpacks the text of a link. Whatever stands there, nothing is thrown. */
export async function unpackedText(packed: string): Promise<Result<string>> {
  try {
    if (!/^[\w-]+$/.test(packed) || packed.length > LONGEST_LINKED_TEXT)
      return fail(damaged('not base64url'));
    const binary = atob(packed.replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = await throughStream(
      Uint8Array.from(binary, (sign) => sign.charCodeAt(0)),
      new DecompressionStream('deflate-raw'),
      MOST_UNPACKED_BYTES,
    );
    if (bytes === null) return fail(damaged(`more than ${MOST_UNPACKED_BYTES} bytes when unpacked`));
    return ok(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes));
  } catch (error) {
    return fail(damaged(String(error)));
  }
}

const damaged = (details: string): Extract<Result<string>, { ok: false }>['error'] => ({
  kind: 'linked-text-damaged',
  happened: 'The text in this link cannot be unpacked.',
  stillWorks: 'The settings of the link, and pasting the log itself.',
  cure: 'Ask for the link again, copied whole, or for the file.',
  details,
});

/** Null: more than so many bytes came out. */
async function throughStream(
  bytes: Uint8Array<ArrayBuffer>,
  stream: CompressionStream | DecompressionStream,
  most: number,
): Promise<Uint8Array | null> {
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    chunks.push(read.value);
    length += read.value.length;
    if (length <= most) continue;
    await reader.cancel();
    return null;
  }
  const whole = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}
