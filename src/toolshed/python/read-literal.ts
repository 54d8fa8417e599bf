import { equalityKey } from './equality.ts';
import { float, int, str, type Literal } from './literal.ts';
import { isMark, type Token } from './token.ts';

/** A value, and the place of the first token after it. */
export interface ReadLiteral {
  readonly literal: Literal;
  readonly next: number;
}

/**
 * The longest literal that begins with the token at `at`, or null: strings (adjacent ones joined), whole numbers and
 * floats with at most one sign, lists, tuples, dicts, sets, True, False, None, and brackets around them
 * (toolshed §4). The recursion is bounded by the depth of brackets that `tokensOf` lets pass.
 */
export function readLiteral(tokens: readonly Token[], at: number): ReadLiteral | null {
  const token = tokens[at];
  switch (token?.kind) {
    case 'name':
      return readWord(tokens, at, token.name, token.reserved);
    case 'literal':
      return token.literal.kind === 'str' ? readPieces(tokens, at) : { literal: token.literal, next: at + 1 };
    case 'mark':
      switch (token.mark) {
        case '+':
        case '-':
          return readSigned(tokens, at + 1, token.mark === '-');
        case '(':
          return readRound(tokens, at);
        case '[': {
          const read = readItems(tokens, at + 1, ']');
          return read && { literal: { kind: 'list', items: read.items }, next: read.next };
        }
        case '{':
          return readBraces(tokens, at);
        default:
          return null;
      }
    default:
      return null;
  }
}

const WORDS: Readonly<Record<string, Literal>> = {
  True: { kind: 'bool', value: true },
  False: { kind: 'bool', value: false },
  None: { kind: 'NoneType' },
};

function readWord(tokens: readonly Token[], at: number, name: string, reserved: boolean): ReadLiteral | null {
  const literal = reserved ? WORDS[name] : undefined;
  if (literal !== undefined) return { literal, next: at + 1 };
  // There is no other way to write an empty set.
  if (name !== 'set' || !isMark(tokens[at + 1], '(') || !isMark(tokens[at + 2], ')')) return null;
  return { literal: { kind: 'set', items: [] }, next: at + 3 };
}

function readPieces(tokens: readonly Token[], at: number): ReadLiteral {
  const pieces: string[] = [];
  let next = at;
  for (;;) {
    const token = tokens[next];
    if (token?.kind !== 'literal' || token.literal.kind !== 'str') break;
    pieces.push(token.literal.value);
    next += 1;
  }
  return { literal: str(pieces.join('')), next };
}

/** The number behind a sign; a second sign or a truth value is none. */
function readSigned(tokens: readonly Token[], at: number, negative: boolean): ReadLiteral | null {
  const token = tokens[at];
  if (isMark(token, '(')) {
    const inner = readSigned(tokens, at + 1, negative);
    return inner !== null && isMark(tokens[inner.next], ')') ? { ...inner, next: inner.next + 1 } : null;
  }
  if (token?.kind !== 'literal') return null;
  const { literal } = token;
  const next = at + 1;
  if (literal.kind === 'int') return { literal: int(negative ? -literal.value : literal.value), next };
  if (literal.kind === 'float') return { literal: float(negative ? -literal.value : literal.value), next };
  return null;
}

function readRound(tokens: readonly Token[], at: number): ReadLiteral | null {
  const read = readItems(tokens, at + 1, ')');
  if (read === null) return null;
  const [only] = read.items;
  const isGroup = only !== undefined && read.items.length === 1 && !read.trailingComma;
  return { literal: isGroup ? only : { kind: 'tuple', items: read.items }, next: read.next };
}

/** Values with commas between them up to the closing bracket; one comma may follow the last. */
function readItems(
  tokens: readonly Token[],
  from: number,
  closing: string,
): { readonly items: readonly Literal[]; readonly next: number; readonly trailingComma: boolean } | null {
  const items: Literal[] = [];
  let trailingComma = false;
  for (let at = from; ;) {
    if (isMark(tokens[at], closing)) return { items, next: at + 1, trailingComma };
    if (items.length > 0 && !trailingComma) return null;
    const read = readLiteral(tokens, at);
    if (read === null) return null;
    items.push(read.literal);
    trailingComma = isMark(tokens[read.next], ',');
    at = trailingComma ? read.next + 1 : read.next;
  }
}

/**
 * A dict or a set: whether a colon follows its first item decides for all. Both are read in one go, because reading
 * a nested one twice at each level would take 2^depth steps.
 */
function readBraces(tokens: readonly Token[], from: number): ReadLiteral | null {
  const members = new Map<string, { readonly key: Literal; readonly value: Literal }>();
  let isDict = true;
  for (let at = from + 1; ;) {
    if (isMark(tokens[at], '}')) return { literal: braces([...members.values()], isDict), next: at + 1 };
    const key = readLiteral(tokens, at);
    if (key === null) return null;
    const hasValue = isMark(tokens[key.next], ':');
    if (members.size === 0) isDict = hasValue;
    const value = hasValue ? readLiteral(tokens, key.next + 1) : key;
    const equality = equalityKey(key.literal);
    if (value === null || equality === null || hasValue !== isDict) return null;
    // Of equal keys the first stays, with the last value.
    members.set(equality, { key: members.get(equality)?.key ?? key.literal, value: value.literal });
    const comma = isMark(tokens[value.next], ',');
    if (!comma && !isMark(tokens[value.next], '}')) return null;
    at = comma ? value.next + 1 : value.next;
  }
}

const braces = (
  members: readonly { readonly key: Literal; readonly value: Literal }[],
  isDict: boolean,
): Literal =>
  isDict
    ? { kind: 'dict', entries: members.map(({ key, value }) => [key, value]) }
    : { kind: 'set', items: members.map(({ key }) => key) };
