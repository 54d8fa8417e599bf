// @ts-check
// What was measured, held against the budgets of design §8. A line that was not measured is null and says why.
import { lineThrough, median } from './numbers.mjs';

/**
 * @typedef {{ id: string, what: string, budget: string, value: unknown, ok: boolean | null, why?: string }} Line
 * @typedef {{ newTokens: number, pastTokens: number, elapsedMs: number }} Pass
 * @typedef {{
 *   agreement?: { reason: string } | { sets: readonly any[] },
 *   job?: readonly any[],
 *   native?: { reason: string } | { about: any },
 *   decoding?: { byPast: readonly any[], byWidth: readonly any[] },
 *   memory?: { reason: string } | { holdings: readonly any[], settleSeconds: number },
 *   mainThread?: any,
 *   firstPaint?: { paintsMs: readonly number[], scripts: readonly { path: string, gzipBytes: number }[] },
 *   failed: Readonly<Record<string, string>>,
 * }} Measured
 */

const BUDGET = {
  scoreNats: 2e-4,
  tokenNats: 5e-5,
  packedShare: 0.65,
  threadGain: 1.6,
  decodeRatio: 1.5,
  peakMB: /** @type {Record<string, number>} */ ({ folded: 1100, resident: 750 }),
  /** Memory after unload against before, and between loads. */
  drift: 0.1,
  taskMs: 50,
  inputMs: 100,
  cancelMs: 1500,
  paintMs: 1000,
  scriptBytes: 100_000,
};

/** A packed pass of the job counts as typical when it looks back about as far as the budget says, and is no splinter. */
const TYPICAL_PAST = [450, 850];
const FEWEST_NEW_TOKENS = 64;

const perSecond = (/** @type {readonly Pass[]} */ passes) =>
  (1000 * passes.reduce((sum, { newTokens }) => sum + newTokens, 0)) /
  passes.reduce((sum, { elapsedMs }) => sum + elapsedMs, 0);

/** @param {any} thing @returns {thing is { reason: string }} */
const hasReason = (thing) => typeof thing === 'object' && thing !== null && 'reason' in thing;

/** @param {Measured} measured @returns {Line[]} */
export function linesOf(measured) {
  return [
    agreementLine(measured),
    tokensLine(measured),
    jobLine(measured),
    prefillLine(measured),
    packedLine(measured),
    threadsLine(measured),
    decodingLine(measured),
    widthLine(measured),
    peakLine(measured),
    unloadLine(measured),
    ...mainThreadLines(measured),
    paintLine(measured),
    scriptsLine(measured),
    notBuilt(
      'toolshed-core',
      'ToolShed core, 100 items, in the tab with 2 threads',
      '≤ 5 min; aim ≤ 0.8 of native',
    ),
    notBuilt('built-in', 'built-in checkpoint: page open to first G; a class preset', '≤ 10 s; ≤ 60 s'),
  ];
}

/** @param {string} id @param {string} what @param {string} budget @returns {Line} */
const notBuilt = (id, what, budget) => ({ id, what, budget, value: null, ok: null, why: 'not built yet' });

/**
 * @template T
 * @param {string} id @param {string} what @param {string} budget
 * @param {Measured} measured @param {Exclude<keyof Measured, 'failed'>} part
 * @param {(found: T) => { value: unknown, ok: boolean | null, why?: string }} judge
 * @returns {Line}
 */
function line(id, what, budget, measured, part, judge) {
  const found = measured[part];
  const why = measured.failed[part] ?? (hasReason(found) ? found.reason : undefined);
  if (why !== undefined || found === undefined)
    return { id, what, budget, value: null, ok: null, why: why ?? 'not asked for' };
  return { id, what, budget, ...judge(/** @type {T} */ (found)) };
}

const agreementLine = (/** @type {Measured} */ measured) =>
  line(
    'agreement',
    'scores of the tab against PyTorch (float32 logits, float64 log-softmax)',
    `score ≤ ${BUDGET.scoreNats} nats, token ≤ ${BUDGET.tokenNats} nats, no argmax differs except at ties`,
    measured,
    'agreement',
    (/** @type {{ sets: readonly any[] }} */ { sets }) => ({
      value: sets,
      ok: sets.every(
        (set) =>
          set.largestScoreNats <= BUDGET.scoreNats &&
          set.largestEndOfTurnNats <= BUDGET.scoreNats &&
          set.largestTokenNats <= BUDGET.tokenNats &&
          set.argmaxDifferences.length === 0 &&
          set.notTheSame.length === 0,
      ),
    }),
  );

