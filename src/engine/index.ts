export { type ComputeOptions } from './compute-options.ts';
export { fakeModel, type FakeModelOptions } from './fake-model.ts';
export { HIDDEN_BIAS, type LanguageModel, type ModelShape, type Pass, type PassResult } from './port.ts';
export { type Progress } from './progress.ts';
export {
  TIE_GAP_NATS,
  type EncodedRequest,
  type ScoreRequest,
  type TokenScores,
  type TokenSpan,
} from './request.ts';
export type { Sampling } from './sampling.ts';
export { scoreRequests, type ScoreEvent, type ScoreOptions, type ScoreSummary } from './score.ts';
export { decodeGreedy, type DecodeEvent, type DecodeOptions, type DecodeSummary } from './decode.ts';
export type { DecodedTokens, EncodedDecodeRequest } from './decode-request.ts';
export { scriptedModel, type Script } from './scripted-model.ts';
export { banOnActions, type ActionRule, type BanVerdict, type TurnBan } from './turn-ban.ts';
export { turnDraws } from './turn-draws.ts';
export { turnText, type BytesOf } from './turn-mask.ts';
export type { DecodedTurn, EncodedTurnRequest } from './turn-request.ts';
export { TurnSession, type TurnEvent, type TurnOptions, type TurnSummary } from './turn-session.ts';
