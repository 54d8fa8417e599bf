export { mean, median, quantile } from './average.ts';
export { FEW_CLUSTERS, FEWEST_ITEMS } from './bootstrap.ts';
export { breakdown, type Group } from './breakdown.ts';
export { contrast, contrasts, type FamilyContrast } from './contrast.ts';
export {
  estimate,
  estimateShare,
  type Estimate,
  type EstimateChoice,
  type RelationEstimate,
  type ResampledEstimate,
  type StatisticName,
} from './estimate.ts';
export { holm } from './holm.ts';
export { wilsonInterval, type Interval, type Share } from './interval.ts';
export { itemTable, type ItemTable, type LabelledItem } from './item-table.ts';
export { withoutTask, withoutWorst, type Worst } from './leave-out.ts';
export {
  FEWEST_IN_A_CELL,
  FEWEST_PUBLISHED_ITEMS,
  isPublished,
  poolCheckpoints,
  type PooledEstimate,
} from './publication.ts';
export { seededRandom, type Random } from './random.ts';
export {
  FINAL_DRAWS,
  LIVE_DRAWS,
  PUBLISHED_SEED,
  resampling,
  type BootstrapOptions,
  type Resampling,
} from './resampling.ts';
export { signTest } from './sign-test.ts';
export { slope, type Regressed, type Slope } from './slope.ts';
