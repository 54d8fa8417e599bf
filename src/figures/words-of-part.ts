import type { WordEffect, WordsAsked } from '../probe/index.ts';
import { conditionLabel } from './condition-style.ts';
import type { FigureSpec } from './figure-spec.ts';
import { wordHeat } from './word-heat.ts';
import { WORD_PART_NAMES } from './word-part-names.ts';

interface WordsOfPartInput extends WordsAsked {
  /** All words of the part, in reading order. */
  readonly effects: readonly WordEffect[];
  /** Names of words that cannot be hidden. */
  readonly refused: ReadonlySet<string>;
}

/** A part of an item's transcript word by word. */
export const wordHeatFigure = (
  { part, condition, effects, refused }: WordsOfPartInput,
  width: number,
): FigureSpec =>
  wordHeat(
    {
      id: `words-${part}`,
      name: WORD_PART_NAMES[part],
      title: `Word by word: ${WORD_PART_NAMES[part]} (${conditionLabel(condition)})`,
      ...{ effects, refused },
      controlWords:
        'The control is a stretch of the system prompt before the documentation with as many tokens.',
    },
    width,
  );
