import type { SourceSpan } from '../normal-form.ts';

/** A value as Python prints it, with its place. */
export type PythonNode = PythonText | PythonAtom | PythonList | PythonDict | PythonCall | PythonOpaque;

export interface PythonText extends SourceSpan {
  readonly kind: 'text';
  readonly value: string;
}

export interface PythonAtom extends SourceSpan {
  readonly kind: 'atom';
  readonly value: number | boolean | null;
}

/** A list, tuple or set. */
export interface PythonList extends SourceSpan {
  readonly kind: 'list';
  readonly items: readonly PythonNode[];
}

export interface PythonDict extends SourceSpan {
  readonly kind: 'dict';
  readonly entries: readonly { readonly key: PythonNode; readonly value: PythonNode }[];
}

/** `Name(1, key=2)`: how Python prints an object. */
export interface PythonCall extends SourceSpan {
  readonly kind: 'call';
  readonly name: string;
  readonly items: readonly PythonNode[];
  readonly fields: ReadonlyMap<string, PythonNode>;
}

/** What is no value to us: a bare name, `...`, `<object at 0x1>`. */
export interface PythonOpaque extends SourceSpan {
  readonly kind: 'opaque';
}

/** No printed message nests deeper; the reader recurses so far and no further. */
const DEEPEST = 120;

/** Reads the literal at `start`; null: there is none, or the text ends before it does. It runs nothing. */
export function readPython(text: string, start: number, limit = text.length): PythonNode | null {
  const reader = new Reader(text, limit);
  return reader.value(start, 0);
}

