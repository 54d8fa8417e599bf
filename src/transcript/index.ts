export { CONTEXT_HEAD_TOKENS, type Message, type Part, type Role, type TextRange } from './message.ts';
