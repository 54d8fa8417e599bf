/** More threads than this never paid off in public reports of this runtime. */
const MOST_THREADS = 8;

/**
 * How many threads a run takes when nobody says otherwise: the physical cores as far as a browser lets guess them,
 * so both of two, half of more. One where the page is not cross-origin isolated.
 */
export function defaultThreads(logicalCores: number, isolated: boolean): number {
  if (!isolated) return 1;
  return Math.max(Math.min(2, logicalCores), Math.min(MOST_THREADS, Math.floor(logicalCores / 2)));
}
