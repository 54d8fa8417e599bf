export { CONTEXT_HEAD_TOKENS, type Message, type Part, type Role, type TextRange } from './message.ts';
export { PRESENTATIONS, type Presentation, type PresentationName } from './presentations.ts';
export { stepSaid, type Said } from './said.ts';
export type { FailedStep, Step } from './step.ts';
export {
  openingSaid,
  partsNamed,
  textOfPart,
  transcriptOf,
  type Opening,
  type Transcript,
} from './transcript.ts';
