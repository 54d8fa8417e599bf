export { beforeAfterFigure, type BeforeAfterInput } from './before-after.ts';
export { breakdownFigure, type BreakdownInput } from './breakdown.ts';
export type { NamedItem } from './case-name.ts';
export { chance, type Chance } from './chance.ts';
export { conditionLabel, SHAPES } from './condition-style.ts';
export { decompositionFigure } from './decomposition.ts';
export { figureToCsv, type Provenance } from './figure-csv.ts';
export type {
  Axis,
  Cell,
  FigureSpec,
  LegendEntry,
  Mark,
  RectMark,
  Role,
  RuleMark,
  Shape,
  SymbolMark,
  Table,
  TableColumn,
  TextMark,
} from './figure-spec.ts';
export { findingOf, scopeOf, type Finding, type FindingInput } from './finding.ts';
export type { HeatCell } from './heat-cells.ts';
export { attemptsFigure } from './attempts-curve.ts';
export { knockoutBars, type HiddenStretch } from './knockout-bars.ts';
export { knockoutFigure } from './knockout.ts';
export { stepCaveat, stepFinding } from './step-finding.ts';
export { stepSplitFigure } from './step-split.ts';
export { NEVER_ADVISED, NEXT_CALLS, nextCallWords, shownByWay, wayGroups, wayLabel } from './way-words.ts';
export { adviceWords, usableCount } from './ways-advice.ts';
export { waysFigure } from './ways-compared.ts';
export { kitSharesFigure, type KitSharesInput } from './kit-shares.ts';
export { LABEL_NAMES, labelWords } from './label-words.ts';
export { manipulationsFigure } from './manipulations.ts';
export { symbolPath } from './marks.ts';
export { asGain, cellText, fixed, signed, signedWithin, spoken, spokenNats } from './number-words.ts';
export {
  publishedGainsFigure,
  type PublishedGainsInput,
  type StudiedCheckpoint,
  type StudiedGain,
} from './published-gains.ts';
export { sideBySideFigure, type SideBySideInput, type SideGroup, type SideRow } from './side-by-side.ts';
export { beforeAfterWords, shareWords, sideBySideHeading } from './side-by-side-words.ts';
export { stripFigure, type StripInput } from './strip.ts';
export type { Published, Recorded, RecordedCondition, UnscoredCondition } from './strip-rows.ts';
export { figureToSvg } from './svg.ts';
export { THEMES, type Theme, type ThemeName } from './theme.ts';
export { SCALE_WORDS, viewWords } from './view-words.ts';
export { heatCells, tokenHeatFigure, type TokenChange } from './token-heat.ts';
export { wordCells, wordHeat, type HeatWord } from './word-heat.ts';
export { wordHeatFigure } from './words-of-part.ts';
export { WORD_PART_NAMES } from './word-part-names.ts';
export { rolloutFinding, type RolloutFinding, type RolloutFindingInput } from './rollout-finding.ts';
export { rolloutOutcomesFigure, type RolloutOutcomesInput } from './rollout-outcomes.ts';
export { rolloutScopeWords, type RolloutScope } from './rollout-scope.ts';
export { CONTRAST_MEASURES, type ContrastMeasure, type ContrastMeasureWords } from './contrast-measures.ts';
export { rolloutContrastsFigure, type RolloutContrastsInput } from './rollout-contrasts.ts';
export { rolloutContextFigure } from './rollout-context.ts';
export { rolloutStepsFigure, type HarnessSteps, type RolloutStepsInput } from './rollout-steps.ts';
export { ownFailuresFigure, type OwnFailuresInput } from './own-failures.ts';
export { ownPoints, type OwnPoint, type ScriptedFailure } from './own-failure-points.ts';
