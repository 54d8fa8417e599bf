import type { SyntaxBreak } from '../python/index.ts';

/**
 * Why a text is no tool call; every one is the error kind `parse_error` (toolshed §3.2, §4).
 *
 * - `empty`: nothing is left after blanks, fence and label
 * - `not-a-call`: the text does not begin with a plain name and an opening bracket
 * - `syntax`: it does, and then goes wrong or breaks off
 * - `unpacking`: an argument is `**something`
 * - `value`: an argument is not a literal; `source` is what was written for it
 */
export type ParseFault =
  | { readonly reason: 'empty' }
  | { readonly reason: 'not-a-call' }
  | { readonly reason: 'syntax'; readonly broken: SyntaxBreak }
  | { readonly reason: 'unpacking'; readonly tool: string }
  | { readonly reason: 'value'; readonly tool: string; readonly source: string };
