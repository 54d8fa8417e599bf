import type { Chance, NextMove } from './chances.ts';
import { placeKey } from './spelled-place.ts';

/**
 * One call failing again and again with no other decision between. It ends when the agent makes another decision (an
 * escape), when the call is made again and works, or with the log.
 */
export interface FailureStreak {
  readonly chances: readonly Chance[];
  readonly end: Exclude<NextMove, 'same-call'> | 'worked' | 'log-ends';
  /** After an escape: the call is made again later. */
  readonly cameBack: boolean;
}

/** Of the chances after that many failures in a row, those in which the call was made again. */
export interface RepeatsByAttempt {
  readonly failuresInARow: number;
  readonly repeated: number;
  readonly chances: number;
}

/** Every failure is in one streak; streaks are in the order of their first failures. */
export function streaksOf(chances: readonly Chance[]): readonly FailureStreak[] {
  const byPlace = new Map(chances.map((chance) => [placeKey(chance.failed.call), chance]));
  const following = (chance: Chance): Chance | undefined =>
    chance.failedAgain === null ? undefined : byPlace.get(placeKey(chance.failedAgain.call));
  const continued = new Set(chances.flatMap((chance) => following(chance) ?? []));
  return chances
    .filter((chance) => !continued.has(chance))
    .map((first) => {
      const row = [first];
      for (let next = following(first); next !== undefined; next = following(next)) row.push(next);
      const last = row.at(-1) ?? first;
      return { chances: row, end: endOf(last), cameBack: last.cameBack };
    });
}

function endOf({ move, hasResult }: Chance): FailureStreak['end'] {
  if (move === null) return 'log-ends';
  if (move !== 'same-call') return move;
  return hasResult ? 'worked' : 'log-ends';
}

/** Does repeating wear off? From one failure on. */
export function repeatsByAttempt(streaks: readonly FailureStreak[]): readonly RepeatsByAttempt[] {
  const longest = streaks.reduce((most, { chances }) => Math.max(most, chances.length), 0);
  const counts = Array.from({ length: longest }, () => ({ repeated: 0, chances: 0 }));
  for (const { chances } of streaks)
    for (const [at, { move }] of chances.entries()) {
      const count = counts[at];
      if (count === undefined || move === null) continue;
      count.chances += 1;
      if (move === 'same-call') count.repeated += 1;
    }
  return counts
    .map((count, at) => ({ failuresInARow: at + 1, ...count }))
    .filter((count) => count.chances > 0);
}
