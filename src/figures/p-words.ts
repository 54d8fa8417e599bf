import type { ResampledEstimate } from '../statistics/index.ts';
import { fixed } from './number-words.ts';

/** Below this a difference is called one. */
export const SIGNIFICANT = 0.05;

/** A change with its p after Holm's correction; null where there is none. */
export interface Corrected {
  readonly change: Pick<ResampledEstimate, 'p'>;
  readonly holmP: number | null;
}

/** The bootstrap knows no p below one draw, times the family by Holm: that bound is rounded up. */
export function pText({ change, holmP }: Corrected, draws: number): string {
  if (holmP === null) return 'no p yet';
  const isFloor = change.p !== null && change.p <= 1 / draws;
  if (!isFloor) return `p = ${pNumber(holmP)}`;
  const digits = pDigits(holmP);
  const unit = 10 ** digits;
  return `p < ${fixed(Math.ceil(holmP * unit - 1e-6) / unit, digits)}`;
}

const pDigits = (p: number): number => (p < 0.01 ? 4 : 3);

export const pNumber = (p: number): string => fixed(p, pDigits(p));
