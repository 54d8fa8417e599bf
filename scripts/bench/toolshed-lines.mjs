// @ts-check
// The published probe against its budget.
import { line } from './line.mjs';
import { largestDifference, median } from './numbers.mjs';
import { passProfile } from './pass-profile.mjs';

/** @typedef {import('./toolshed.mjs').ToolshedStudy} ToolshedStudy */

const MOST_CORE_MINUTES = 5;
const AIMED_RATIO = 0.8;

/** @param {import('./line.mjs').Measured} measured */
export const toolshedLines = (measured) => [
  studyLine('core', '100 items, five conditions', measured, {
    budget: `≤ ${MOST_CORE_MINUTES} min; aim ≤ ${AIMED_RATIO} of native`,
    judge: ({ tabMinutes, ratio }) =>
      ratio === null ? null : tabMinutes <= MOST_CORE_MINUTES && ratio <= AIMED_RATIO,
  }),
  studyLine('extended', '60 items, ten conditions', measured, { budget: 'reported', judge: () => null }),
];

/**
 * @param {string} id @param {string} what @param {import('./line.mjs').Measured} measured
 * @param {{ budget: string, judge: (figures: { tabMinutes: number, ratio: number | null }) => boolean | null }} bound
 */
const studyLine = (id, what, measured, { budget, judge }) =>
  line(
    `toolshed-${id}`,
    `ToolShed ${id}, ${what}, in the tab against native PyTorch by the paper’s method`,
    budget,
    measured,
    'toolshed',
    (/** @type {readonly ToolshedStudy[]} */ studies) => {
      const study = studies.find((one) => one.id === id);
      const first = study?.tab[0];
      if (study === undefined || first === undefined)
        return { value: null, ok: null, why: 'it was not measured' };
      const tabSeconds = study.tab.map(({ seconds }) => seconds);
      const nativeSeconds = study.native.map(({ seconds }) => seconds);
      const { computedTokens, plannedTokens, evictedTokens, perCandidateTokens, perContextTokens } =
        first.progress;
      const figures = {
        tabMinutes: median(tabSeconds) / 60,
        ratio: nativeSeconds.length === 0 ? null : median(tabSeconds) / median(nativeSeconds),
      };
      return {
        value: {
          ...figures,
          set: study.set,
          threads: study.threads,
          scores: first.rows.length,
          refused: first.refused.length,
          tabSeconds,
          nativeSeconds,
          computedTokens,
          plannedTokens,
          evictedTokens,
          shareOfPerCandidate: computedTokens / perCandidateTokens,
          shareOfPerContext: computedTokens / perContextTokens,
          nativePushedTokens: study.native[0]?.pushedTokens ?? null,
          largestDifferenceNats: largestDifference(first.rows, study.native[0]?.scores),
          secondsBeforeFirstPass: first.secondsBeforeFirstPass,
          profile: passProfile(first.passes),
        },
        ok: judge(figures),
      };
    },
  );
