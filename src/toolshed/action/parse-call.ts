import type { Call } from './call.ts';
import type { ParseFault } from './parse-fault.ts';

export type ParsedCall =
  { readonly ok: true; readonly call: Call } | { readonly ok: false; readonly fault: ParseFault };

/** Reads the one call that a turn of the agent consists of (toolshed §4). */
export function parseCall(text: string): ParsedCall {
  return { ok: false, fault: { reason: text === '' ? 'empty' : 'not-a-call' } };
}
