import { paddedNeutral, type ProbeItem } from '../src/probe/index.ts';
import type { LabError, Result } from '../src/records/index.ts';
import type { Wording } from '../src/transcript/index.ts';
import type { PaddedText } from './engine-door.ts';

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
    const refused: LabError[] = [];
    const text = paddedNeutral(item, wording, (bare) => {
      const known = counted.get(bare);
      if (known !== undefined) return known;
      const ids = encode(bare);
      if (!ids.ok) {
        refused.push(ids.error);
        return 0;
      }
      counted.set(bare, ids.value.length);
      return ids.value.length;
    });
    const [error] = refused;
    if (error === undefined && text !== null) return { itemId: item.item_id, text };
    return { itemId: item.item_id, text: null, error: error ?? noText(item) };
  });
}

const noText = ({ item_id }: ProbeItem): LabError => ({
  kind: 'neutral-missing',
  happened: `Item ${item_id} has no neutral text that could be padded.`,
  stillWorks: 'The other conditions of this item, and all other items.',
  cure: 'Give the item an obs_neutral, or write the neutral text of the wording without {neutral}.',
  details: item_id,
});
