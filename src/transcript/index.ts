export type { Message, Part, Role } from './message.ts';
