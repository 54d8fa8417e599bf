import { withoutBlankEnds, type ParseFault } from '../toolshed/index.ts';

const FENCE = /^```\w*$/;
const BACKTICKS = /^`+|`+$/g;
const LABEL = /^(?:action|tool|call):/i;

/**
 * The one action in what a model wrote: its first line that holds anything after blanks, the backticks around it and one
 * label are taken away; empty where there is none (measurement §6.3). A line that only opens a code block is passed over:
 * taken for the action, as in the study, it would fail whatever stands in the block.
 */
export function actionOfTurn(text: string): string {
  return (
    text
      .split('\n')
      .map(actionOfLine)
      .find((action) => action !== '') ?? ''
  );
}

/** The line that holds the action is complete: whatever the model writes from here on is not read. */
export const isTurnOver = (text: string): boolean =>
  text
    .split('\n')
    .slice(0, -1)
    .some((line) => actionOfLine(line) !== '');

function actionOfLine(line: string): string {
  const written = withoutBlankEnds(line);
  if (FENCE.test(written)) return '';
  const bare = withoutBlankEnds(written.replace(BACKTICKS, ''));
  return withoutBlankEnds(bare.replace(LABEL, ''));
}

/**
 * Whether a text that is no call could have become one had there been room for more of it: nothing yet, the beginning of
 * a name, or a call whose string or bracket is still open.
 */
export function couldBecomeCall(action: string, fault: ParseFault): boolean {
  switch (fault.reason) {
    case 'empty':
      return true;
    case 'not-a-call':
      return /^[\p{L}_]\w*$/u.test(action);
    case 'syntax':
      return fault.broken === 'bracket-never-closed' || fault.broken === 'unterminated-string';
    default:
      return false;
  }
}
