// @ts-check
// One line of the bench: what was measured, held against its budget. A line that was not measured is null and says why.

/**
 * @typedef {{ id: string, what: string, budget: string, value: unknown, ok: boolean | null, why?: string }} Line
 * @typedef {{ newTokens: number, pastTokens: number, elapsedMs: number }} Pass
 * @typedef {{
 *   agreement?: { reason: string } | { sets: readonly any[] },
 *   job?: readonly any[],
 *   native?: { reason: string } | { about: any },
 *   toolshed?: readonly any[],
 *   decoding?: { byPast: readonly any[], byWidth: readonly any[] },
 *   memory?: { reason: string } | { holdings: readonly any[], settleSeconds: number },
 *   mainThread?: any,
 *   builtIn?: { reason: string } | any,
 *   firstPaint?: { paintsMs: readonly number[], scripts: readonly { path: string, gzipBytes: number }[] },
 *   failed: Readonly<Record<string, string>>,
 * }} Measured
 */

/** @param {any} thing @returns {thing is { reason: string }} */
export const hasReason = (thing) => typeof thing === 'object' && thing !== null && 'reason' in thing;

/**
 * @template T
 * @param {string} id @param {string} what @param {string} budget
 * @param {Measured} measured @param {Exclude<keyof Measured, 'failed'>} part
 * @param {(found: T) => { value: unknown, ok: boolean | null, why?: string }} judge
 * @returns {Line}
 */
export function line(id, what, budget, measured, part, judge) {
  const found = measured[part];
  const why = measured.failed[part] ?? (hasReason(found) ? found.reason : undefined);
  if (why !== undefined || found === undefined)
    return { id, what, budget, value: null, ok: null, why: why ?? 'not asked for' };
  return { id, what, budget, ...judge(/** @type {T} */ (found)) };
}
