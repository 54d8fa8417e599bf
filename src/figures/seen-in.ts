import { PAPER_VIEW, type ProbeSummary } from '../probe/index.ts';
import { viewWords } from './view-words.ts';

/** The view of a figure's numbers, for its files: never empty, so that a file by itself says what it was made of. */
export function seenIn(summary: Pick<ProbeSummary, 'view' | 'casesLeftOut'>): string {
  const words = viewWords(summary);
  return words === '' ? 'As in the paper.' : words;
}

/** For the words of a figure that draws means, or no statistic at all, in every view. */
export const withoutStatistic = <T extends Pick<ProbeSummary, 'view'>>(summary: T): T => ({
  ...summary,
  view: { ...summary.view, statistic: PAPER_VIEW.statistic },
});
