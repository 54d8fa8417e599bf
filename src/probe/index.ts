export {
  candidatesOf,
  candidatesUnder,
  type Candidate,
  type CandidateName,
  type CandidateScope,
} from './candidates.ts';
export type { ConditionMeasures } from './condition-measures.ts';
export {
  CONDITIONS,
  CORE_CONDITIONS,
  EXTENDED_CONDITIONS,
  FIRST_CONDITIONS,
  isFailByConstruction,
  isPaperForm,
  PAPER_SHOWING,
  presentationOf,
  rowConditionOf,
  underCondition,
  whyNotUnder,
  type ConditionName,
  type Showing,
} from './conditions.ts';
export { growingReading, withNews, type GrowingReading, type ReadingNews } from './growing-reading.ts';
export { checkItem, type ItemFault, type ProbeItem } from './item.ts';
export { parseItemSet, readItems, type ReadItems } from './item-set.ts';
export { isHiddenName, type HiddenName, type HideableName } from './hiding.ts';
export { itemLabels, itemValues, type ItemLabel, type MeasureName } from './item-values.ts';
export { knockoutEffects, type KnockoutEffect } from './knockout.ts';
export { itemMeasures, type ItemMeasures } from './measures.ts';
export { mistakeClassOf, type MistakeClass } from './mistake-class.ts';
export { casesUnder, outcomeOf, type CaseOutcome, type Outcome } from './outcome.ts';
export { paddedNeutral } from './padded-neutral.ts';
export {
  probe,
  readRun,
  workOf,
  type ProbeRun,
  type ProbeWork,
  type Scored,
  type Scorer,
} from './pipeline.ts';
export { hiddenUnits, knockoutUnits, probeUnits, type ProbeUnit } from './requests.ts';
export { rowBook, type RowBook } from './row-book.ts';
export { changeOf, marginOf, natsOn, SCALES, type Scale } from './scale.ts';
export type { ConditionSummary } from './condition-summary.ts';
export type { Decomposition } from './decomposition.ts';
export { HARDLY, type BeforeAndAfter, type Dependence, type DependenceKind } from './dependence.ts';
export { noveltyReader, type Novelty } from './novelty.ts';
export { summarise, type Manipulation, type ProbeSummary } from './summary.ts';
export { viewChoices, type ViewChoice, type ViewChoices } from './view-choices.ts';
export { textOfView, viewOfText, type ReadView } from './view-text.ts';
export { PAPER_VIEW, type View, type ViewLabel } from './view.ts';
export { tokenChanges, type TokenChange } from './token-changes.ts';
export {
  WORD_PARTS,
  wordEffects,
  wordsOfPart,
  wordUnits,
  type WordEffect,
  type WordPart,
  type WordsAsked,
} from './word-knockout.ts';
