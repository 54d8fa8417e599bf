/** A result whose whole text is one JSON object. */
export type TextAsJson = Readonly<Record<string, unknown>>;

/** The text as an object, or null: prose, lists, numbers and what does not parse say nothing by their keys. */
export function textAsJson(text: string): TextAsJson | null {
  const trimmed = text.trim();
  if (!trimmed.startsWith('{') || !trimmed.endsWith('}')) return null;
  try {
    const value: unknown = JSON.parse(trimmed);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

const isObject = (value: unknown): value is TextAsJson =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A field of its own; undefined where the value is no object or lacks it. */
export const fieldOf = (value: unknown, name: string): unknown =>
  isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
