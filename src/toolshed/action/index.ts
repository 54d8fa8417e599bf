export { callOf, printCall, type Call, type KeywordArgument } from './call.ts';
export { canonicalForm } from './canonical-form.ts';
export { parseCall } from './parse-call.ts';
export type { ParseFault } from './parse-fault.ts';
export { withoutBlankEnds } from './turn-text.ts';
