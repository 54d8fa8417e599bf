export { BUILT_IN_BASE, BUILT_IN_CHECKPOINTS } from './built-in-checkpoints.ts';
export { isMarked, MARK_PASSED_OVER, withoutMark } from './byte-order-mark.ts';
export { canonicalJson, sha256OfBytes, sha256OfText, type Json } from './content-hash.ts';
export { toCsv, type CsvCell } from './csv.ts';
export {
  readJsonLines,
  rowsFromJsonl,
  rowsToJsonl,
  tracesFromJsonl,
  tracesToJsonl,
  type JsonLine,
  type LineFinding,
  type ReadRows,
} from './jsonl.ts';
export { readHiddenName } from './hidden-name.ts';
export { fail, ok, type LabError, type Result } from './lab-error.ts';
export { eachOnce, type LinkedSet } from './link-fields.ts';
export { linesNotText, NOT_TEXT } from './lines-not-text.ts';
export type { OwnFailure } from './own-failure.ts';
export type { Provenance } from './provenance.ts';
export {
  DEFAULT_RECIPE,
  fragmentOfRecipe,
  recipeOfFragment,
  RECIPE_VERSION,
  type ReadRecipe,
  type Recipe,
} from './recipe.ts';
export { recipeWording, type RecipeWording } from './recipe-wording.ts';
export { scoreRow, type RowName, type UnitScores } from './row.ts';
export {
  EMPTY_ROLLOUT_LINK,
  fragmentOfRolloutLink,
  ROLLOUT_BOUNDS,
  numberOfText,
  rolloutLinkOfFragment,
  seedsOfText,
  type RolloutLink,
} from './rollout-link.ts';
export { runRecordOfJson, runRecordToJson } from './run-record-json.ts';
export { RUN_RECORD_KIND, RUN_RECORD_VERSION, type RunRecord } from './run-record.ts';
export type { ScoreRow } from './score-row.ts';
export { STOP_REASONS, type StopReason, type TraceRow, type TurnEnd } from './trace-row.ts';
export {
  fragmentOfTrainingLink,
  trainingLinkOfFragment,
  type TrainingLink,
  type TrainingPreset,
} from './training-link.ts';
export {
  EMPTY_TRANSCRIPT_LINK,
  fragmentOfTranscriptLink,
  LONGEST_LINKED_TEXT,
  transcriptLinkOfFragment,
  type TranscriptLink,
} from './transcript-link.ts';
export { unitKey, unitKeyMaker, type ScoredContent, type ScorerIdentity } from './unit-key.ts';
