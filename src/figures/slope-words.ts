import type { Slope } from '../statistics/index.ts';
import { bracketed, fixed } from './number-words.ts';

/** How the score after follows the score before, with the slope's interval. */
export const rateWords = ({ value, interval }: Slope): string =>
  `where log p was higher by 1 before, it is higher by ${fixed(value, 2)} after${bracketed(interval, 2)}`;
