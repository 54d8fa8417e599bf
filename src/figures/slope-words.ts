import type { Slope } from '../statistics/index.ts';
import { bracketed, fixed } from './number-words.ts';

/** How the score after follows the score before, with the slope's interval. */
export const rateWords = ({ value, interval }: Slope): string =>
  `a nat more before is ${fixed(value, 2)} more after${bracketed(interval, 2)}`;
