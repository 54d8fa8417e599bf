import { cleanPaste } from '../formats/clean-paste.ts';
import { field, itemsOf, textField, textOf, valueOf, type JsonNode } from '../formats/json-node.ts';
import { documentIn, fencesIn, valuesIn } from '../formats/json-records.ts';
import { readJson } from '../formats/json-reader.ts';
import type { JsonValue } from '../formats/normal-form.ts';
import { isRecord } from './json-out.ts';

/** The tools that a log says were offered to its model. */
export interface KnownTools {
  /** The list as it stood. */
  readonly text: string;
  /** In the form of the OpenAI chat interface. */
  readonly functions: readonly JsonValue[];
  readonly names: readonly string[];
}

const DEEPEST = 6;
const KEYS = ['tools', 'functions'] as const;

/** The first list of tools in a paste; null: it holds none that can be read. */
export function knownTools(pasted: string): KnownTools | null {
  const { text } = cleanPaste(pasted);
  const [fence] = fencesIn(text);
  const found = [documentIn(text, { start: 0, end: text.length }, 'document'), fence, valuesIn(text)].find(
    (records) => records != null && records.roots.length > 0,
  );
  let level: readonly JsonNode[] = found?.roots ?? [];
  for (let depth = 0; depth < DEEPEST && level.length > 0; depth += 1) {
    for (const node of level) {
      for (const key of KEYS) {
        const tools = toolsIn(field(node, key), text);
        if (tools !== null) return tools;
      }
    }
    level = level.flatMap((node) =>
      node.kind === 'list'
        ? node.items
        : node.kind === 'object'
          ? node.members.map(({ value }) => value)
          : [],
    );
  }
  return null;
}

/** A list, or a list written as text. */
function toolsIn(node: JsonNode | undefined, source: string): KnownTools | null {
  const inside = textOf(node);
  const list = inside === null ? node : (readJson(inside).node ?? undefined);
  const items = itemsOf(list);
  const functions = items.flatMap((item): readonly JsonValue[] => {
    const declared = itemsOf(field(item, 'functionDeclarations') ?? field(item, 'function_declarations'));
    return (declared.length > 0 ? declared : [item]).flatMap((one) => asFunction(one) ?? []);
  });
  if (items.length === 0 || functions.length < items.length || list === undefined) return null;
  const names = functions.flatMap((one) => {
    const inner = isRecord(one) ? one['function'] : undefined;
    const name = inner !== undefined && isRecord(inner) ? inner['name'] : undefined;
    return typeof name === 'string' ? [name] : [];
  });
  return { text: (inside ?? source).slice(list.start, list.end), functions, names };
}

function asFunction(node: JsonNode): JsonValue | null {
  const inner = field(node, 'function');
  const body = inner?.kind === 'object' ? inner : node;
  const name = textField(body, 'name');
  if (name === null) return null;
  const schema = ['parameters', 'input_schema', 'inputSchema']
    .map((key) => field(body, key))
    .find((one) => one?.kind === 'object');
  const description = textField(body, 'description');
  return {
    type: 'function',
    function: {
      name,
      ...(description === null ? {} : { description }),
      parameters: schema === undefined ? { type: 'object' } : valueOf(schema),
    },
  };
}
