import type { ScoreRow } from '../records/index.ts';
import {
  partsNamed,
  placedWords,
  type ControlName,
  type PlacedWord,
  type Transcript,
} from '../transcript/index.ts';
import { PAPER_SHOWING, underCondition, type ConditionName, type Showing } from './conditions.ts';
import type { HiddenName } from './hiding.ts';
import type { ProbeItem } from './item.ts';
import { hiddenUnits, type ProbeUnit } from './requests.ts';
import { rowBook } from './row-book.ts';

/** What can be taken word by word: a named part, or the whole transcript; in the order in which they are offered. */
export const WORD_PARTS = [
  'error',
  'observation',
  'note',
  'call',
  'goal',
  'documentation',
  'transcript',
] as const;
export type WordPart = (typeof WORD_PARTS)[number];

/** What is looked at word by word. */
export interface WordsAsked {
  readonly condition: ConditionName;
  readonly part: WordPart;
}

/** A word that can be hidden, and the control beside it. */
interface ControlledWord extends PlacedWord {
  /** Null: there is no place for a control, as the item does not say where its tools are documented. */
  readonly controlName: ControlName | null;
}

/**
 * The words of a part, in reading order; none where the transcript has the part not, or more than once (an error that
 * is shown twice has two first words).
 */
export function wordsOfPart(transcript: Transcript, part: WordPart): readonly ControlledWord[] {
  const places =
    part === 'transcript' ? transcript.messages.map((_, message) => `message-${message}`) : [part];
  const hasControl = partsNamed(transcript, 'documentation').some(({ start }) => start > 0);
  return placedWords(transcript, places).map((word) => ({
    ...word,
    controlName: hasControl ? `control:${word.name}` : null,
  }));
}

/**
 * The failed call under a condition, once with each word of a part hidden and, right after it, once with a control as
 * long as that word. The last word comes first: it is nearest to the call. Controls of equal length hide the same
 * tokens, so the engine computes them once.
 */
export function wordUnits(
  item: ProbeItem,
  { condition, part }: WordsAsked,
  showing: Showing = PAPER_SHOWING,
): readonly ProbeUnit[] {
  const transcript = underCondition(item, condition, showing);
  if (transcript === null) return [];
  const names: readonly HiddenName[] = wordsOfPart(transcript, part)
    .toReversed()
    .flatMap(({ name, controlName }) => (controlName === null ? [name] : [name, controlName]));
  return hiddenUnits(item, condition, names, showing);
}

/** What one word does to the failed call, seen by hiding it. */
export interface WordEffect {
  readonly word: ControlledWord;
  /** Null: it was not hidden yet, or cannot be. */
  readonly seen: {
    readonly hiddenTokens: number;
    /** log p of the failed call with the word hidden, nats. */
    readonly hiddenNats: number;
    /** L(failed) − L(failed, word hidden): above zero, the word pulls toward repeating. */
    readonly effectNats: number;
  } | null;
  /** The same for a control of as many tokens; null: not computed yet, or there is none. */
  readonly controlNats: number | null;
}

/** The words of a part in reading order, with what is known of each; empty before the call itself was scored. */
export function wordEffects(
  item: ProbeItem,
  { condition, part }: WordsAsked,
  rows: readonly ScoreRow[],
  showing: Showing = PAPER_SHOWING,
): readonly WordEffect[] {
  const transcript = underCondition(item, condition, showing);
  const book = rowBook(rows, showing.wording);
  const plain = book.find(item.item_id, condition, 'failed');
  if (transcript === null || plain === null) return [];
  const effectOf = (name: HiddenName | null): WordEffect['seen'] => {
    const row = name === null ? null : book.find(item.item_id, condition, 'failed', name);
    return row === null
      ? null
      : {
          hiddenTokens: row.hidden_tokens,
          hiddenNats: row.logprob,
          effectNats: plain.logprob - row.logprob,
        };
  };
  return wordsOfPart(transcript, part).map((word) => ({
    word,
    seen: effectOf(word.name),
    controlNats: effectOf(word.controlName)?.effectNats ?? null,
  }));
}
