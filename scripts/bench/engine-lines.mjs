// @ts-check
// What the engine owes: exactness, tokens, speed.
import { hasReason, line } from './line.mjs';
import { largestDifference, lineThrough, median } from './numbers.mjs';

/** @typedef {import('./line.mjs').Line} Line */
/** @typedef {import('./line.mjs').Measured} Measured */
/** @typedef {import('./line.mjs').Pass} Pass */

const BUDGET = {
  scoreNats: 2e-4,
  tokenNats: 5e-5,
  packedShare: 0.65,
  threadGain: 1.6,
  decodeRatio: 1.5,
};

/** A packed pass of the job counts as typical when it looks back about as far as the budget says, and is no splinter. */
const TYPICAL_PAST = [450, 850];
const FEWEST_NEW_TOKENS = 64;

const perSecond = (/** @type {readonly Pass[]} */ passes) =>
  (1000 * passes.reduce((sum, { newTokens }) => sum + newTokens, 0)) /
  passes.reduce((sum, { elapsedMs }) => sum + elapsedMs, 0);

export const agreementLine = (/** @type {Measured} */ measured) =>
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

export const tokensLine = (/** @type {Measured} */ measured) =>
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

export const jobLine = (/** @type {Measured} */ measured) =>
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
          largestDifferenceNats: largestDifference(rounds[0].job.rows, at.native[0]?.job.scores),
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

const nativePrefills = (/** @type {any} */ at) =>
  at.native.flatMap((/** @type {any} */ { prefill }) =>
    prefill.map((/** @type {any} */ { tokens, seconds }) => tokens / seconds),
  );
const tabPrefills = (/** @type {any} */ at) =>
  at.tab.flatMap((/** @type {any} */ { prefill }) =>
    prefill.map((/** @type {Pass} */ pass) => perSecond([pass])),
  );

export const prefillLine = (/** @type {Measured} */ measured) =>
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

export const packedLine = (/** @type {Measured} */ measured) =>
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

export const threadsLine = (/** @type {Measured} */ measured) =>
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

export const decodingLine = (/** @type {Measured} */ measured) =>
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

export const widthLine = (/** @type {Measured} */ measured) =>
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
