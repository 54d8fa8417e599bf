import type {
  FailedCall,
  FailureCounts,
  FailureLevel,
  FailureStreak,
  LogStatistics,
  NextMove,
  PastedTranscript,
} from '../../transcript/index.ts';

/** With fewer chances than this a count is told and nothing is made of it. */
export const FEW_CHANCES = 10;

export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`;

/** The sentence over the counts of a log. */
export function logFinding({ all }: LogStatistics): string {
  const { failures, chances, next } = all;
  if (failures === 0) return 'No failed call was found in this log.';
  if (chances === 0)
    return failures === 1
      ? 'One call failed, and the log ends before the agent could act again.'
      : `${counted(failures, 'call')} failed, and the log ends before the agent could act again.`;
  const same = next['same-call'];
  if (chances === 1)
    return same === 1
      ? 'One call failed, and the agent made the same call again.'
      : 'One call failed, and the agent did not make the same call again.';
  return same === 0
    ? `In none of ${counted(chances, 'chance')} did the agent make a failed call again at once.`
    : `The agent made the same call again after its error in ${same.toLocaleString('en')} of ${counted(chances, 'chance')}.`;
}

/** What the counts are, and what they are not. */
export function findingLimits({ all, leftOut }: LogStatistics): readonly string[] {
  const { chances, afterUser, failures } = all;
  const said = ['Counted in your log alone: this is about your agent, and no model was run for it.'];
  if (failures > 0)
    said.push(
      'A chance is a failed call whose result the agent read, and its next decision. The same call is the same tool with equal arguments, however they are spelt.',
    );
  if (chances > 0 && chances < FEW_CHANCES)
    said.push(
      `${chances === 1 ? 'One chance is' : `${chances} chances are`} few: they say what happened here, not how often it happens.`,
    );
  if (chances >= FEW_CHANCES)
    said.push('Failures of one streak hang together, so a long one weighs as much as many short ones.');
  if (afterUser > 0)
    said.push(
      `In ${counted(afterUser, 'chance')} a person spoke in between: a repeat there may have been asked for.`,
    );
  if (leftOut > 0)
    said.push(
      `${counted(leftOut, 'call')} failed only because another call of the same turn did, and ${leftOut === 1 ? 'counts' : 'count'} nowhere.`,
    );
  return said;
}

export const MOVE_WORDS: Readonly<Record<NextMove, string>> = {
  'same-call': 'the same call again',
  'same-tool': 'the same tool, other arguments',
  'other-tool': 'another tool',
  'no-call': 'no call: it answered, asked or stopped',
};

/** Of the same calls and of the others, what more is known; null: nothing. */
export function moreOnMoves({ sameText, failedAgain, cameBack, next }: FailureCounts): string | null {
  const same = next['same-call'];
  const others = next['same-tool'] + next['other-tool'] + next['no-call'];
  const said = [
    ...(same === 0
      ? []
      : [
          `Of ${counted(same, 'same call')}, ${sameText} had the same text to the letter, and ${failedAgain} failed again.`,
        ]),
    ...(cameBack === 0
      ? []
      : [`After ${cameBack} of ${counted(others, 'other decision')} the failed call came back later.`]),
  ];
  return said.length === 0 ? null : said.join(' ');
}

const ENDS: Readonly<Record<FailureStreak['end'], string>> = {
  'same-tool': 'escaped: the same tool with other arguments',
  'other-tool': 'escaped: another tool',
  'no-call': 'escaped: it answered, asked or stopped',
  worked: 'the call was made again and worked',
  'log-ends': 'the log ends',
};

export const endWords = ({ end, cameBack }: FailureStreak): string =>
  `${ENDS[end]}${cameBack ? ', and came back to it later' : ''}`;

/** The sentence over the streaks. */
export function streakSentence({ streaks, escapes }: LogStatistics): string {
  const longest = Math.max(0, ...streaks.map(({ chances }) => chances.length));
  const left = streaks.filter(({ cameBack, end }) => cameBack && end !== 'worked').length;
  const back = left === 0 ? '' : `; after ${left} of these the failed call came back later`;
  return `${counted(streaks.length, 'streak')} of one call failing, the longest of ${longest}. The agent escaped from ${escapes} of ${streaks.length} by doing something else${back}.`;
}

const LEVELS: Readonly<Record<FailureLevel, string>> = {
  'by-hand': 'marked by you',
  explicit: 'the format says so',
  structured: 'the structure of the result',
  text: 'the wording of the result',
};

/** Why a call is taken for a failed one. */
export const reasonWords = ({ level, rule }: FailedCall): string =>
  level === 'by-hand' ? LEVELS[level] : `${LEVELS[level]}: ${rule}`;

/** What speaks against it, or makes it another kind of failure. */
export function doubtWords({
  secondary,
  denied,
  isRejectedReply,
  mayBeNormal,
  ranAndReported,
}: FailedCall): readonly string[] {
  return [
    ...(secondary ? ['failed only with another call of its turn; counted nowhere'] : []),
    ...(denied ? ['refused by a person or a permission rule: nothing ran'] : []),
    ...(isRejectedReply ? ['the reply could not be read as a call'] : []),
    ...(mayBeNormal ? ['may be normal: a search that found nothing, or files that differ'] : []),
    ...(ranAndReported ? ['it ran, and reports failures of something else, such as tests'] : []),
  ];
}

const CALL_CHARACTERS = 160;

/** A call in one line, as the log has it. */
export function callLine(
  { turns }: PastedTranscript,
  { turn, ordinal }: FailedCall['call'],
  mostCharacters = CALL_CHARACTERS,
): string {
  const said = turns[turn];
  if (said === undefined) return '';
  const call = ordinal === null ? undefined : said.calls[ordinal];
  const head = (text: string): string => text.slice(0, 4 * mostCharacters);
  const written =
    call === undefined
      ? head(said.text)
      : call.name === null
        ? head(call.text ?? call.rawArgs)
        : `${call.name}(${head(call.rawArgs)})`;
  const line = written.replaceAll(/\s+/g, ' ').trim();
  const characters = [...line];
  return characters.length > mostCharacters ? `${characters.slice(0, mostCharacters - 1).join('')}…` : line;
}
