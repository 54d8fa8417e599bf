import type { JsonValue, SourceSpan } from './normal-form.ts';

/** A JSON value that knows where it stands. `isWhole` is false for what the end of the text cut off. */
export type JsonNode = JsonObject | JsonList | JsonText | JsonAtom;

export interface JsonObject extends SourceSpan {
  readonly kind: 'object';
  readonly members: readonly JsonMember[];
  readonly isWhole: boolean;
}

export interface JsonMember {
  readonly key: string;
  readonly value: JsonNode;
  /** From the key's quote to the end of the value. */
  readonly start: number;
}

export interface JsonList extends SourceSpan {
  readonly kind: 'list';
  readonly items: readonly JsonNode[];
  readonly isWhole: boolean;
}

export interface JsonText extends SourceSpan {
  readonly kind: 'text';
  readonly value: string;
}

export interface JsonAtom extends SourceSpan {
  readonly kind: 'atom';
  readonly value: number | boolean | null;
}

/** The value of a field. A key that stands twice means its last value. */
export function field(node: JsonNode | undefined, key: string): JsonNode | undefined {
  if (node?.kind !== 'object') return undefined;
  for (let index = node.members.length - 1; index >= 0; index -= 1) {
    const member = node.members[index];
    if (member?.key === key) return member.value;
  }
  return undefined;
}

/** The value of a field of a field. */
export const fieldAt = (node: JsonNode | undefined, ...keys: readonly string[]): JsonNode | undefined =>
  keys.reduce<JsonNode | undefined>((at, key) => field(at, key), node);

/** The text of a field, or null. */
export const textField = (node: JsonNode | undefined, key: string): string | null => textOf(field(node, key));

export const textOf = (node: JsonNode | undefined): string | null =>
  node?.kind === 'text' ? node.value : null;

/** The entries of a list; none where there is no list. */
export const itemsOf = (node: JsonNode | undefined): readonly JsonNode[] =>
  node?.kind === 'list' ? node.items : [];

/** Whether a field is there and is not null. */
export const hasField = (node: JsonNode | undefined, key: string): boolean => !isNothing(field(node, key));

export const isNothing = (node: JsonNode | undefined): boolean =>
  node === undefined || (node.kind === 'atom' && node.value === null);

export const isTrue = (node: JsonNode | undefined): boolean => node?.kind === 'atom' && node.value === true;

/** The plain value. The reader limits depth, so recursion ends soon. */
export function valueOf(node: JsonNode): JsonValue {
  if (node.kind === 'text' || node.kind === 'atom') return node.value;
  if (node.kind === 'list') return node.items.map(valueOf);
  // fromEntries makes a key called __proto__ a key like any other.
  return Object.fromEntries(node.members.map(({ key, value }) => [key, valueOf(value)]));
}

/** Where a node stands. */
export const spanOfNode = ({ start, end }: SourceSpan): SourceSpan => ({ start, end });
