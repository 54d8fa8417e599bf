import {
  partsNamed,
  placedWords,
  wordHidden,
  type Part,
  type PlacedWord,
  type TextRange,
} from '../transcript/index.ts';
import { NOTHING_ASKED, scoreOf, type Answers, type Asking } from './asking.ts';
import { controlAsLongAs } from './control-place.ts';
import type { StepContexts } from './step-contexts.ts';

/** What a stretch of the context does to the call, seen by hiding it from the positions that write the call. */
export interface SpanEffect {
  /** `message-3` of the context after the failure, `call`, `error`, `control`, or a word: `message-3:10-17`. */
  readonly name: string;
  readonly hiddenTokens: number;
  /** log p of the call with it hidden. */
  readonly hiddenNats: number;
  /** L(after) − L(after, hidden): above zero, it pulls toward repeating. */
  readonly effectNats: number;
  /** The same of a control of as many tokens, for a word; null: not computed, or none is that long. */
  readonly controlNats: number | null;
}

/**
 * The call after the failure with each earlier message hidden, then the call, the error, and a control as long as the
 * call. The last two messages are the call and the error, so they are hidden by these names alone.
 */
export function messagesAsked(contexts: StepContexts): Asking {
  return asking(contexts, spansOf(contexts).values());
}

/** In the order of the context, then call, error, control; those that are not there yet are left out. */
export function messageEffects(contexts: StepContexts, answers: Answers): readonly SpanEffect[] {
  return [...spansOf(contexts)].flatMap(([name, parts]) => {
    const seen = effectOf(contexts, parts, answers);
    return seen === null ? [] : [{ name, ...seen, controlNats: null }];
  });
}

/** The call after the failure with each word of one message hidden, and with a control as long as that word. */
export function wordsAsked(contexts: StepContexts, message: number): Asking {
  // The last word is nearest to the call. Controls of equal length hide the same tokens and are computed once.
  const parts = wordsOf(contexts, message)
    .toReversed()
    .flatMap(({ name }) => [hidden(contexts, name), hidden(contexts, `control:${name}`)]);
  return asking(
    contexts,
    parts.filter((one) => one !== null),
  );
}

/** In reading order; words that are not there yet, or cannot be hidden, are left out. */
export function wordEffects(
  contexts: StepContexts,
  message: number,
  answers: Answers,
): readonly SpanEffect[] {
  return wordsOf(contexts, message).flatMap(({ name }) => {
    const seen = effectOf(contexts, hidden(contexts, name), answers);
    const control = effectOf(contexts, hidden(contexts, `control:${name}`), answers);
    return seen === null ? [] : [{ name, ...seen, controlNats: control?.effectNats ?? null }];
  });
}

/** The words of one message of the context after the failure, as they are hidden. */
export const wordsOf = ({ after }: StepContexts, message: number): readonly PlacedWord[] =>
  placedWords(after, [`message-${message}`]);

/** Parts to hide, by name. */
function spansOf({ before, after }: StepContexts): ReadonlyMap<string, readonly Part[]> {
  const spans = new Map<string, readonly Part[]>();
  before.forEach(({ content }, message) => {
    const name = `message-${message}`;
    if (content !== '') spans.set(name, [{ name, message, start: 0, end: content.length, butHead: true }]);
  });
  const [call] = partsNamed(after, 'call');
  const [error] = partsNamed(after, 'error');
  if (call !== undefined) spans.set('call', [call]);
  if (error !== undefined) spans.set('error', [error]);
  const control = call === undefined ? null : controlAsLongAs(after, before.length, call);
  if (control !== null) spans.set('control', control);
  return spans;
}

const hidden = ({ before, after }: StepContexts, name: string): readonly Part[] | null =>
  wordHidden(after, name, (range: TextRange) => controlAsLongAs(after, before.length, range));

const asking = ({ after, call }: StepContexts, hiding: Iterable<readonly Part[]>): Asking => ({
  ...NOTHING_ASKED,
  scores: [
    scoreOf(after.messages, call),
    ...[...hiding].map((parts) => scoreOf(after.messages, call, parts)),
  ],
});

function effectOf(
  { after, call }: StepContexts,
  parts: readonly Part[] | null,
  { scores }: Answers,
): Pick<SpanEffect, 'hiddenTokens' | 'hiddenNats' | 'effectNats'> | null {
  const seen = scores.get(scoreOf(after.messages, call).id);
  const without = parts === null ? undefined : scores.get(scoreOf(after.messages, call, parts).id);
  if (seen === undefined || without === undefined) return null;
  return {
    hiddenTokens: without.hiddenTokens,
    hiddenNats: without.nats,
    effectNats: seen.nats - without.nats,
  };
}