const tokensLine = (/** @type {Measured} */ measured) =>
  line(
    'tokens',
    'tokens computed for the job',
    'exactly the distinct prefixes with a scored successor, evictions 0; shares of the two plain ways reported',
    measured,
    'job',
    (/** @type {readonly any[]} */ job) => {
      const runs = job.flatMap(({ tab }) => tab.map((/** @type {any} */ { job: { progress } }) => progress));
      const [first] = runs;
      const { computedTokens, plannedTokens, evictedTokens, perCandidateTokens, perContextTokens } = first;
      return {
        value: {
          computedTokens,
          plannedTokens,
          evictedTokens,
          shareOfPerCandidate: computedTokens / perCandidateTokens,
          shareOfPerContext: computedTokens / perContextTokens,
        },
        ok: runs.every((run) => run.computedTokens === plannedTokens && run.evictedTokens === 0),
      };
    },
  );

/** Seconds of each round, tab and native. @param {any} at one thread count */
const secondsOf = ({ tab, native }) => ({
  tab: tab.map((/** @type {any} */ round) => round.job.seconds),
  native: native.map((/** @type {any} */ round) => round.job.seconds),
});

const jobLine = (/** @type {Measured} */ measured) =>
  line(
    'job',
    'the eight-item job, four conditions, all candidates: tab against native PyTorch by the paper’s method',
    'below 1 (aim)',
    measured,
    'job',
    (/** @type {readonly any[]} */ job) => {
      const byThreads = job.map((at) => {
        const seconds = secondsOf(at);
        const rounds = /** @type {any[]} */ (at.tab);
        return {
          threads: at.threads,
          tabSeconds: median(seconds.tab),
          nativeSeconds: seconds.native.length === 0 ? null : median(seconds.native),
          ratio: seconds.native.length === 0 ? null : median(seconds.tab) / median(seconds.native),
          tabRounds: seconds.tab,
          nativeRounds: seconds.native,
          tabLoadSeconds: median(rounds.map(({ loadSeconds }) => loadSeconds)),
          tabSecondsBeforeFirstPass: median(
            rounds.map(({ job: { secondsBeforeFirstPass } }) => secondsBeforeFirstPass),
          ),
          tabTokens: rounds[0].job.progress.computedTokens,
          tabTokensPerSecond: median(rounds.map(({ job: { passes } }) => perSecond(passes))),
          nativePushedTokens: at.native[0]?.job.pushedTokens ?? null,
          largestDifferenceNats: differenceOf(at),
        };
      });
      const ratios = byThreads.flatMap(({ ratio }) => (ratio === null ? [] : [ratio]));
      const why = hasReason(measured.native) ? measured.native.reason : undefined;
      return {
        value: { scores: job[0].tab[0].job.rows.length, byThreads },
        ok: ratios.length === 0 ? null : ratios.every((ratio) => ratio < 1),
        ...(why === undefined ? {} : { why }),
      };
    },
  );

/** Largest difference between a score of the tab and the native one: both did the same job. @param {any} at */
function differenceOf({ tab, native }) {
  const scores = native[0]?.job.scores;
  if (scores === undefined) return null;
  return Math.max(
    ...tab[0].job.rows.map((/** @type {any} */ row) =>
      Math.abs(row.logprob - (scores[`${row.item_id}/${row.condition}/${row.candidate}`] ?? Number.NaN)),
    ),
  );
}

const nativePrefills = (/** @type {any} */ at) =>
  at.native.flatMap((/** @type {any} */ { prefill }) =>
    prefill.map((/** @type {any} */ { tokens, seconds }) => tokens / seconds),
  );
const tabPrefills = (/** @type {any} */ at) =>
  at.tab.flatMap((/** @type {any} */ { prefill }) =>
    prefill.map((/** @type {Pass} */ pass) => perSecond([pass])),
  );

const prefillLine = (/** @type {Measured} */ measured) =>
  line(
    'prefill',
    'plain prefill of 600 tokens, tokens per second',
    'reported',
    measured,
    'job',
    (/** @type {readonly any[]} */ job) => ({
      value: job.map((at) => ({
        threads: at.threads,
        tokens: at.tab[0].prefill[0].newTokens,
        tab: median(tabPrefills(at)),
        native: at.native.length === 0 ? null : median(nativePrefills(at)),
        nativeMsPerWrittenToken: at.native[0]?.decode.at ?? null,
      })),
      ok: null,
    }),
  );

