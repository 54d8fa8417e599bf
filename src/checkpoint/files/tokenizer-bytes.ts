/**
 * Byte-level pieces: every byte is spelled by one printable character, so a piece is a string of bytes. Knowing
 * the bytes of every token gives what the tokenizer itself does not tell: where in the text a token lies.
 */

/** Character → byte of the byte-level alphabet: printable bytes stand for themselves, the others from U+0100 on. */
const BYTE_OF_CHARACTER: ReadonlyMap<string, number> = (() => {
  const alphabet = new Map<string, number>();
  let next = 0x100;
  for (let byte = 0; byte < 256; byte += 1) {
    const printable =
      (byte >= 0x21 && byte <= 0x7e) || (byte >= 0xa1 && byte <= 0xac) || (byte >= 0xae && byte <= 0xff);
    alphabet.set(String.fromCharCode(printable ? byte : next), byte);
    if (!printable) next += 1;
  }
  return alphabet;
})();

/** Bytes of a piece, or null when a character is not of the byte-level alphabet. */
export function bytesOfPiece(piece: string): Uint8Array | null {
  const bytes = new Uint8Array(piece.length);
  for (let index = 0; index < piece.length; index += 1) {
    const byte = BYTE_OF_CHARACTER.get(piece.charAt(index));
    if (byte === undefined) return null;
    bytes[index] = byte;
  }
  return bytes;
}

/** Text of a byte sequence; what is no UTF-8 becomes U+FFFD, as in Python's lossy decoding. */
export function textOfBytes(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
}

/** Text of a byte sequence, or null when it is not complete UTF-8 (a piece may hold half a character). */
export function exactTextOfBytes(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { ignoreBOM: true, fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** UTF-8 offset of every UTF-16 index of a text, length + 1 entries; inside a surrogate pair: its first byte. */
export function byteOffsets(text: string): Uint32Array {
  const offsets = new Uint32Array(text.length + 1);
  let bytes = 0;
  let index = 0;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    for (let unit = 0; unit < character.length; unit += 1) offsets[index + unit] = bytes;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    index += character.length;
  }
  offsets[text.length] = bytes;
  return offsets;
}

/**
 * Where a UTF-16 index of a text comes to lie in its normal form. Inside a composed cluster there is no such
 * place: then the nearest one in the given direction that the normal form keeps.
 */
export function normalisedIndex(
  text: string,
  normalised: string,
  index: number,
  direction: 'back' | 'forward',
): number {
  if (text === normalised) return index;
  const step = direction === 'back' ? -1 : 1;
  for (let at = index; at > 0 && at < text.length; at += step) {
    const head = text.slice(0, at).normalize('NFC');
    if (head + text.slice(at).normalize('NFC') === normalised) return head.length;
  }
  if (index <= 0) return 0;
  return direction === 'back' && index < text.length ? 0 : normalised.length;
}

/** True when a text holds half of a surrogate pair, which no encoding can carry. */
export function holdsLoneSurrogate(text: string): boolean {
  return /\p{Surrogate}/u.test(text);
}