const SPACE = /\s*/y;
const NUMBER = /[+-]?(?:0[xX][0-9a-fA-F]+|(?:\d[\d_]*)?\.?\d[\d_]*\.?(?:[eE][+-]?\d+)?)j?/y;
const NAME = /[A-Za-z_][\w.]*/y;
const STRING = /(?:[rR][bB]?|[bB][rR]?|[uUfF])?(?:'''|"""|'|")/y;
const ANGLE = /<[^<>\n]{0,500}>/y;
const CLOSING = { '[': ']', '(': ')', '{': '}' } as const;
const WORDS = new Map<string, number | boolean | null>([
  ['None', null],
  ['True', true],
  ['False', false],
  ['null', null],
  ['true', true],
  ['false', false],
]);

class Reader {
  constructor(
    private readonly text: string,
    private readonly limit: number,
  ) {}

  value(from: number, depth: number): PythonNode | null {
    if (depth > DEEPEST) return null;
    const start = this.skip(from);
    if (start >= this.limit) return null;
    const sign = this.text.charAt(start);
    const string = this.strings(start);
    if (string !== null) return string;
    if (sign === '[' || sign === '(') return this.list(start, CLOSING[sign], depth);
    if (sign === '{') return this.dict(start, depth);
    if (sign === '<') return this.opaque(start, ANGLE);
    if (this.text.startsWith('...', start)) return { kind: 'opaque', start, end: start + 3 };
    const name = this.at(NAME, start);
    if (name !== null) return this.named(start, name, depth);
    return this.number(start);
  }

  private named(start: number, name: string, depth: number): PythonNode | null {
    const end = start + name.length;
    const word = WORDS.get(name);
    if (word !== undefined) return { kind: 'atom', value: word, start, end };
    if (this.text.charAt(end) === '(') return this.call(start, name, depth);
    return { kind: 'opaque', start, end };
  }

  private number(start: number): PythonNode | null {
    const written = this.at(NUMBER, start);
    if (written === null || written === '') return null;
    const value = Number(written.replaceAll('_', ''));
    const end = start + written.length;
    return Number.isFinite(value) ? { kind: 'atom', value, start, end } : { kind: 'opaque', start, end };
  }

  /** Strings that follow each other are one. */
  private strings(start: number): PythonText | null {
    const first = this.string(start);
    if (first === null) return null;
    const values = [first.value];
    let end = first.end;
    for (let next = this.string(this.skip(end)); next !== null; next = this.string(this.skip(end))) {
      values.push(next.value);
      end = next.end;
    }
    return { kind: 'text', value: values.join(''), start, end };
  }

  private string(start: number): PythonText | null {
    const opening = this.at(STRING, start);
    if (opening === null) return null;
    const quotes = /['"]+$/.exec(opening)?.[0] ?? '"';
    const from = start + opening.length;
    let close = from;
    for (;;) {
      close = this.text.indexOf(quotes, close);
      if (close < 0 || close + quotes.length > this.limit) return null;
      if (!isEscaped(this.text, close, from)) break;
      close += 1;
    }
    const body = this.text.slice(from, close);
    const value = /^[rRbB]*[rR]/.test(opening) ? body : unescaped(body);
    return { kind: 'text', value, start, end: close + quotes.length };
  }

  private list(start: number, closing: string, depth: number): PythonNode | null {
    const items: PythonNode[] = [];
    let at = this.skip(start + 1);
    while (this.text.charAt(at) !== closing) {
      const item = this.value(at, depth + 1);
      if (item === null) return null;
      items.push(item);
      const next = this.comma(item.end, closing);
      if (next === null) return null;
      at = next;
    }
    return { kind: 'list', items, start, end: at + 1 };
  }

  private dict(start: number, depth: number): PythonNode | null {
    const entries: { key: PythonNode; value: PythonNode }[] = [];
    const items: PythonNode[] = [];
    let at = this.skip(start + 1);
    while (this.text.charAt(at) !== '}') {
      const key = this.value(at, depth + 1);
      if (key === null) return null;
      const colon = this.skip(key.end);
      let end = key.end;
      if (this.text.charAt(colon) === ':') {
        const value = this.value(colon + 1, depth + 1);
        if (value === null) return null;
        entries.push({ key, value });
        end = value.end;
      } else items.push(key);
      const next = this.comma(end, '}');
      if (next === null) return null;
      at = next;
    }
    return items.length > 0
      ? { kind: 'list', items, start, end: at + 1 }
      : { kind: 'dict', entries, start, end: at + 1 };
  }

  private call(start: number, name: string, depth: number): PythonNode | null {
    const items: PythonNode[] = [];
    const fields = new Map<string, PythonNode>();
    let at = this.skip(start + name.length + 1);
    while (this.text.charAt(at) !== ')') {
      const field = this.at(NAME, at);
      const equals = field === null ? -1 : this.skip(at + field.length);
      const isField = field !== null && this.text.charAt(equals) === '=';
      const value = this.value(isField ? equals + 1 : at, depth + 1);
      if (value === null) return null;
      if (isField) fields.set(field, value);
      else items.push(value);
      const next = this.comma(value.end, ')');
      if (next === null) return null;
      at = next;
    }
    return { kind: 'call', name, items, fields, start, end: at + 1 };
  }

  /** Where the next entry or the closing bracket stands; null: neither comes. */
  private comma(from: number, closing: string): number | null {
    const at = this.skip(from);
    const sign = this.text.charAt(at);
    if (at >= this.limit) return null;
    if (sign === closing) return at;
    return sign === ',' ? this.skip(at + 1) : null;
  }

  private opaque(start: number, pattern: RegExp): PythonNode | null {
    const written = this.at(pattern, start);
    return written === null ? null : { kind: 'opaque', start, end: start + written.length };
  }

  private skip(from: number): number {
    return from + (this.at(SPACE, from)?.length ?? 0);
  }

  private at(pattern: RegExp, from: number): string | null {
    pattern.lastIndex = from;
    const found = pattern.exec(this.text)?.[0] ?? null;
    return found !== null && from + found.length <= this.limit ? found : null;
  }
}

function isEscaped(text: string, quote: number, from: number): boolean {
  let before = quote - 1;
  while (before >= from && text.charAt(before) === '\\') before -= 1;
  return (quote - before) % 2 === 0;
}

const SIMPLE: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  a: '\u0007',
  b: '\b',
  f: '\f',
  v: '\v',
  '\\': '\\',
  "'": "'",
  '"': '"',
  '\n': '',
};
const ESCAPE = /\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|([0-7]{1,3})|([^]))/g;

/** An escape that Python does not know stays as it stands. */
function unescaped(body: string): string {
  if (!body.includes('\\')) return body;
  return body.replace(
    ESCAPE,
    (whole: string, x?: string, u?: string, long?: string, octal?: string, one?: string) => {
      if (octal !== undefined) return String.fromCharCode(parseInt(octal, 8));
      const hex = x ?? u ?? long;
      if (hex === undefined) return SIMPLE[one ?? ''] ?? whole;
      const point = parseInt(hex, 16);
      return point <= 0x10ffff ? String.fromCodePoint(point) : whole;
    },
  );
}
