import { HIDDEN_BIAS, type LanguageModel, type ModelShape, type Pass, type PassResult } from './port.ts';

/** Keys and values are whole numbers below this: float32 holds them exactly, and float64 their sums. */
const VALUES = 2 ** 20;
/** Logits are multiples of 1/64 below 8: exact in float32. */
const LOGIT_STEPS = 512;

const FAKE_SHAPE: ModelShape = {
  layers: 2,
  heads: 2,
  keyValueHeads: 1,
  headDim: 2,
  vocabularySize: 23,
  windowTokens: 96,
  keyValueFloats: 8,
};

export interface FakeModelOptions {
  readonly shape?: Partial<Omit<ModelShape, 'keyValueFloats'>>;
  /** Called with every pass before it is computed (to look at it, to move a clock, to throw). */
  readonly onRun?: (pass: Pass) => void;
}

/**
 * A stand-in for a language model with the mechanics of one: layers, keys and values, an additive bias. All of its
 * arithmetic is exact, so results do not depend on how sequences are packed, and are equal to the last bit.
 *
 * Each layer hashes a row's state into whole-number keys and values, sums them over what the row sees, and hashes
 * the sum into the next state. So an answer depends on every visible (token, position), on what *those* rows saw (a
 * stale row shows), on each number's place in the row (a wrong layout shows), and on nothing that is hidden. A pass
 * that breaks the contract of port.ts is rejected.
 */
export function fakeModel(options: FakeModelOptions = {}): LanguageModel {
  const sizes = { ...FAKE_SHAPE, ...options.shape };
  const shape: ModelShape = {
    ...sizes,
    keyValueFloats: sizes.layers * 2 * sizes.keyValueHeads * sizes.headDim,
  };
  return {
    shape,
    run: (pass) => {
      try {
        options.onRun?.(pass);
        checkPass(pass, shape);
        return Promise.resolve(runFake(pass, shape));
      } catch (cause) {
        return Promise.reject(cause instanceof Error ? cause : new Error(String(cause)));
      }
    },
  };
}

function runFake(pass: Pass, { layers, keyValueFloats, vocabularySize }: ModelShape): PassResult {
  const rows = pass.tokens.length;
  const perLayer = keyValueFloats / layers;
  const newKeyValues = new Float32Array(rows * keyValueFloats);
  let states = Array.from(pass.tokens, (token, row) => hash(token, pass.positions[row] ?? 0, 1));
  for (let layer = 0; layer < layers; layer += 1) {
    const offset = layer * perLayer;
    states.forEach((state, row) => {
      for (let float = 0; float < perLayer; float += 1) {
        newKeyValues[row * keyValueFloats + offset + float] = hash(state, layer, float) % VALUES;
      }
    });
    states = states.map((state, row) => {
      let sum = 0;
      for (let column = 0; column < pass.pastTokens + rows; column += 1) {
        if (!isVisible(pass, row, column)) continue;
        const inPass = column - pass.pastTokens;
        const source = inPass < 0 ? pass.past : newKeyValues;
        const start = (inPass < 0 ? column : inPass) * keyValueFloats + offset;
        // The weight tells the floats of a row apart; the sum stays far below 2^53.
        for (let float = 0; float < perLayer; float += 1) sum += (source[start + float] ?? 0) * (float + 1);
      }
      return hash(state, sum % 0x7fffffff, Math.floor(sum / 0x7fffffff) + layer);
    });
  }
  const logits = new Float32Array(pass.scoredRows.length * vocabularySize);
  pass.scoredRows.forEach((row, index) => {
    for (let token = 0; token < vocabularySize; token += 1) {
      logits[index * vocabularySize + token] = (hash(states[row] ?? 0, token, 7) % LOGIT_STEPS) / 64;
    }
  });
  return { ...scoreTargets(pass, logits, vocabularySize), ...kept(pass, newKeyValues, logits) };
}

function kept(
  pass: Pass,
  newKeyValues: Float32Array,
  logits: Float32Array,
): Pick<PassResult, 'newKeyValues' | 'logits'> {
  return { newKeyValues: pass.keepKeyValues ? newKeyValues : null, logits: pass.keepLogits ? logits : null };
}

function scoreTargets(
  pass: Pass,
  logits: Float32Array,
  vocabularySize: number,
): Pick<PassResult, 'logprobsNats' | 'gapsNats'> {
  const logprobsNats = new Float32Array(pass.targets.length);
  const gapsNats = new Float32Array(pass.targets.length);
  pass.targets.forEach((target, index) => {
    const start = (pass.targetRows[index] ?? 0) * vocabularySize;
    const row = logits.subarray(start, start + vocabularySize);
    const largest = row.reduce((left, right) => Math.max(left, right), -Infinity);
    const sum = row.reduce((total, logit) => total + Math.exp(logit - largest), 0);
    logprobsNats[index] = (row[target] ?? 0) - largest - Math.log(sum);
    gapsNats[index] = largest - (row[target] ?? 0);
  });
  return { logprobsNats, gapsNats };
}

function isVisible({ attentionBias, pastTokens, tokens }: Pass, row: number, column: number): boolean {
  const bias = attentionBias[row * (pastTokens + tokens.length) + column];
  if (bias !== 0 && bias !== HIDDEN_BIAS) throw new RangeError(`bias ${String(bias)} at ${row}, ${column}`);
  return bias === 0;
}

function checkPass(pass: Pass, shape: ModelShape): void {
  const rows = pass.tokens.length;
  const expect = (holds: boolean, what: string): void => {
    if (!holds) throw new RangeError(`The pass breaks its contract: ${what}`);
  };
  expect(rows > 0, 'no new tokens');
  expect(pass.positions.length === rows, 'positions');
  expect(pass.past.length === pass.pastTokens * shape.keyValueFloats, 'past');
  expect(pass.attentionBias.length === rows * (pass.pastTokens + rows), 'attention bias');
  expect(pass.targetRows.length === pass.targets.length, 'target rows');
  expect(
    pass.tokens.every((token) => token >= 0 && token < shape.vocabularySize),
    'token outside the vocabulary',
  );
  expect(
    pass.positions.every((position) => position >= 0 && position < shape.windowTokens),
    'position outside the window',
  );
  expect(
    pass.scoredRows.every(
      (row, index) => row < rows && row > (index === 0 ? -1 : (pass.scoredRows[index - 1] ?? 0)),
    ),
    'scored rows not ascending',
  );
  expect(
    pass.targetRows.every((row) => row >= 0 && row < pass.scoredRows.length),
    'target row outside the scored rows',
  );
  expect(
    pass.targets.every((target) => target >= 0 && target < shape.vocabularySize),
    'target outside the vocabulary',
  );
}

/** 31 bits from three whole numbers below 2^31. */
function hash(first: number, second: number, third: number): number {
  let bits = Math.imul(first ^ 0x5bd1e995, 0x2545f491) ^ Math.imul(second + 0x1b873593, 0x9e3779b1);
  bits = Math.imul(bits ^ (bits >>> 16) ^ Math.imul(third + 1, 0x85ebca6b), 0xc2b2ae35);
  bits = Math.imul(bits ^ (bits >>> 13), 0x27d4eb2f);
  return (bits ^ (bits >>> 15)) & 0x7fffffff;
}
