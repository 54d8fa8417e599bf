import { repr, type Literal } from '../python/index.ts';

/** One argument given by name. */
export interface KeywordArgument {
  readonly name: string;
  readonly value: Literal;
}

/** A tool call as an agent writes it: `name(positional, …, keyword=value, …)`; each keyword once. */
export interface Call {
  readonly name: string;
  readonly positional: readonly Literal[];
  readonly keywords: readonly KeywordArgument[];
}

/** A call with named arguments only, in the order given. */
export const callOf = (
  name: string,
  keywords: readonly (readonly [name: string, value: Literal])[],
): Call => ({
  name,
  positional: [],
  keywords: keywords.map(([keyword, value]) => ({ name: keyword, value })),
});

/** The call's text: arguments in their order, separated by comma and blank, values as Python literals (toolshed §4). */
export function printCall({ name, positional, keywords }: Call): string {
  const named = keywords.map((keyword) => `${keyword.name}=${repr(keyword.value)}`);
  return `${name}(${[...positional.map(repr), ...named].join(', ')})`;
}
