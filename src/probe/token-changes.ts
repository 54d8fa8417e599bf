import { TIE_GAP_NATS } from '../engine/index.ts';
import { fail, ok, type Result, type ScoreRow } from '../records/index.ts';

/** One token of a call, before and after. */
export interface TokenChange {
  readonly id: number;
  readonly piece: string;
  readonly beforeNats: number;
  readonly afterNats: number;
  /** afterNats − beforeNats: above zero, the failure made this token likelier. */
  readonly changeNats: number;
  /** It is what greedy decoding would write here, given the tokens before it. */
  readonly isArgmaxBefore: boolean;
  readonly isArgmaxAfter: boolean;
  /** Another token is so close to the best that float32 noise may decide. */
  readonly isTie: boolean;
}

/** Token by token: the same candidate in two contexts. Refuses rows whose tokens differ. */
export function tokenChanges(before: ScoreRow, after: ScoreRow): Result<readonly TokenChange[]> {
  const same =
    before.token_ids.length === after.token_ids.length &&
    before.token_ids.every((id, index) => id === after.token_ids[index]);
  if (!same) {
    return fail({
      kind: 'tokens-differ',
      happened: 'The two scores to compare are not of the same tokens.',
      stillWorks: 'The sums of both can be compared, token by token they cannot.',
      cure: 'Score the item again with one checkpoint.',
      details: `${before.item_id}, ${before.condition} against ${after.condition}: ${before.token_ids.join(' ')} / ${after.token_ids.join(' ')}`,
    });
  }
  return ok(
    before.token_ids.map((id, index) => {
      const beforeNats = before.token_logprobs[index] ?? NaN;
      const afterNats = after.token_logprobs[index] ?? NaN;
      const gaps = [before.token_gaps[index] ?? NaN, after.token_gaps[index] ?? NaN];
      return {
        id,
        piece: after.token_pieces[index] ?? '',
        beforeNats,
        afterNats,
        changeNats: afterNats - beforeNats,
        isArgmaxBefore: gaps[0] === 0,
        isArgmaxAfter: gaps[1] === 0,
        isTie: gaps.some((gap) => gap > 0 && gap < TIE_GAP_NATS),
      };
    }),
  );
}
