export { errorKindWords } from './error-kind.ts';
export type { Chance, NextMove } from './failures/chances.ts';
export { inOrderOfOffer } from './failures/candidate-order.ts';
export type { FailedCall, FailedPlace, FailureLevel, Repeat } from './failures/failed-call.ts';
export { failedCalls, markedByHand } from './failures/failed-calls.ts';
export {
  logStatistics,
  type FailureCounts,
  type FailureGroup,
  type LogStatistics,
} from './failures/log-statistics.ts';
export { withRepeats } from './failures/repeats.ts';
export type { FailureStreak, RepeatsByAttempt } from './failures/streaks.ts';
export { CALL_STYLES, type CallStyleName } from './fitting/call-style.ts';
export { chosenStep, usualStyle, type ChosenStep, type StepPlace } from './fitting/chosen-step.ts';
export { cutStep, proposedCut, type CutSettings } from './fitting/cut.ts';
export { OWN_TEXTS } from './fitting/failed-texts.ts';
export { isAdvisable, shownAs, shownWays, shownWithText, type ShownWay, type WayName } from './fitting/ways-shown.ts';
export { isUsable, nextCallOf, type NextCall, type Sorting } from './fitting/written-call.ts';
export { characterAccount, type CharacterAccount } from './formats/account.ts';
export type {
  Answer,
  CallPlace,
  JsonValue,
  NearFormat,
  PastedCall,
  PastedRole,
  PastedRun,
  PastedTranscript,
  PastedTurn,
  PasteFault,
  PasteWarning,
  ReadPaste,
  ResultFlag,
  SkippedPart,
  SourceSpan,
  UnreadPart,
} from './formats/normal-form.ts';
export { readPaste, type PasteChoice } from './formats/read-paste.ts';
export {
  placedWords,
  wordHidden,
  type ControlName,
  type PlacedWord,
  type WordName,
} from './hiding/hidden-words.ts';
export { CONTEXT_HEAD_TOKENS, type Message, type Part, type Role, type TextRange } from './message.ts';
export { paddedText, type TextToPad, type TokenCounter } from './padded-text.ts';
export { PRESENTATIONS, type Presentation, type PresentationName } from './presentations.ts';
export { stepSaid, type Said } from './said.ts';
export type { FailedStep, Failure, PastStep, Step } from './step.ts';
export {
  openingSaid,
  partsNamed,
  presentedTranscript,
  textOfPart,
  transcriptOf,
  type Opening,
  type Transcript,
} from './transcript.ts';
export { checkWording, fillTemplate, MENDED_WORDING, PAPER_WORDING, type Wording } from './wording.ts';
export { wordingSha256 } from './wording-hash.ts';
