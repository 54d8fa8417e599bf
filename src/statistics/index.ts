export { mean, median, quantile } from './average.ts';
export {
  clusterBootstrap,
  FEWEST_ITEMS,
  FINAL_DRAWS,
  LIVE_DRAWS,
  PUBLISHED_SEED,
  type BootstrapOptions,
  type ClusteredSample,
} from './bootstrap.ts';
export { estimateMean, estimateRatio, type ClusteredValue, type Estimate } from './estimate.ts';
export { wilsonInterval, type Interval, type Share } from './interval.ts';
export { seededRandom, type Random } from './random.ts';