const packedLine = (/** @type {Measured} */ measured) =>
  line(
    'packed',
    'packed scoring (past ≈ 650) against plain prefill of 600 tokens, tokens per second',
    `≥ ${BUDGET.packedShare} (aim 0.8)`,
    measured,
    'job',
    (/** @type {readonly any[]} */ job) => {
      const byThreads = job.map((at) => {
        const typical = at.tab.flatMap((/** @type {any} */ round) => round.job.passes.filter(isTypical));
        const plain = median(tabPrefills(at));
        const controlled = at.tab.flatMap((/** @type {any} */ { packed }) => packed);
        return {
          threads: at.threads,
          share: typical.length === 0 ? null : perSecond(typical) / plain,
          passes: typical.length,
          meanNewTokens: mean(typical.map((/** @type {Pass} */ { newTokens }) => newTokens)),
          meanPastTokens: mean(typical.map((/** @type {Pass} */ { pastTokens }) => pastTokens)),
          tokensPerSecond: perSecond(typical),
          /** One pass of nothing but candidates after one context of 650 tokens. */
          candidatesOnly: {
            share: perSecond(controlled) / plain,
            newTokens: controlled[0]?.newTokens ?? null,
            pastTokens: controlled[0]?.pastTokens ?? null,
          },
        };
      });
      const shares = byThreads.map(({ share }) => share);
      return {
        value: byThreads,
        ok: shares.includes(null) ? null : shares.every((share) => (share ?? 0) >= BUDGET.packedShare),
        ...(shares.includes(null) ? { why: 'the job had no pass of that kind' } : {}),
      };
    },
  );

/** @param {Pass} pass */
function isTypical({ newTokens, pastTokens }) {
  const [least = 0, most = 0] = TYPICAL_PAST;
  return pastTokens >= least && pastTokens <= most && newTokens >= FEWEST_NEW_TOKENS;
}

/** @param {readonly number[]} values */
const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;

const threadsLine = (/** @type {Measured} */ measured) =>
  line(
    'threads',
    'two threads against one: speed of the job, and of the plain prefill',
    `≥ ${BUDGET.threadGain}`,
    measured,
    'job',
    (/** @type {readonly any[]} */ job) => {
      const one = job.find(({ threads }) => threads === 1);
      const two = job.find(({ threads }) => threads === 2);
      if (one === undefined || two === undefined)
        return { value: null, ok: null, why: 'needs a machine with two cores' };
      const value = {
        job: median(secondsOf(one).tab) / median(secondsOf(two).tab),
        prefill: median(tabPrefills(two)) / median(tabPrefills(one)),
        nativeJob:
          one.native.length === 0 ? null : median(secondsOf(one).native) / median(secondsOf(two).native),
      };
      return { value, ok: value.job >= BUDGET.threadGain && value.prefill >= BUDGET.threadGain };
    },
  );

const decodingLine = (/** @type {Measured} */ measured) =>
  line(
    'decoding',
    'milliseconds per written token after a past of 600 tokens against none (straight line through all)',
    `≤ ${BUDGET.decodeRatio}; growth per 100 tokens reported`,
    measured,
    'decoding',
    (/** @type {{ byPast: readonly any[] }} */ { byPast }) => {
      const fitted = lineThrough(byPast.map(({ pastTokens, msPerStep }) => [pastTokens, msPerStep]));
      if (fitted === null)
        return { value: null, ok: null, why: 'the checkpoint wrote too little to be timed' };
      const ratio = fitted.at(600) / fitted.at(0);
      return {
        value: {
          ratio,
          msAt0: fitted.at(0),
          msAt600: fitted.at(600),
          msPer100Tokens: 100 * fitted.slope,
          byPast: byPast.map(({ pastTokens, msPerStep, steps }) => ({ pastTokens, msPerStep, steps })),
        },
        ok: ratio > 0 && ratio <= BUDGET.decodeRatio,
      };
    },
  );

const widthLine = (/** @type {Measured} */ measured) =>
  line(
    'decoding-width',
    'tokens per second when texts are written side by side',
    'reported',
    measured,
    'decoding',
    (/** @type {{ byWidth: readonly any[] }} */ { byWidth }) => ({
      value: byWidth.map(({ width, tokensPerSecond, msPerStep, pastTokens, steps }) => ({
        width,
        tokensPerSecond,
        msPerStep,
        pastTokens,
        steps,
      })),
      ok: null,
    }),
  );

const peakLine = (/** @type {Measured} */ measured) =>
  line(
    'memory-peak',
    'peak memory of the renderer while loading and scoring (VmHWM), MB',
    `folded ≤ ${BUDGET.peakMB['folded']}, resident ≤ ${BUDGET.peakMB['resident']}`,
    measured,
    'memory',
    (/** @type {{ holdings: readonly any[] }} */ { holdings }) => {
      const peaks = holdings.map(({ holding, rounds }) => ({
        holding,
        peakMB: Math.max(...rounds.map((/** @type {any} */ { peakMB }) => peakMB)),
      }));
      return {
        value: peaks,
        ok: peaks.every(({ holding, peakMB }) => peakMB <= (BUDGET.peakMB[holding] ?? 0)),
      };
    },
  );

