import { TIE_GAP_NATS } from '../../../engine/index.ts';
import type { TokenChange } from '../../../figures/index.ts';
import type { ScoredCall } from '../../../pasted-step/index.ts';

/** Token by token: the same call in two contexts. Empty where the two were not cut into the same pieces. */
export function tokensChanged(before: ScoredCall, after: ScoredCall): readonly TokenChange[] {
  const isSame =
    before.tokens.length === after.tokens.length &&
    before.tokens.every(({ piece }, index) => piece === after.tokens[index]?.piece);
  if (!isSame) return [];
  return before.tokens.map(({ piece, nats, gapNats }, index) => {
    const then = after.tokens[index] ?? { nats: NaN, gapNats: NaN };
    return {
      piece,
      beforeNats: nats,
      afterNats: then.nats,
      changeNats: then.nats - nats,
      isArgmaxBefore: gapNats === 0,
      isArgmaxAfter: then.gapNats === 0,
      isTie: [gapNats, then.gapNats].some((gap) => gap > 0 && gap < TIE_GAP_NATS),
    };
  });
}
