export { callOf, printCall, type Call, type KeywordArgument } from './call.ts';
export { parseCall, type ParsedCall } from './parse-call.ts';
export type { ParseFault, SyntaxBreak } from './parse-fault.ts';
