import type { Advice, WaySummary } from '../pasted-step/index.ts';
import { isAdvisable, isUsable } from '../transcript/index.ts';
import { fixed } from './number-words.ts';
import { NEXT_CALLS, wayLabel } from './way-words.ts';

/** What can be recommended after the ways were compared, in a sentence. */
export function adviceWords(advice: Advice, summaries: readonly WaySummary[]): string {
  const ways = summaries.filter(({ way }) => isAdvisable(way));
  if (advice.kind === 'way') {
    const { way, over, difference } = advice;
    return (
      `Of ${ways.length} ways to show it, “${wayLabel(way)}” left most usable next calls: ${usableWords(ways, way)}; next “${wayLabel(over)}”: ${usableWords(ways, over)} ` +
      `(${points(difference.mean)} points more [95 %: ${points(difference.low)} to ${points(difference.high)}]).`
    );
  }
  switch (advice.why) {
    case 'cannot-stand-in':
      return 'No recommendation: this checkpoint cannot stand in for your model at this step.';
    case 'too-few':
      return 'No recommendation yet: too few turns were written to tell the ways apart.';
    case 'none-usable':
      return `No recommendation: however the failure was shown, none of the ${total(ways)} sampled turns is a usable next call. This checkpoint writes no calls here, so it cannot tell the ways apart.`;
    case 'no-clear-winner':
      return `No clear winner among ${ways.length} ways to show it: ${rangeWords(ways)}.`;
  }
}

const total = (ways: readonly WaySummary[]): number => ways.reduce((sum, { turns }) => sum + turns, 0);

/** 'usable next calls in 4 to 9 of 24 sampled turns, and the best is not told apart from the next'. */
function rangeWords(ways: readonly WaySummary[]): string {
  const shares = ways.flatMap(({ usableShare }) => (usableShare === null ? [] : [usableShare.mean]));
  if (shares.length === 0) return 'no turn was written';
  const [least, most] = [Math.min(...shares), Math.max(...shares)].map(points);
  const between = least === most ? `${least} %` : `${least} to ${most} %`;
  return `${between} of the sampled turns are usable next calls, and the best way cannot be told from the next`;
}

function usableWords(ways: readonly WaySummary[], way: WaySummary['way']): string {
  const found = ways.find((one) => one.way === way);
  return found === undefined ? '' : `${usableCount(found)} of ${found.turns} sampled turns`;
}

const points = (share: number): string => fixed(100 * share, 0);

/** Sampled turns that an agent’s program could run and that are not the same call. */
export const usableCount = ({ sorted }: Pick<WaySummary, 'sorted'>): number =>
  NEXT_CALLS.filter(isUsable).reduce((sum, next) => sum + sorted[next], 0);
