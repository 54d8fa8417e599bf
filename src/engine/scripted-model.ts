import { HIDDEN_BIAS, type LanguageModel, type ModelShape, type Pass } from './port.ts';

/** The logits of all tokens after this sequence; tokens that are not named get `NEVER`. */
export type Script = (tokens: readonly number[]) => ReadonlyMap<number, number>;

/** So unlikely that float64 gives it no weight beside any logit of a script. */
const NEVER = -2000;

/**
 * A model that says what it is told to: the next token's logits are a function of the sequence. Its keys and values
 * are the token and its place, and it reads the sequence back from what a row sees, so it says nothing sensible when
 * a row sees too much or too little, or a wrong row.
 */
export function scriptedModel(vocabularySize: number, script: Script, windowTokens = 512): LanguageModel {
  const shape: ModelShape = {
    layers: 1,
    heads: 1,
    keyValueHeads: 1,
    headDim: 1,
    vocabularySize,
    windowTokens,
    keyValueFloats: 2,
  };
  return {
    shape,
    run: (pass) => {
      const newKeyValues = new Float32Array(pass.tokens.length * 2);
      pass.tokens.forEach((token, row) => {
        newKeyValues.set([token, pass.positions[row] ?? -1], row * 2);
      });
      const logits = new Float32Array(pass.scoredRows.length * vocabularySize).fill(NEVER);
      try {
        pass.scoredRows.forEach((row, index) => {
          for (const [token, logit] of script(sequenceSeen(pass, newKeyValues, row))) {
            logits[index * vocabularySize + token] = logit;
          }
        });
      } catch (cause) {
        return Promise.reject(cause instanceof Error ? cause : new Error(String(cause)));
      }
      return Promise.resolve({
        logprobsNats: new Float32Array(0),
        gapsNats: new Float32Array(0),
        newKeyValues: pass.keepKeyValues ? newKeyValues : null,
        logits: pass.keepLogits ? logits : null,
      });
    },
  };
}

/** The tokens that a row sees, itself included, by their places, which must be 0, 1, 2, … */
function sequenceSeen(pass: Pass, newKeyValues: Float32Array, row: number): number[] {
  const width = pass.pastTokens + pass.tokens.length;
  const tokens: number[] = [];
  for (let column = 0; column < width; column += 1) {
    if (pass.attentionBias[row * width + column] === HIDDEN_BIAS) continue;
    const isPast = column < pass.pastTokens;
    const source = isPast ? pass.past : newKeyValues;
    const from = (isPast ? column : column - pass.pastTokens) * 2;
    const place = source[from + 1] ?? -1;
    if (place in tokens) throw new RangeError(`Row ${row} sees two tokens at place ${place}`);
    tokens[place] = source[from] ?? -1;
  }
  const own = pass.positions[row] ?? -1;
  if (tokens.length !== own + 1 || Object.keys(tokens).length !== own + 1) {
    throw new RangeError(`Row ${row} at place ${own} does not see exactly what is before it`);
  }
  return tokens;
}
