import type { Call, KeywordArgument } from './action/index.ts';
import type { Literal } from './python/index.ts';
import type { ToolError } from './tool-error.ts';
import type { ParameterType, Tool } from './tools.ts';

/** An argument whose type has been checked. */
export type CheckedValue = string | number | readonly string[];

export type BoundArguments =
  | { readonly ok: true; readonly values: Readonly<Record<string, CheckedValue>> }
  | { readonly ok: false; readonly error: ToolError };

/**
 * Gives each parameter of the tool its value, or says what is wrong with the arguments. The order of the checks
 * decides which of several faults is named (toolshed §2.1, points 4 to 6): a renamed parameter is unexpected before
 * it is missing, and the first parameter with any fault decides.
 */
export function bindArguments(tool: Tool, call: Call): BoundArguments {
  const error = countFault(tool, call) ?? nameFault(tool, call);
  if (error !== null) return { ok: false, error };
  const given = argumentsByName(tool, call);
  const values: Record<string, CheckedValue> = {};
  for (const { name, type } of tool.parameters) {
    const received = given.get(name);
    if (received === undefined) {
      return { ok: false, error: { kind: 'missing_argument', tool: tool.name, parameter: name } };
    }
    const value = valueAs(type, received);
    if (value === null) {
      return { ok: false, error: { kind: 'type_error', tool: tool.name, parameter: name, received } };
    }
    values[name] = value;
  }
  return { ok: true, values };
}

function countFault(tool: Tool, call: Call): ToolError | null {
  const given = call.positional.length;
  if (given > tool.parameters.length) return { kind: 'arity_error', tool: tool.name, given };
  const twice = tool.parameters.slice(0, given).find(({ name }) => keywordNamed(call, name) !== undefined);
  return twice === undefined ? null : { kind: 'arity_error', tool: tool.name, twice: twice.name };
}

function nameFault(tool: Tool, call: Call): ToolError | null {
  const names = new Set(tool.parameters.map(({ name }) => name));
  const stranger = call.keywords.find(({ name }) => !names.has(name));
  return stranger === undefined
    ? null
    : { kind: 'unexpected_argument', tool: tool.name, argument: stranger.name };
}

const keywordNamed = (call: Call, name: string): KeywordArgument | undefined =>
  call.keywords.find((keyword) => keyword.name === name);

function argumentsByName(tool: Tool, call: Call): ReadonlyMap<string, Literal> {
  const given = new Map(call.keywords.map(({ name, value }) => [name, value]));
  call.positional.forEach((value, index) => {
    const parameter = tool.parameters[index];
    if (parameter !== undefined) given.set(parameter.name, value);
  });
  return given;
}

/** The value if it is of the type, else null. True and False are no numbers, and a string is no list of strings. */
function valueAs(type: ParameterType, literal: Literal): CheckedValue | null {
  switch (type) {
    case 'str':
      return literal.kind === 'str' ? literal.value : null;
    case 'float':
      return literal.kind === 'int' || literal.kind === 'float' ? Number(literal.value) : null;
    case 'list[str]': {
      if (literal.kind !== 'list' && literal.kind !== 'tuple') return null;
      const texts = literal.items.flatMap((item) => (item.kind === 'str' ? [item.value] : []));
      return texts.length === literal.items.length ? texts : null;
    }
  }
}
