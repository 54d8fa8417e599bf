import { isMark, readLiteral, type Literal, type SyntaxBreak, type Token } from '../python/index.ts';

/** One argument as written. A value that is no literal is null; then `source` says what stands there. */
export interface WrittenArgument {
  readonly form: 'positional' | 'keyword' | 'unpacking';
  /** Of a keyword; empty otherwise. */
  readonly name: string;
  readonly value: Literal | null;
  readonly source: string;
}

/**
 * The arguments between the brackets of a call, and the place of the first token after the closing one. `from` is
 * the place after the opening one. The brackets of the tokens pair up.
 */
export function readArguments(
  source: string,
  tokens: readonly Token[],
  from: number,
): { readonly written: readonly WrittenArgument[]; readonly next: number } | SyntaxBreak {
  const written: WrittenArgument[] = [];
  for (let at = from; ;) {
    if (isMark(tokens[at], ')')) return { written, next: at + 1 };
    const end = endOfArgument(tokens, at);
    const argument = readArgument(source, tokens, at, end);
    if (typeof argument === 'string') return argument;
    if (isMisplaced(argument, written)) return 'positional-after-keyword';
    written.push(argument);
    at = isMark(tokens[end], ',') ? end + 1 : end;
  }
}

/** The place of the comma or closing bracket that ends the argument. */
function endOfArgument(tokens: readonly Token[], from: number): number {
  let depth = 0;
  for (let at = from; ; at += 1) {
    const token = tokens[at];
    if (token?.kind !== 'mark') continue;
    if (depth === 0 && (token.mark === ',' || token.mark === ')')) return at;
    if ('([{'.includes(token.mark)) depth += 1;
    else if (')]}'.includes(token.mark)) depth -= 1;
  }
}

function readArgument(
  source: string,
  tokens: readonly Token[],
  from: number,
  end: number,
): WrittenArgument | SyntaxBreak {
  const first = tokens[from];
  const isKeyword = first?.kind === 'name' && isMark(tokens[from + 1], '=');
  if (isKeyword && first.reserved) return 'argument-name';
  const form = isKeyword ? 'keyword' : isMark(first, '**') ? 'unpacking' : 'positional';
  const begin = form === 'keyword' ? from + 2 : form === 'unpacking' ? from + 1 : from;
  if (begin === end) return 'missing-argument';
  const read = form === 'unpacking' ? null : readLiteral(tokens, begin);
  const value = read?.next === end ? read.literal : null;
  if (value === null) {
    const assignment = tokens.slice(begin, end).findIndex((token) => isMark(token, '='));
    // A second `=`: a comma is missing before its name, or what stands before it cannot be a name.
    if (assignment >= 0) return form === 'keyword' ? 'missing-comma' : 'argument-name';
  }
  return {
    form,
    name: isKeyword ? first.name : '',
    value,
    source: source.slice(tokens[begin]?.start, tokens[end - 1]?.end),
  };
}

/** Python lets a `*` unpacking follow keywords, but nothing without a name follow a `**` unpacking. */
function isMisplaced({ form, source }: WrittenArgument, before: readonly WrittenArgument[]): boolean {
  if (form !== 'positional') return false;
  const forbidding = source.startsWith('*') ? ['unpacking'] : ['keyword', 'unpacking'];
  return before.some((argument) => forbidding.includes(argument.form));
}
