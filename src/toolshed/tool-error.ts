import type { ParseFault } from './action/index.ts';
import type { Literal } from './python/index.ts';
import type { ToolName } from './tools.ts';

/** What the office may be asked for in vain. */
export type Noun = 'contact' | 'file' | 'folder' | 'team' | 'event' | 'attendee' | 'recipient';

/**
 * Why a call failed, as facts without words; error-texts.ts has the words. The kind is for the analysis and is never
 * shown to the model (toolshed §3.1).
 */
export type ToolError =
  | { readonly kind: 'parse_error'; readonly fault: ParseFault }
  | { readonly kind: 'unknown_tool'; readonly tool: string }
  /** Too many positional values, or one parameter given twice. */
  | { readonly kind: 'arity_error'; readonly tool: ToolName; readonly given: number }
  | { readonly kind: 'arity_error'; readonly tool: ToolName; readonly twice: string }
  | { readonly kind: 'unexpected_argument'; readonly tool: ToolName; readonly argument: string }
  | { readonly kind: 'missing_argument'; readonly tool: ToolName; readonly parameter: string }
  | {
      readonly kind: 'type_error';
      readonly tool: ToolName;
      readonly parameter: string;
      readonly received: Literal;
    }
  | {
      readonly kind: 'format_error';
      readonly tool: ToolName;
      readonly parameter: 'date' | 'time' | 'to';
      readonly received: string;
    }
  | { readonly kind: 'permission_error'; readonly path: string; readonly not: 'written' | 'deleted' }
  | { readonly kind: 'state_error'; readonly eventId: string }
  | { readonly kind: 'unsupported_conversion'; readonly fromUnit: string; readonly toUnit: string }
  | {
      readonly kind: `${Noun}_not_found`;
      readonly noun: Noun;
      readonly key: string;
      /** What there is instead, in the order in which it is listed. */
      readonly known: readonly string[];
    };

/** The 17 kinds. */
export type ErrorKind = ToolError['kind'];

export const notFound = (noun: Noun, key: string, known: readonly string[]): ToolError => ({
  kind: `${noun}_not_found`,
  noun,
  key,
  known,
});
