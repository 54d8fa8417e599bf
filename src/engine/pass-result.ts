import type { LabError } from '../records/index.ts';
import type { ModelShape, Pass, PassResult } from './port.ts';
import { notFinite, wrongResultSize } from './session-faults.ts';

/** What is wrong with a pass's answer, or null: sizes as asked, every number finite. */
export function resultFault(pass: Pass, result: PassResult, shape: ModelShape): LabError | null {
  const rows = pass.tokens.length;
  const sizes: [string, number, ArrayLike<number> | null][] = [
    ['log-probabilities', pass.targets.length, result.logprobsNats],
    ['gaps', pass.targets.length, result.gapsNats],
  ];
  if (pass.keepKeyValues) sizes.push(['keys and values', rows * shape.keyValueFloats, result.newKeyValues]);
  if (pass.keepLogits) sizes.push(['logits', pass.scoredRows.length * shape.vocabularySize, result.logits]);
  for (const [what, expected, array] of sizes) {
    if (array?.length !== expected) return wrongResultSize(what, expected, array?.length ?? null);
  }
  for (const [what, numbers] of [
    ['log-probability', result.logprobsNats],
    ['gap', result.gapsNats],
  ] as const) {
    const index = numbers.findIndex((number) => !Number.isFinite(number));
    if (index >= 0) return notFinite(what, numbers[index] ?? Number.NaN, pass.targets[index] ?? -1);
  }
  const logit = pass.keepLogits ? result.logits?.find((number) => !Number.isFinite(number)) : undefined;
  if (logit !== undefined) return notFinite('a logit in the pass', logit, pass.tokens.at(-1) ?? -1);
  return null;
}
