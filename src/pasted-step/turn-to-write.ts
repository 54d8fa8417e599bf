import type { ChosenStep, Message } from '../transcript/index.ts';

/** What ends a turn besides the end-of-turn token and the limit. */
export type TurnUntil =
  /** The line of the call is complete. */
  | 'line'
  /** The same, where the log's agent says something before its calls: lines that are no call do not end the turn. */
  | 'call-line'
  /** The tag that closes a call. */
  | 'closing-tag'
  /** The model begins to make up what it would read next. */
  | 'observation'
  | 'nothing-else';

/** A turn that the checkpoint is to write: plain data. */
export interface TurnToWrite {
  /** Unique within a job. */
  readonly id: string;
  readonly context: readonly Message[];
  readonly maximumTokens: number;
  /** Null: the likeliest token at every place. */
  readonly sampling: { readonly temperature: number; readonly topP: number; readonly seed: string } | null;
  readonly until: TurnUntil;
}

/** What it wrote. */
export interface WrittenText {
  readonly text: string;
  /** The limit of tokens or the window ended it. */
  readonly isCut: boolean;
}

/** Where a turn ends that can be a call like the step's. */
export function turnUntil({ style, call, before }: Pick<ChosenStep, 'style' | 'call' | 'before'>): TurnUntil {
  switch (style) {
    case 'function':
      return before.some(({ role, content }) => role === 'assistant' && content.includes('\n'))
        ? 'call-line'
        : 'line';
    case 'tags':
      return 'closing-tag';
    case 'labels':
      return 'observation';
    case 'json':
      return 'nothing-else';
    case 'as-written':
      if (/^Action:/im.test(call)) return 'observation';
      return call.trim().includes('\n') ? 'nothing-else' : 'line';
  }
}

/** Whether what the model writes from here on would not be read. */
export function isTurnOver(until: TurnUntil, text: string): boolean {
  switch (until) {
    case 'line':
      return /\S[^\n]*\n/u.test(text);
    case 'call-line':
      return /^[\w.-]+\(.*\n/mu.test(text);
    case 'closing-tag':
      return text.includes('</tool_call>');
    case 'observation':
      return /\nObservation:/iu.test(text);
    case 'nothing-else':
      return false;
  }
}

/** Room for a call half as long again and for what may be said before it, within reason. */
export const mostTurnTokens = (callTokens: number, until: TurnUntil): number =>
  Math.min(256, Math.max(48, Math.ceil(1.5 * callTokens) + 16) + (until === 'call-line' ? 32 : 0));
