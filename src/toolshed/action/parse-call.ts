import { isMark, tokensOf, type SyntaxBreak, type Token } from '../python/index.ts';
import type { Call, KeywordArgument } from './call.ts';
import type { ParseFault } from './parse-fault.ts';
import { readArguments, type WrittenArgument } from './read-arguments.ts';
import { callText } from './turn-text.ts';

/** A call, or why there is none. */
export type ParsedCall =
  { readonly ok: true; readonly call: Call } | { readonly ok: false; readonly fault: ParseFault };

/**
 * Reads the one call that an agent's turn consists of (toolshed §4). What is accepted, and the values, are those of
 * Python 3.11; the reasons of a refusal are ours. Unlike Python it knows no characters by name (`\N{…}`), no bytes,
 * complex numbers or `...` as values, and does not mind an indented call under a line of comment.
 *
 * A keyword given twice keeps its first place and its last value. Where several arguments are no literals, the first
 * keyword among them is reported, else the first positional one. Time grows linearly with the text.
 */
export function parseCall(turn: string): ParsedCall {
  const source = callText(turn);
  if (source === '') return refused({ reason: 'empty' });
  const { tokens, broken } = tokensOf(source);
  const opening = openingOfCall(tokens);
  if (opening === null) return refused({ reason: 'not-a-call' });
  if (broken !== null) return refused({ reason: 'syntax', broken });
  const read = readArguments(source, tokens, opening.firstArgument);
  if (typeof read === 'string') return refused({ reason: 'syntax', broken: read });
  const trailing = breakAfterCall(tokens, read.next, opening.bracketsAround);
  if (trailing !== null) return refused({ reason: 'syntax', broken: trailing });
  return callOfArguments(opening.name, read.written);
}

const refused = (fault: ParseFault): ParsedCall => ({ ok: false, fault });

/** The name and opening bracket that a call begins with; both the name and the whole call may stand in brackets. */
function openingOfCall(
  tokens: readonly Token[],
): { readonly name: string; readonly firstArgument: number; readonly bracketsAround: number } | null {
  let at = tokens.findIndex((token) => token.kind !== 'newline');
  let brackets = 0;
  for (; isMark(tokens[at], '('); at += 1) brackets += 1;
  const word = tokens[at];
  if (word?.kind !== 'name' || word.reserved) return null;
  for (at += 1; brackets > 0 && isMark(tokens[at], ')'); at += 1) brackets -= 1;
  return isMark(tokens[at], '(')
    ? { name: word.name, firstArgument: at + 1, bracketsAround: brackets }
    : null;
}

/** Nothing but the brackets around the call and empty lines may follow it. */
function breakAfterCall(tokens: readonly Token[], from: number, bracketsAround: number): SyntaxBreak | null {
  const rest = tokens.slice(from);
  const isClosed = rest.slice(0, bracketsAround).every((token) => isMark(token, ')'));
  const isEmpty = rest.slice(bracketsAround).every((token) => token.kind === 'newline');
  return isClosed && isEmpty ? null : 'text-after-call';
}

function callOfArguments(name: string, written: readonly WrittenArgument[]): ParsedCall {
  const keywords = new Map<string, KeywordArgument>();
  for (const { form, name: keyword, value, source } of written) {
    if (form === 'positional') continue;
    if (form === 'unpacking') return refused({ reason: 'unpacking', tool: name });
    if (value === null) return refused({ reason: 'value', tool: name, source });
    keywords.set(keyword, { name: keyword, value });
  }
  const positional = [];
  for (const { form, value, source } of written) {
    if (form !== 'positional') continue;
    if (value === null) return refused({ reason: 'value', tool: name, source });
    positional.push(value);
  }
  return { ok: true, call: { name, positional, keywords: [...keywords.values()] } };
}
