const LINE_FEED = 0x0a;

/** What is wrong with such a line. */
export const NOT_TEXT = 'holds bytes that are not UTF-8 text';

/**
 * Numbers of the lines that are not UTF-8: to read them all the same would repair them in silence. No byte of a longer
 * character equals a line feed, so lines part safely.
 */
export function* linesNotText(bytes: Uint8Array): Generator<number> {
  const strict = new TextDecoder('utf-8', { fatal: true });
  try {
    // The usual file is all text: its lines, of which there may be millions, are not looked at one by one.
    strict.decode(bytes);
    return;
  } catch {
    // Which of them are not is told below.
  }
  let start = 0;
  for (let line = 1; start < bytes.length; line += 1) {
    const found = bytes.indexOf(LINE_FEED, start);
    const end = found === -1 ? bytes.length : found;
    try {
      strict.decode(bytes.subarray(start, end));
    } catch {
      yield line;
    }
    start = end + 1;
  }
}
