import type { RolloutMeasure } from '../rollout/index.ts';

/** How a measure of rollouts is named, and on which side of zero more of it lies. */
export interface ContrastMeasureWords {
  /** After 'change in': 'repeats per failure'. */
  readonly name: string;
  readonly unit: string;
  /** What a value is multiplied with to have that unit. */
  readonly factor: number;
  readonly digits: number;
  /** The axis reaches so far to both sides at least. */
  readonly usual: number;
  /**
   * More of it is more of the same call: left and orange. Of the others more lies right, and has no colour of direction,
   * since they say nothing about repeating.
   */
  readonly isRepeating: boolean;
  /** At the left and the right end of the axis. */
  readonly left: string;
  readonly right: string;
}

const repeats = (name: string): ContrastMeasureWords => ({
  name,
  unit: 'points',
  factor: 100,
  digits: 0,
  usual: 50,
  isRepeating: true,
  left: '← same call again',
  right: 'less often →',
});

const amounts = (unit: string, digits: number, usual: number, name: string = unit): ContrastMeasureWords => ({
  name,
  unit,
  factor: 1,
  digits,
  usual,
  isRepeating: false,
  left: '← fewer',
  right: 'more →',
});

export const CONTRAST_MEASURES = {
  canonical_repeat_rate: repeats('repeats per failure'),
  canonical_repeats_per_opportunity: repeats('repeats per opportunity'),
  canonical_repeats_per_later_step: repeats('repeats per step after the first failure'),
  exact_repeat_rate: repeats('repeats per failure, same text'),
  exact_repeats_per_opportunity: repeats('repeats per opportunity, same text'),
  stuck: { ...repeats('loops of failed calls'), left: '← same call in a loop' },
  solved: {
    name: 'success',
    unit: 'points',
    factor: 100,
    digits: 0,
    usual: 50,
    isRepeating: false,
    left: '← solved less often',
    right: 'solved more often →',
  },
  n_steps: amounts('steps', 1, 2),
  tokens_spent: amounts('tokens', 0, 500, 'tokens read and written'),
} as const satisfies Partial<Record<RolloutMeasure, ContrastMeasureWords>>;

export type ContrastMeasure = keyof typeof CONTRAST_MEASURES;
