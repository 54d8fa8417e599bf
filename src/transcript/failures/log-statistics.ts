import type { PastedTranscript } from '../formats/normal-form.ts';
import { chancesOf, type Chance, type NextMove } from './chances.ts';
import type { FailedCall } from './failed-call.ts';
import { repeatsByAttempt, streaksOf, type FailureStreak, type RepeatsByAttempt } from './streaks.ts';

/** What the agent did after its failures. */
export interface FailureCounts {
  /** Failed calls. One call made twice in a turn counts once. */
  readonly failures: number;
  /** Of these, those after which the agent decided again: the chances to repeat (`chances.ts`). */
  readonly chances: number;
  /** What it did with them; they add up to the chances. */
  readonly next: Readonly<Record<NextMove, number>>;
  /** Of the same calls, those with the same argument text to the letter. */
  readonly sameText: number;
  /** Of the same calls, those that failed again. */
  readonly failedAgain: number;
  /** Of the other decisions, those after which the same call came back later. */
  readonly cameBack: number;
  /** Of the chances, those before which a person spoke: such a repeat may have been asked for. */
  readonly afterUser: number;
}

/** A share of the failures, with what they have in common. */
export interface FailureGroup extends FailureCounts {
  /** The tool, or the error without its numbers; null: calls without a name. */
  readonly label: string | null;
  /** The first of them. */
  readonly example: FailedCall;
}

/** What the log says of its agent, without any model. */
export interface LogStatistics {
  readonly all: FailureCounts;
  /** Most repeats first, then most failures. */
  readonly byTool: readonly FailureGroup[];
  readonly byErrorText: readonly FailureGroup[];
  /** Rows of one call failing again and again, and how each ended. */
  readonly streaks: readonly FailureStreak[];
  /** Streaks that ended with another decision of the agent. */
  readonly escapes: number;
  readonly byAttempt: readonly RepeatsByAttempt[];
  /** Marks that count nowhere: calls that failed only because another one of their turn did. */
  readonly leftOut: number;
}

/**
 * Counts over the marks that are given, whoever set them: what is marked is a failure, what is not is none. "Same call"
 * is the same tool with equal arguments, however they are spelt.
 */
export function logStatistics(transcript: PastedTranscript, failed: readonly FailedCall[]): LogStatistics {
  const counted = failed.filter(({ secondary }) => !secondary);
  const chances = chancesOf(transcript, inOrderOfLog(counted));
  const streaks = streaksOf(chances);
  return {
    all: countsOf(chances),
    byTool: groupsOf(chances, ({ tool }) => tool),
    byErrorText: groupsOf(chances, ({ errorText }) => errorText),
    streaks,
    escapes: streaks.filter(({ end }) => end !== 'worked' && end !== 'log-ends').length,
    byAttempt: repeatsByAttempt(streaks),
    leftOut: failed.length - counted.length,
  };
}

/** The marks come in any order: the user adds to them. */
const inOrderOfLog = (failed: readonly FailedCall[]): readonly FailedCall[] =>
  [...failed].sort((a, b) => a.call.turn - b.call.turn || (a.call.ordinal ?? -1) - (b.call.ordinal ?? -1));

function countsOf(chances: readonly Chance[]): FailureCounts {
  const next = { 'same-call': 0, 'same-tool': 0, 'other-tool': 0, 'no-call': 0 };
  for (const { move } of chances) if (move !== null) next[move] += 1;
  const count = (does: (chance: Chance) => boolean): number => chances.filter(does).length;
  return {
    failures: chances.length,
    chances: count(({ move }) => move !== null),
    next,
    sameText: count(({ sameText }) => sameText),
    failedAgain: count(({ failedAgain }) => failedAgain !== null),
    cameBack: count(({ cameBack }) => cameBack),
    afterUser: count(({ move, isAfterUser }) => move !== null && isAfterUser),
  };
}

function groupsOf(
  chances: readonly Chance[],
  labelOf: (chance: Chance) => string | null,
): readonly FailureGroup[] {
  const groups = new Map<string | null, Chance[]>();
  for (const chance of chances) {
    const label = labelOf(chance);
    const group = groups.get(label);
    if (group === undefined) groups.set(label, [chance]);
    else group.push(chance);
  }
  return [...groups]
    .flatMap(([label, group]) =>
      group[0] === undefined ? [] : [{ label, example: group[0].failed, ...countsOf(group) }],
    )
    .sort((a, b) => b.next['same-call'] - a.next['same-call'] || b.failures - a.failures);
}
