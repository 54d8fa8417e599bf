import type { JsonValue } from '../normal-form.ts';
import type { PythonNode } from './python-literal.ts';

/** The plain value of a printed one. What is no value stays as the text it is. */
export function pythonValue(node: PythonNode, text: string): JsonValue {
  switch (node.kind) {
    case 'text':
    case 'atom':
      return node.value;
    case 'list':
      return node.items.map((item) => pythonValue(item, text));
    case 'dict':
      return Object.fromEntries(
        node.entries.map(({ key, value }) => [keyOf(key, text), pythonValue(value, text)]),
      );
    case 'call':
    case 'opaque':
      return text.slice(node.start, node.end);
  }
}

const keyOf = (key: PythonNode, text: string): string =>
  key.kind === 'text' ? key.value : text.slice(key.start, key.end);

/** The value of a key of a dictionary, or of a field of a printed object. */
export function pythonField(node: PythonNode | undefined, name: string): PythonNode | undefined {
  if (node?.kind === 'call') return node.fields.get(name);
  if (node?.kind !== 'dict') return undefined;
  return node.entries.findLast(({ key }) => key.kind === 'text' && key.value === name)?.value;
}

/** The text of such a field, or null. */
export function pythonText(node: PythonNode | undefined, name: string): string | null {
  const found = pythonField(node, name);
  return found?.kind === 'text' ? found.value : null;
}

export const pythonItems = (node: PythonNode | undefined): readonly PythonNode[] =>
  node?.kind === 'list' ? node.items : [];
