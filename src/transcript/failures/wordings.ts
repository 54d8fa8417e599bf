/** A wording by which tools report a failure. */
export interface Wording {
  readonly rule: string;
  readonly pattern: RegExp;
  /** Must begin a line (after a bullet, a quotation mark or a time); otherwise it may stand anywhere in the head. */
  readonly startsLine?: true;
  /** Counts even where the format says that all is well: many tools return their error as an ordinary text. */
  readonly isStrong?: true;
  readonly isSecondary?: true;
  readonly isDenied?: true;
  readonly isRejectedReply?: true;
  /** Is the whole answer or nothing. */
  readonly isWholeAnswer?: true;
}

/**
 * The wordings, the most telling first: of two that begin at one place the earlier entry names the failure.
 * Patterns are met in logs of the tools and harnesses named beside them.
 */
export const WORDINGS: readonly Wording[] = [
  // A harness that could not read the reply, so that no tool ran.
  { rule: 'invalid-format', pattern: /Invalid Format:/, isStrong: true, isRejectedReply: true },
  {
    rule: 'invalid-format',
    pattern:
      /Invalid or incomplete response|Could not parse (?:LLM|tool|the model'?s?) output|failed to parse function arguments/i,
    isStrong: true,
    isRejectedReply: true,
  },
  {
    rule: 'invalid-format',
    pattern:
      /Your output was not formatted correctly|No (?:tool|function) calls? (?:was |were )?found in (?:the|your) (?:response|reply|output)/i,
    isStrong: true,
    isRejectedReply: true,
  },

  // Nothing ran.
  { rule: 'cancelled', pattern: /Cancelled: parallel tool call/, isStrong: true, isSecondary: true },
  {
    rule: 'denied',
    pattern:
      /Permission to use .{1,80} has been denied|was not executed because|user doesn'?t want to proceed/i,
    isStrong: true,
    isDenied: true,
  },
  { rule: 'denied', pattern: /\buser (?:has )?(?:rejected|denied|declined)\b/i, isDenied: true },
  { rule: 'unknown-tool', pattern: /is not a valid tool,? try one of/i, isStrong: true },
  {
    rule: 'unknown-tool',
    pattern: /No such tool available|\bUnknown tool\b|\btool\b.{1,60}does not exist/i,
    isStrong: true,
  },

  // Editors that turn an edit away.
  {
    rule: 'rejected-edit',
    pattern: /\bNOT (?:been )?applied\b|Your proposed edit has introduced/,
    isStrong: true,
  },
  {
    rule: 'rejected-edit',
    pattern:
      /String to replace not found|does not match anything in the file|did not appear verbatim|No replacement was performed/i,
    isStrong: true,
  },
  { rule: 'stale-file', pattern: /has not been read yet|has been modified since read/i },

  // Set forms of harnesses.
  { rule: 'error-tag', pattern: /<(?:tool_use_error|error)>/, isStrong: true },
  {
    rule: 'tool-error',
    pattern:
      /(?:Tool error:|Error (?:executing|invoking|validating|calling|running) (?:the )?tool|Error during execution)/i,
    startsLine: true,
    isStrong: true,
  },
  {
    rule: 'tool-error',
    pattern:
      /I encountered an error while trying to use the tool|The tool execution failed with the following error/i,
    isStrong: true,
  },
  { rule: 'reused-input', pattern: /I tried reusing the same input/i, isStrong: true },
  { rule: 'please-fix', pattern: /Please fix your mistakes/, isStrong: true },

  // Error by name.
  { rule: 'traceback', pattern: /Traceback \(most recent call last\)/, startsLine: true, isStrong: true },
  {
    rule: 'error-prefix',
    pattern: /(?:\[ERROR\]|ERROR\b(?!_)(?= ?[:\-\s])|Error ?(?::|- ))/,
    startsLine: true,
    isStrong: true,
  },
  { rule: 'error-prefix', pattern: /error: /, startsLine: true, isStrong: true },
  {
    rule: 'exception',
    pattern: /(?:[A-Za-z_]\w*\.)*(?:[A-Z]\w*)?(?:Error|Exception)(?:: |:$)/,
    startsLine: true,
    isStrong: true,
  },
  { rule: 'fatal', pattern: /fatal: /, startsLine: true, isStrong: true },

  // Arguments.
  {
    rule: 'bad-arguments',
    pattern: /unexpected keyword argument|validation errors? for\b|\bField required\b/i,
  },

  // Shells and files.
  {
    rule: 'shell',
    pattern: /command not found|not recognized as|не является внутренней или внешней командой/i,
  },
  { rule: 'no-such-file', pattern: /No such file or directory/i },
  { rule: 'permission', pattern: /Permission denied/i },
  { rule: 'no-such-table', pattern: /no such table/i },
  { rule: 'too-large', pattern: /exceeds maximum allowed/i },

  // Networks.
  {
    rule: 'http-status',
    pattern:
      /\bHTTP(?:\/\d(?:\.\d)?)?(?: error| status)?(?: code)?:? ?[45]\d\d\b|\b[45]\d\d (?:Bad Request|Unauthorized|Payment Required|Forbidden|Not Found|Method Not Allowed|Conflict|Gone|Unprocessable|Too Many Requests|(?:Internal )?Server Error|Bad Gateway|Service Unavailable|Gateway Time-?out)\b/i,
  },
  { rule: 'rate-limit', pattern: /Too Many Requests|\brate[ -]limit(?:ed|s)?\b/i },
  { rule: 'timeout', pattern: /\btimed[ -]out\b|\btimeout\b/i },
  { rule: 'connection', pattern: /Connection refused|Max retries exceeded/i },
  { rule: 'failed-to', pattern: /\bfailed to \w/i },
  { rule: 'not-found', pattern: /^[^\n]{0,60}\bnot found\.?$/i, isWholeAnswer: true },
];