const unloadLine = (/** @type {Measured} */ measured) =>
  line(
    'memory-unload',
    'resident memory after the engine was ended against before it was loaded, and over loads, MB',
    'back to within 10 %; stable over loads',
    measured,
    'memory',
    (/** @type {{ holdings: readonly any[], settleSeconds: number }} */ { holdings, settleSeconds }) => {
      const value = holdings.map(({ holding, before, rounds }) => {
        const after = /** @type {{ residentMB: number, ownMB: number }[]} */ (
          rounds.map((/** @type {any} */ round) => round.after)
        );
        const most = Math.max(...after.map(({ residentMB }) => residentMB));
        return {
          holding,
          beforeMB: before.residentMB,
          afterMB: after.map(({ residentMB }) => residentMB),
          /** Without mapped files: the browser's own code that was read in meanwhile is not held by the page. */
          ownBeforeMB: before.ownMB,
          ownAfterMB: after.map(({ ownMB }) => ownMB),
          back: most / before.residentMB,
          drift: most / (after[0]?.residentMB ?? Number.NaN),
        };
      });
      return {
        value: { settleSeconds, holdings: value },
        ok: value.every(({ back, drift }) => back <= 1 + BUDGET.drift && drift <= 1 + BUDGET.drift),
      };
    },
  );

/** @param {Measured} measured @returns {Line[]} */
const mainThreadLines = (measured) => {
  const part = /** @type {const} */ ('mainThread');
  return [
    line(
      'main-thread-task',
      'longest task of the page from Run to the end, with one core left to it, ms',
      `≤ ${BUDGET.taskMs}`,
      measured,
      part,
      (/** @type {any} */ { longestTaskMs, longTasks, longTasksBeforeRunMs, threads, ended }) => ({
        // Shorter tasks than 50 ms are not reported by the browser: 0 means that there was none of 50 or more.
        value: { longestTaskMs, longTasks, longTasksBeforeRunMs, threads, ended },
        ok: ended === true && longestTaskMs <= BUDGET.taskMs,
      }),
    ),
    line(
      'main-thread-input',
      'slowest answer to a click or a key meanwhile, ms',
      `≤ ${BUDGET.inputMs}`,
      measured,
      part,
      (/** @type {any} */ { slowestInputMs, reportedInputs, inputs, inputsSeen, openedAnItem }) => ({
        value: { slowestInputMs, reportedInputs, inputs, inputsSeen, openedAnItem },
        ok: inputs > 0 && inputsSeen >= inputs ? slowestInputMs <= BUDGET.inputMs : null,
        ...(inputs > 0 && inputsSeen >= inputs ? {} : { why: 'the page did not see the inputs' }),
      }),
    ),
    line(
      'main-thread-cancel',
      'from Cancel until the page takes a new command, ms',
      `≤ ${BUDGET.cancelMs}`,
      measured,
      part,
      (/** @type {any} */ { duringLoad, duringRun }) => ({
        value: { duringLoad, duringRun },
        ok:
          duringRun.length === 0
            ? null
            : [duringLoad, ...duringRun].every(({ untilReadyMs }) => untilReadyMs <= BUDGET.cancelMs),
        ...(duringRun.length === 0 ? { why: 'the run was over before it could be cancelled' } : {}),
      }),
    ),
  ];
};

const paintLine = (/** @type {Measured} */ measured) =>
  line(
    'first-paint',
    'first contentful paint at 4× CPU slowdown, 10 Mbit/s, 40 ms, empty cache, ms',
    `< ${BUDGET.paintMs}`,
    measured,
    'firstPaint',
    (/** @type {{ paintsMs: readonly number[] }} */ { paintsMs }) => ({
      value: { medianMs: median(paintsMs), visitsMs: paintsMs },
      ok: median(paintsMs) < BUDGET.paintMs,
    }),
  );

const scriptsLine = (/** @type {Measured} */ measured) =>
  line(
    'first-scripts',
    'JavaScript loaded before anything is pressed, bytes after gzip',
    `< ${BUDGET.scriptBytes}`,
    measured,
    'firstPaint',
    (/** @type {{ scripts: readonly { path: string, gzipBytes: number }[] }} */ { scripts }) => {
      const gzipBytes = scripts.reduce((sum, script) => sum + script.gzipBytes, 0);
      return { value: { gzipBytes, scripts }, ok: scripts.length > 0 && gzipBytes < BUDGET.scriptBytes };
    },
  );
