import { NUMBER_BEGINS, numberToken } from './number-token.ts';
import { STRING_BEGINS, stringToken } from './string-token.ts';
import type { SyntaxBreak } from './syntax-break.ts';
import type { Token, TokenContent } from './token.ts';

/** The tokens of a text, up to where its syntax breaks (null: nowhere). */
export interface Tokens {
  readonly tokens: readonly Token[];
  readonly broken: SyntaxBreak | null;
}

const SKIPPED = /[ \t\f]+|\\\n|#[^\n]*/y;
const NAME = /[\p{XID_Start}_]\p{XID_Continue}*/uy;
const MARK =
  /\*\*=|\/\/=|<<=|>>=|\.\.\.|!=|->|:=|[-+*/%@&|^=<>]=|\*\*|\/\/|<<|>>|[-+*/%@&|^~<>()[\]{},:.;=]/y;
const HALF_CHARACTER = /\p{Surrogate}/u;

const PARTNER: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };
/** Python's own limit; it also bounds the recursion of every reader of tokens. */
const DEEPEST = 200;

const RESERVED = new Set(
  (
    'False None True and as assert async await break class continue def del elif else except finally for from ' +
    'global if import in is lambda nonlocal not or pass raise return try while with yield'
  ).split(' '),
);

/** Cuts Python source (3.11) into tokens; brackets pair up in what is returned unbroken. */
export function tokensOf(source: string): Tokens {
  const tokens: Token[] = [];
  const open: string[] = [];
  const broken = (what: SyntaxBreak | null): Tokens => ({ tokens, broken: what });
  for (let start = 0; start < source.length;) {
    const skipped = match(SKIPPED, source, start);
    if (skipped !== null) {
      start += skipped[0].length;
      continue;
    }
    const read = tokenAt(source, start);
    if (typeof read === 'string') return broken(read);
    const { content, end } = read;
    if (content.kind === 'mark') {
      if ('([{'.includes(content.mark)) {
        if (open.length === DEEPEST) return broken('too-many-brackets');
        open.push(content.mark);
      } else if (content.mark in PARTNER && open.pop() !== PARTNER[content.mark]) {
        return broken('bracket-without-partner');
      }
    }
    const insideBrackets = open.length > 0;
    if (!(content.kind === 'newline' && insideBrackets)) tokens.push({ ...content, start, end });
    start = end;
  }
  if (open.length > 0) return broken('bracket-never-closed');
  // Not even in a string or a comment: Python cannot take such a source in at all.
  return broken(source.includes('\0') || HALF_CHARACTER.test(source) ? 'unknown-character' : null);
}

function tokenAt(
  source: string,
  start: number,
): { readonly content: TokenContent; readonly end: number } | SyntaxBreak {
  if (source[start] === '\n') return { content: { kind: 'newline' }, end: start + 1 };
  const opening = match(STRING_BEGINS, source, start);
  if (opening !== null) return stringToken(source, opening[0], opening[1] ?? '', start + opening[0].length);
  if (match(NUMBER_BEGINS, source, start) !== null) return numberToken(source, start);
  const word = match(NAME, source, start)?.[0];
  if (word !== undefined) {
    // Python compares words with its keywords before it folds compatibility forms.
    const content = { kind: 'name', name: word.normalize('NFKC'), reserved: RESERVED.has(word) } as const;
    return { content, end: start + word.length };
  }
  const mark = match(MARK, source, start)?.[0];
  if (mark === undefined) return 'unknown-character';
  return { content: { kind: 'mark', mark }, end: start + mark.length };
}

/** What a sticky pattern finds exactly at `at`. */
function match(pattern: RegExp, source: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(source);
}
