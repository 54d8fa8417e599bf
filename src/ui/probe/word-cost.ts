import type { WordEffect } from '../../probe/index.ts';
import type { ScoreRow } from '../../records/index.ts';

/** How fast the checkpoint computes here. */
export interface MeasuredSpeed {
  readonly tokensPerSecond: number;
  /** False: a guess from the size of its files. */
  readonly isMeasured: boolean;
  /** Before it computes at all; 0 once it is loaded. */
  readonly loadMs: number;
}

/** What hiding the words that are left costs. */
export interface WordCost {
  /** Words that can be hidden and were not yet. */
  readonly wordsLeft: number;
  readonly wordsStored: number;
  /** From the context's last token on, what each row computes anew. */
  readonly rowTokens: number;
  /** Rows of controls: one for each length in tokens, reckoned from characters where it is not known. */
  readonly controlRows: number;
  /** Read once, however many words. */
  readonly contextTokens: number;
  readonly ms: number;
}

/** English and code in the tokenizers of the small models. */
const CHARACTERS_PER_TOKEN = 3.4;

/** `plain` is the row of the call with nothing hidden. */
export function wordCost(
  effects: readonly WordEffect[],
  refused: ReadonlySet<string>,
  plain: Pick<ScoreRow, 'n_tokens' | 'ctx_tokens'>,
  speed: MeasuredSpeed,
): WordCost {
  const open = effects.filter(({ word }) => !refused.has(word.name));
  const wordsLeft = open.filter(({ seen }) => seen === null).length;
  const lengths = open
    .filter(
      ({ word: { controlName }, controlNats }) =>
        controlNats === null && controlName !== null && !refused.has(controlName),
    )
    .map(
      ({ word, seen }) =>
        seen?.hiddenTokens ?? Math.max(1, Math.round(word.text.length / CHARACTERS_PER_TOKEN)),
    );
  const controlRows = new Set(lengths).size;
  const rowTokens = 1 + plain.n_tokens;
  const rows = wordsLeft + controlRows;
  const tokens = rows === 0 ? 0 : plain.ctx_tokens - 1 + rows * rowTokens;
  return {
    wordsLeft,
    wordsStored: effects.filter(({ seen }) => seen !== null).length,
    rowTokens,
    controlRows,
    contextTokens: plain.ctx_tokens,
    ms: rows === 0 ? 0 : (tokens / speed.tokensPerSecond) * 1000 + speed.loadMs,
  };
}
