import type { ReactSegment } from './react-labels.ts';

/**
 * A prompt explains the form of a reply with the very labels of the replies. What it says after them gives it away: no
 * tool is called "the action to take".
 */
const LECTURED_ACTION =
  /^\s*(?:the (?:action|tool|name of the (?:tool|action))\b|(?:should|must) be (?:exactly )?one of|one of \[|\[?the (?:action|tool)|<(?:tool|action)|\{tool|tool name\b|\$)|should be one of|must be one of/i;
const LECTURED_ANSWER = /^\s*(?:the final answer\b|your (?:final )?(?:answer|response)|\[|<)/i;

const isLecturedAction = (text: string, { label, content }: ReactSegment): boolean =>
  label === 'action' &&
  LECTURED_ACTION.test(text.slice(content.start, Math.min(content.end, content.start + 300)));

/** For each segment whether it belongs to such an explanation. */
export function lectured(text: string, segments: readonly ReactSegment[]): readonly boolean[] {
  const isLecture = segments.map(() => false);
  for (const [at, segment] of segments.entries()) {
    if (!isLecturedAction(text, segment)) continue;
    let first = at;
    while (first > 0 && isOpening(segments[first - 1])) first -= 1;
    let last = at;
    while (isFilling(segments[last + 1])) last += 1;
    const more = segments[last + 1]?.label === 'thought' ? last + 2 : last + 1;
    const answer = segments[more];
    if (answer?.label === 'answer' && isLecturedAnswer(text, answer)) last = more;
    isLecture.fill(true, first, last + 1);
  }
  return isLecture;
}

const isOpening = (segment: ReactSegment | undefined): boolean =>
  segment?.label === 'question' || segment?.label === 'thought';

const isFilling = (segment: ReactSegment | undefined): boolean =>
  segment?.label === 'input' || segment?.label === 'observation';

const isLecturedAnswer = (text: string, { content }: ReactSegment): boolean =>
  LECTURED_ANSWER.test(text.slice(content.start, Math.min(content.end, content.start + 100)));
