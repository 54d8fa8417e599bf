import { labelWords } from '../../figures/index.ts';

/** What was done to the right call, in words. */
export const mistakeWords = (operator: string): string => labelWords('operator', operator);
