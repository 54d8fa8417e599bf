import { HIDDEN_BIAS, type LanguageModel } from './port.ts';
import { sampledToken } from './sampling.ts';
import { greedyToken } from './token-choice.ts';
import { endAfter } from './turn-end.ts';
import type { EncodedTurnRequest } from './turn-request.ts';

/**
 * The tokens of one turn, everything computed anew for every token: what a session that holds rows and writes turns
 * side by side is compared with.
 */
export async function writeAlone(model: LanguageModel, turn: EncodedTurnRequest) {
  const choose = turn.sampling ? sampledToken(turn.sampling) : greedyToken;
  const tokenIds: number[] = [];
  let ties = 0;
  for (;;) {
    const logits = await nextLogits(model, [...turn.context, ...tokenIds]);
    const { token, tie } = choose(logits, null);
    if (tie) ties += 1;
    if (token === null || turn.stopIds.includes(token)) return { tokenIds, ties, stopToken: token };
    tokenIds.push(token);
    if (endAfter(turn, tokenIds, model.shape.windowTokens) !== null)
      return { tokenIds, ties, stopToken: null };
  }
}

/** What comes after a sequence, [V] logits, computed from nothing in one pass. */
export async function nextLogits(model: LanguageModel, sequence: readonly number[]): Promise<Float32Array> {
  const n = sequence.length;
  const { logits } = await model.run({
    tokens: Int32Array.from(sequence),
    positions: Int32Array.from(sequence.keys()),
    past: new Float32Array(0),
    pastTokens: 0,
    attentionBias: Float32Array.from({ length: n * n }, (_, at) =>
      at % n > Math.floor(at / n) ? HIDDEN_BIAS : 0,
    ),
    scoredRows: Int32Array.of(n - 1),
    targetRows: new Int32Array(0),
    targets: new Int32Array(0),
    keepKeyValues: false,
    keepLogits: true,
  });
  return logits ?? new Float32Array(0);
}
