/** Other programs put it at the head of a text that they save again. It is no part of the text. */
const BYTE_ORDER_MARK = '\ufeff';
const ITS_BYTES = [0xef, 0xbb, 0xbf];

/** Said of a file that began with it. */
export const MARK_PASSED_OVER = 'The file began with a byte order mark, which was passed over.';

/** A text without the mark at its head. */
export const withoutMark = (text: string): string =>
  text.startsWith(BYTE_ORDER_MARK) ? text.slice(BYTE_ORDER_MARK.length) : text;

/** Whether the bytes of a UTF-8 file begin with the mark. */
export const isMarked = (bytes: Uint8Array): boolean => ITS_BYTES.every((byte, at) => bytes[at] === byte);
