/** What is wrong with the syntax of a text. */
export type SyntaxBreak =
  // Found while the text is cut into tokens:
  | 'unknown-character'
  | 'malformed-number'
  | 'malformed-escape'
  | 'unterminated-string'
  | 'bracket-never-closed'
  | 'bracket-without-partner'
  | 'too-many-brackets'
  // Found while the arguments of a call are read:
  | 'missing-argument'
  | 'missing-comma'
  | 'argument-name'
  | 'positional-after-keyword'
  | 'text-after-call';
