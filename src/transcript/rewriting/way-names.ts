import { FOR_COMPARISON, WAYS, type WayName } from '../fitting/ways-shown.ts';
import { PRESENTATIONS } from '../presentations.ts';

/** What the page calls a way to show a failure. */
export const wayName = (way: WayName): string =>
  way === 'instructed-before' ? 'instruction, error' : PRESENTATIONS[way].label;

/** Every way that is compared, in the order of the page. */
export const ALL_WAYS: readonly WayName[] = [...WAYS, ...FOR_COMPARISON];
