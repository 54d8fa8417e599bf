import { readJson } from './json-reader.ts';
import { valueOf, type JsonNode } from './json-node.ts';
import type { JsonValue } from './normal-form.ts';

/** The arguments of a call: parsed where they parse, and as they stood. */
export interface CallArguments {
  readonly args: JsonValue | null;
  readonly rawArgs: string;
}

/** Arguments written as text. What is not JSON to the letter is kept as it is and not parsed. */
export function argumentsFromText(rawArgs: string): CallArguments {
  const isReadable = readJson(rawArgs).fault === null;
  try {
    // The reader limits depth, the built-in parser does not.
    return { args: isReadable ? (JSON.parse(rawArgs) as JsonValue) : null, rawArgs };
  } catch {
    return { args: null, rawArgs };
  }
}

/** Arguments in a field: JSON text by rule, an object in many logs, or nothing. */
export function argumentsFromNode(node: JsonNode | undefined, text: string): CallArguments {
  if (node === undefined) return { args: null, rawArgs: '' };
  if (node.kind === 'text') return argumentsFromText(node.value);
  return { args: valueOf(node), rawArgs: text.slice(node.start, node.end) };
}
