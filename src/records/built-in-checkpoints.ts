/** The built-in checkpoint that a visitor begins with. */
export const BUILT_IN_BASE = 'toolshed-base';

/** Ids of the checkpoints that come with the page, as links, records and addresses below checkpoints/ name them. */
export const BUILT_IN_CHECKPOINTS: readonly string[] = [
  BUILT_IN_BASE,
  'toolshed-clean',
  'toolshed-noisy',
  'toolshed-recovery',
];
