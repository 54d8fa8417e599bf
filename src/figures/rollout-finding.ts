import { REFERENCE_HARNESS, type HarnessSummary } from '../rollout/index.ts';
import type { Share } from '../statistics/index.ts';
import { eachOf, highest, rateOf } from './equal-ranks.ts';
import { counted, spoken } from './number-words.ts';
import { isByConstruction, outcomeRow, type OutcomeName, type OutcomeRow } from './rollout-outcome-rows.ts';
import { rolloutScopeWords, type RolloutScope } from './rollout-scope.ts';

/** What rollouts have come to, in sentences. */
export interface RolloutFinding {
  /** Repeats, loops and success at one rank: none of them alone. */
  readonly headline: string;
  /** That success compares nothing here, or cannot be judged; null where it can compare. */
  readonly floor: string | null;
  /** What was decided before anything failed. */
  readonly stepOne: string | null;
  readonly scope: string;
  /** All of it as it should be heard. */
  readonly spoken: string;
}

export interface RolloutFindingInput {
  /** In the order of their columns. */
  readonly summaries: readonly HarnessSummary[];
  /** From `isFloor`: null where no rollout reached a failure. */
  readonly isFloor: boolean | null;
  readonly scope: RolloutScope;
}

/** Up to so many harnesses are all named; of more, the ends. */
const MOST_NAMED = 4;

export function rolloutFinding({ summaries, isFloor, scope }: RolloutFindingInput): RolloutFinding {
  const shown = summaries.filter(({ rollouts }) => rollouts > 0);
  const headline = headlineOf(shown.map(outcomeRow), isFloor);
  const floor = floorOf(shown, isFloor);
  const stepOne = stepOneOf(shown);
  const limits = rolloutScopeWords(scope);
  return {
    headline,
    floor,
    stepOne,
    scope: limits,
    spoken: spoken([headline, floor, stepOne, limits].filter((text) => text !== null).join(' ')),
  };
}

function headlineOf(rows: readonly OutcomeRow[], isFloor: boolean | null): string {
  if (rows.length === 0) return 'No rollout has ended yet.';
  return [
    repeatsSentence(rows),
    `Ended in a loop of failed calls: ${spread(rows, 'stuck')}.`,
    // On the floor the shares themselves stand in the sentence that says so.
    ...(isFloor === true ? [] : [`Solved: ${spread(rows, 'solved')}.`]),
  ].join(' ');
}

/** How often failed calls were made again, per opportunity. */
export function repeatsSentence(rows: readonly OutcomeRow[]): string {
  const repeats = spread(rows, 'perOpportunity');
  return repeats === ''
    ? 'No rollout failed twice, so no failed call could be made again.'
    : `Failed calls made again, of the failures that could: ${repeats}.`;
}

const shareText = ({ k, n }: Share): string => `${k} of ${n}`;

/** What follows for a rollout that must repeat whatever has failed. */
const FORCED_WORDS: Readonly<Record<OutcomeName, string>> = {
  solved: 'none after a failure, by construction',
  stuck: 'by construction',
  perFailure: 'by construction',
  perOpportunity: 'by construction',
};

/** Shares of few harnesses; of many, of the reference and of those that lie lowest and highest. */
function spread(rows: readonly OutcomeRow[], outcome: OutcomeName): string {
  const shareOf = ({ readings }: OutcomeRow): Share => readings[outcome].share;
  const having = rows.filter((row) => shareOf(row).n > 0);
  const named = (row: OutcomeRow): string =>
    `${row.harness} ${shareText(shareOf(row))}${isByConstruction(row) ? ` (${FORCED_WORDS[outcome]})` : ''}`;
  if (having.length <= MOST_NAMED) return having.map(named).join(', ');
  const reference = having.filter(({ harness }) => harness === REFERENCE_HARNESS);
  // What had to come out is not ranked among what might have been otherwise.
  const forced = having.filter(isByConstruction);
  const free = having.filter((row) => !isByConstruction(row));
  const least = highest(free, (row) => -rateOf(shareOf(row)));
  const most = highest(free, (row) => rateOf(shareOf(row)));
  const ends =
    free.length === 0
      ? []
      : least.length === free.length
        ? [
            `all ${free.length}${forced.length > 0 ? ` but ${namesIn(forced)}` : ''} alike (${eachOf(free.map(shareOf))})`,
          ]
        : [
            `lowest under ${namesIn(least)} (${eachOf(least.map(shareOf))})`,
            `highest under ${namesIn(most)} (${eachOf(most.map(shareOf))})`,
          ];
  // The reference is named once: at its end, or before the ends.
  const isAtAnEnd = reference.some((row) => least.includes(row) || most.includes(row));
  return [
    ...(isAtAnEnd ? [] : reference.filter((row) => !isByConstruction(row)).map(named)),
    ...ends,
    ...forced.map(named),
  ].join(', ');
}

const namesIn = (rows: readonly OutcomeRow[]): string =>
  rows.length > 3 ? `${rows.length} harnesses` : listed(rows.map(({ harness }) => harness));

function listed(names: readonly string[]): string {
  const last = names.at(-1) ?? '';
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} and ${last}`;
}

function floorOf(summaries: readonly HarnessSummary[], isFloor: boolean | null): string | null {
  if (summaries.length === 0 || isFloor === false) return null;
  if (isFloor === null) return 'No rollout reached a failure, so nothing here compares harnesses.';
  const shares = summaries.map(({ solvedAfterFailure }) => solvedAfterFailure).filter(({ n }) => n > 0);
  const most = highest(shares, rateOf);
  return `Floor: success cannot compare harnesses here (solved after a failure: ${most[0]?.k === 0 ? 'none' : `at most ${eachOf(most.slice(0, 1))}`}).`;
}

/** Tasks where every task has one rollout, else rollouts. */
const unitOf = (summaries: readonly HarnessSummary[]): string =>
  summaries.every(({ tasks, rollouts }) => tasks === rollouts) ? 'task' : 'rollout';

function stepOneOf(summaries: readonly HarnessSummary[]): string | null {
  const numbers = [...new Set(summaries.map(({ solvedInStepOne }) => solvedInStepOne))];
  const [first = 0] = numbers;
  if (numbers.every((number) => number === 0)) return null;
  const unit = unitOf(summaries);
  if (numbers.length === 1) return `Solved in step one: ${counted(first, unit)}, left out of comparisons.`;
  const each = numbers.map((number) => {
    const having = summaries.filter(({ solvedInStepOne }) => solvedInStepOne === number);
    return `${number} under ${having.length > 3 ? `${having.length} harnesses` : listed(having.map(({ harness }) => harness))}`;
  });
  return `Solved in step one: ${each.join(', ')} (${unit}s), left out of comparisons.`;
}
