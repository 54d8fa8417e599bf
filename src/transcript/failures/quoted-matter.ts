/**
 * What a tool was asked to show is no report of its own: a page, a mail, a file, a diff, a hit list may hold any
 * wording. None of it is a failure by wording alone.
 */

/** The whole answer is a web page or a mail. */
export function isPageOrMail(text: string): boolean {
  const head = text.slice(0, 400).trimStart();
  if (/^(?:<!doctype|<html|<\?xml)/i.test(head)) return true;
  const headers = head.match(/^(?:From|To|Cc|Subject|Date|Reply-To|Message-ID): /gim) ?? [];
  return new Set(headers.map((header) => header.toLowerCase())).size >= 2;
}

/** One line that shows something instead of saying it. */
export const isQuotedLine = (line: string): boolean =>
  isNumbered(line) || isDiff(line) || isHit(line) || isPath(line) || isCode(line) || saysNone(line);

/** `   14→`, `14|`, `12:` of a file view. A time or a count ("404: …", "3: …") stands further to the left. */
const isNumbered = (line: string): boolean =>
  /^\s*\d{1,6}(?:→|\t|\s*\||:(?!\s*\d\d\b)(?:\s{2}|\S))/.test(line);

const isDiff = (line: string): boolean =>
  /^(?:[+-](?![\d\s]|-{2,}$)|[+-]\s|@@ |diff --git |index [0-9a-f]{6,})/.test(line) && !/^- /.test(line);

/** `path/name.ts:12: …`, `name.ts(12,4): …` of a search or a compiler. */
const isHit = (line: string): boolean => /^\s*(?:[\w.@~-]*[\\/])*[\w@.-]+\.\w{1,8}[:(]\d/.test(line);

const isPath = (line: string): boolean => /^\s*[-*]?\s*(?:[\w.@~-]*[\\/])*[\w@-]+\.\w{1,8}\s*$/.test(line);

const isCode = (line: string): boolean =>
  /^\s*(?:raise \w|throw (?:new )?\w|\}? ?catch ?[({]|except\b.*:|(?:console|logger|log|logging)\.\w+\(|(?:async )?def \w|class \w|import \w|return [\w'"`[{(]|(?:const|let|var) \w)/.test(
    line,
  ) || /[{;]\s*$/.test(line);

const saysNone = (line: string): boolean =>
  /\b(?:0|no|zero) (?:errors?|failed|failures?)\b|\berrors?["']?: ?(?:\[\]|0\b|none\b)/i.test(line);
