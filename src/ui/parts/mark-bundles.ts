import type { Mark, SymbolMark } from '../../figures/index.ts';

/** Symbols of one look as one outline: thousands of dots are then a few elements. */
export interface Bundle {
  readonly kind: 'bundle';
  /** Of any of its symbols. */
  readonly look: SymbolMark;
  readonly path: string;
}

/**
 * Marks in drawing order, with symbols that follow each other drawn together as far as they look alike. Only the order
 * among such neighbours changes.
 */
export function bundled(marks: readonly Mark[]): readonly (Mark | Bundle)[] {
  const drawn: (Mark | Bundle)[] = [];
  let neighbours = new Map<string, SymbolMark[]>();
  const flush = (): void => {
    for (const alike of neighbours.values()) {
      const [look] = alike;
      if (look !== undefined)
        drawn.push({
          kind: 'bundle',
          look,
          path: alike.map(({ path, x, y }) => movedTo(path, x, y)).join(''),
        });
    }
    neighbours = new Map();
  };
  for (const mark of marks) {
    if (mark.kind !== 'symbol') {
      flush();
      drawn.push(mark);
      continue;
    }
    const look = `${mark.path} ${mark.fill} ${mark.fillOpacity} ${mark.stroke} ${mark.strokeWidth}`;
    const alike = neighbours.get(look);
    if (alike === undefined) neighbours.set(look, [mark]);
    else alike.push(mark);
  }
  flush();
  return drawn;
}

/** How many numbers of a path command do not move with it, before the point that does. */
const BEFORE_POINT: Readonly<Record<string, number>> = { M: 0, L: 0, A: 5 };
const COMMAND = /([MLAhvZ])([^MLAhvZ]*)/g;
const parsed = new Map<string, readonly { readonly letter: string; readonly numbers: readonly number[] }[]>();

/** An outline around the origin, moved: `x` and `y` are added to its points. Only the commands of our symbols are known. */
export function movedTo(path: string, x: number, y: number): string {
  let commands = parsed.get(path);
  if (commands === undefined) {
    commands = [...path.matchAll(COMMAND)].map(([, letter = '', rest = '']) => ({
      letter,
      numbers: rest === '' ? [] : rest.split(/[ ,]+|(?=-)/).map(Number),
    }));
    parsed.set(path, commands);
  }
  let text = '';
  for (const { letter, numbers } of commands) {
    const before = BEFORE_POINT[letter];
    text += letter;
    for (const [index, number] of numbers.entries()) {
      const shift = before === undefined || index < before ? 0 : (index - before) % 2 === 0 ? x : y;
      text += `${index === 0 ? '' : ' '}${Math.round((number + shift) * 100) / 100}`;
    }
  }
  return text;
}
