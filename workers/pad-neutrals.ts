import { paddedNeutral, type ProbeItem } from '../src/probe/index.ts';
import { fail, ok, type LabError, type Result } from '../src/records/index.ts';
import { paddedText, type TextToPad, type TokenCounter, type Wording } from '../src/transcript/index.ts';
import type { PaddedText } from './engine-door.ts';

/** Errors of pasted logs are far longer than those of items: some ten tokens each. */
const MOST_SEGMENTS_OF_LOGS = 800;

/**
 * The length-matched neutral text of every item, counted in the loaded checkpoint's tokens of the bare texts. An item
 * whose texts the tokenizer cannot spell has none; the others are not held up by it.
 */
export function padNeutrals(
  items: readonly ProbeItem[],
  wording: Wording,
  encode: (text: string) => Result<readonly number[]>,
): readonly PaddedText[] {
  // Errors recur from item to item, and so do the neutral texts.
  const counted = new Map<string, number>();
  return items.map((item) => {
    const { count, refusal } = counting(encode, counted);
    const text = paddedNeutral(item, wording, count);
    const error = refusal();
    if (error === null && text !== null) return { itemId: item.item_id, text };
    return { itemId: item.item_id, text: null, error: error ?? noText(item) };
  });
}

/** The same of a bare text. */
export function padText(
  text: TextToPad,
  encode: (text: string) => Result<readonly number[]>,
): Result<string> {
  const { count, refusal } = counting(encode, new Map());
  const padded = paddedText(text, count, MOST_SEGMENTS_OF_LOGS);
  const error = refusal();
  return error === null ? ok(padded) : fail(error);
}

/** Counts bare texts, those that are known once only; says why one of them could not be counted. */
function counting(
  encode: (text: string) => Result<readonly number[]>,
  counted: Map<string, number>,
): { readonly count: TokenCounter; readonly refusal: () => LabError | null } {
  let refused: LabError | null = null;
  return {
    count: (bare) => {
      const known = counted.get(bare);
      if (known !== undefined) return known;
      const ids = encode(bare);
      if (!ids.ok) {
        refused ??= ids.error;
        return 0;
      }
      counted.set(bare, ids.value.length);
      return ids.value.length;
    },
    refusal: () => refused,
  };
}

const noText = ({ item_id }: ProbeItem): LabError => ({
  kind: 'neutral-missing',
  happened: `Item ${item_id} has no neutral text that could be padded.`,
  stillWorks: 'The other conditions of this item, and all other items.',
  cure: 'Give the item an obs_neutral, or write the neutral text of the wording without {neutral}.',
  details: item_id,
});
