import { kitWays, type KitResult } from '../transcript/index.ts';
import type { KitSharesInput } from './kit-shares.ts';

const variant = (
  way: KitResult['variants'][number]['way'],
  wording: number,
  same: number,
  other: number,
  words = 0,
): KitResult['variants'][number] => ({
  ...{ id: `${way}-${wording + 1}`, way, wording, failed: way === 'quoting' ? 1 : 0 },
  counts: { 'same-call': same, 'right-call': 1, 'other-call': other, 'unusable-call': 1, words },
});

/** A result of the test kit, made up: a clear winner, and ways of which nothing was seen or everything. */
const result: KitResult = {
  ...{ kind: 'backfire-lab-test-kit-result', version: 1, variantsSha256: '0'.repeat(64) },
  ...{ model: 'Toy <model>', host: 'localhost', temperature: 1, samplesPerVariant: 20 },
  ...{ startedAt: '', finishedAt: '', isComplete: false },
  variants: [
    variant('error', 0, 14, 3, 1),
    variant('quoting', 0, 17, 1),
    variant('quoting', 1, 15, 2, 1),
    variant('description', 0, 1, 17),
    variant('description', 1, 0, 18),
    variant('none', 0, 18, 0),
  ],
};

export const sampleKit: Omit<KitSharesInput, 'width'> = {
  ways: kitWays(result),
  ...{ model: result.model, failed: 2, isComplete: result.isComplete },
};
