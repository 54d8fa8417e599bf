import type { HeatWord, HiddenStretch } from '../../../figures/index.ts';
import type { SpanEffect } from '../../../pasted-step/index.ts';
import { placedWords, type Transcript } from '../../../transcript/index.ts';

/** A message by its place and part; nothing of what it says, so that files of a figure hold none of the log. */
export function messageName({ messages }: Transcript, index: number): string {
  const number = `message ${index + 1}`;
  if (index === messages.length - 2) return `${number}, the failed call`;
  if (index === messages.length - 1) return `${number}, its error`;
  const role = messages[index]?.role;
  if (role === 'system') return `${number}, system prompt`;
  if (role === 'assistant') return `${number}, your agent`;
  return index === messages.findIndex((message) => message.role === 'user')
    ? `${number}, goal`
    : `${number}, result or user`;
}

const MESSAGE = /^message-(\d+)$/u;

/** The message that a name hides, or a part of it; null: the control, which may lie in any. */
function messageHidden(name: string, { messages }: Transcript): number | null {
  if (name === 'call') return messages.length - 2;
  if (name === 'error') return messages.length - 1;
  const found = MESSAGE.exec(name)?.[1];
  return found === undefined ? null : Number(found);
}

/** Effects of messages as rows of a figure, in reading order, the control last; a row leads to its message. */
export const stretchesOf = (effects: readonly SpanEffect[], context: Transcript): readonly HiddenStretch[] =>
  effects.map(({ name, hiddenTokens, hiddenNats, effectNats }) => {
    const message = messageHidden(name, context);
    return {
      name: message === null ? 'control: an ordinary stretch' : messageName(context, message),
      isControl: name === 'control',
      ...{ hiddenTokens, hiddenNats, effectNats },
      ...(message === null ? {} : { key: String(message) }),
    };
  });

/** The words of a message with what is known of each. */
export function heatWords(
  context: Transcript,
  message: number,
  effects: readonly SpanEffect[],
): readonly HeatWord[] {
  const known = new Map(effects.map((effect) => [effect.name, effect]));
  return placedWords(context, [`message-${message}`]).map((word) => {
    const found = known.get(word.name);
    return {
      word,
      seen: found ?? null,
      controlNats: found?.controlNats ?? null,
    };
  });
}

/** What could not be hidden, in words: `what` as the run names it. */
export function refusedName(what: string, context: Transcript | null): string {
  const found = /^message-(\d+)(?::(\d+)-(\d+))?$/u.exec(what);
  if (context === null || found === null) return what;
  const [, message, start, end] = found;
  const name = messageName(context, Number(message));
  if (start === undefined || end === undefined) return name;
  const word = context.messages[Number(message)]?.content.slice(Number(start), Number(end)) ?? '';
  return `“${word}” in ${name}`;
}
