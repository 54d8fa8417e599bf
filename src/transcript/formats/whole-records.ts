import type { JsonList, JsonNode, JsonObject } from './json-node.ts';

/**
 * A value that was cut off, without the record that was cut: the outermost list that has whole records keeps those.
 * Null: there is no such list.
 */
export function wholeRecords(node: JsonNode): JsonNode | null {
  if (node.kind === 'text' || node.kind === 'atom' || node.isWhole) return node;
  return node.kind === 'list' ? wholeOfList(node) : wholeOfObject(node);
}

function wholeOfList(list: JsonList): JsonNode | null {
  const whole = list.items.filter((item) => item.kind === 'text' || item.kind === 'atom' || item.isWhole);
  if (whole.some(({ kind }) => kind === 'object' || kind === 'list')) return { ...list, items: whole };
  const last = list.items.at(-1);
  const rest = last === undefined ? null : wholeRecords(last);
  return rest === null ? null : { ...list, items: [rest] };
}

function wholeOfObject(object: JsonObject): JsonNode | null {
  const last = object.members.at(-1);
  const isCut = last !== undefined && 'isWhole' in last.value && !last.value.isWhole;
  // Cut between two fields: a list or an object that was whole before is.
  if (!isCut) return object.members.some(({ value }) => 'isWhole' in value) ? object : null;
  const rest = wholeRecords(last.value);
  return rest === null
    ? null
    : { ...object, members: [...object.members.slice(0, -1), { ...last, value: rest }] };
}
