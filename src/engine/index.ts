export { HIDDEN_BIAS, type LanguageModel, type ModelShape, type Pass, type PassResult } from './port.ts';
export {
  TIE_GAP_NATS,
  type EncodedRequest,
  type ScoreRequest,
  type TokenScores,
  type TokenSpan,
} from './request.ts';
