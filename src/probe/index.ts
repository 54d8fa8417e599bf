export { candidatesUnder, type Candidate, type CandidateName } from './candidates.ts';
export { CONDITIONS, presentationOf, underCondition, type ConditionName } from './conditions.ts';
export { checkItem, type ItemFault, type ProbeItem } from './item.ts';
export { parseItemSet, readItems, type ReadItems } from './item-set.ts';
export { knockoutEffects, type KnockoutEffect } from './knockout.ts';
export { itemMeasures, type ConditionMeasures, type ItemMeasures } from './measures.ts';
export {
  probe,
  readRun,
  workOf,
  type ProbeRun,
  type ProbeWork,
  type Scored,
  type Scorer,
} from './pipeline.ts';
export { HIDEABLE, knockoutUnits, probeUnits, type HideableName, type ProbeUnit } from './requests.ts';
export { rowBook, type RowBook } from './row-book.ts';
export { summarise, type ConditionSummary, type Decomposition, type ProbeSummary } from './summary.ts';
export { tokenChanges, type TokenChange } from './token-changes.ts';
