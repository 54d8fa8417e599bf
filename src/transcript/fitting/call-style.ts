import type { JsonValue, PastedCall } from '../formats/normal-form.ts';

/** How tool calls and results become text that a small model reads and writes: a choice, stated on the page. */
export type CallStyleName = 'as-written' | 'function' | 'json' | 'tags' | 'labels';

export interface CallStyle {
  /** Its name on the page. */
  readonly label: string;
  /** The text of a call. Free text stands as it was. */
  readonly call: (call: PastedCall) => string;
  /** What stands before and after a result in the user message that holds it; `label`: what stood before it in the log. */
  readonly result: (tool: string | null, label?: string) => readonly [before: string, after: string];
}

export const CALL_STYLES: Readonly<Record<CallStyleName, CallStyle>> = {
  'as-written': {
    label: 'as written',
    call: ({ text, name, rawArgs }) => text ?? `${name ?? ''}(${rawArgs})`,
    result: (_, label = '') => [label, ''],
  },
  function: {
    label: 'name(argument="value")',
    call: named((name, call) =>
      isRecord(call.args) ? `${name}(${argumentsOf(call.args)})` : `${name}(${call.rawArgs})`,
    ),
    // The label of the study's transcripts, so that a log reads like one of its items.
    result: () => ['Observation: ', ''],
  },
  json: {
    label: '{"name": …, "arguments": …}',
    call: named(jsonCall),
    result: (tool) => [`Result${tool === null ? '' : ` of ${tool}`}: `, ''],
  },
  tags: {
    label: '<tool_call>',
    call: named((name, call) => `<tool_call>\n${jsonCall(name, call)}\n</tool_call>`),
    result: () => ['<tool_response>\n', '\n</tool_response>'],
  },
  labels: {
    label: 'Action / Action Input',
    // A bare input stands bare in such logs: quoted, it would be another text.
    call: named(
      (name, call) =>
        `Action: ${name}\nAction Input: ${typeof call.args === 'string' ? call.args : argumentText(call)}`,
    ),
    result: () => ['Observation: ', ''],
  },
};

function named(write: (name: string, call: PastedCall) => string): CallStyle['call'] {
  return (call) => call.text ?? (call.name === null ? call.rawArgs : write(call.name, call));
}

function jsonCall(name: string, call: PastedCall): string {
  return `{"name": ${JSON.stringify(name)}, "arguments": ${argumentText(call)}}`;
}

/** Arguments that do not parse stand as they were written. */
const argumentText = ({ args, rawArgs }: PastedCall): string => (args === null ? rawArgs : spacedJson(args));

const argumentsOf = (args: { readonly [key: string]: JsonValue }): string =>
  Object.entries(args)
    .map(([key, value]) => `${key}=${spacedJson(value)}`)
    .join(', ');

const isRecord = (value: JsonValue): value is { readonly [key: string]: JsonValue } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** JSON with a blank after commas and colons, as Python writes it: what small models have read most of. */
function spacedJson(value: JsonValue): string {
  if (Array.isArray(value)) return `[${value.map(spacedJson).join(', ')}]`;
  if (isRecord(value)) {
    const members = Object.entries(value).map(([key, one]) => `${JSON.stringify(key)}: ${spacedJson(one)}`);
    return `{${members.join(', ')}}`;
  }
  // JSON.stringify writes null for what JSON has no word for; a log that holds NaN means NaN.
  return typeof value === 'number' && !Number.isFinite(value) ? String(value) : JSON.stringify(value);
}
