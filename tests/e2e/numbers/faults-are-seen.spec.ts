import { readFileSync } from 'node:fs';
import { expect, test } from './numbers-test.ts';
import type { PassFault } from './plain-passes.ts';
import type { Agreement, Reference } from './reference.ts';
import type { GraphFault } from './weight-faults.ts';

// A reference that a wrong computation also meets proves nothing: each classic mistake must miss it by far.
const TOLERANCE_NATS = 2e-5;
const SEEN_NATS = 100 * TOLERANCE_NATS;

const LLAMA = 'llama-gqa-tied-bf16';
const LLAMA_SCALED = 'llama-rope-scaled-untied-f32-two-shards';
const QWEN2 = 'qwen2-bias-tied-f16';
const QWEN3 = 'qwen3-qknorm-untied-bf16';

const referenceOf = (name: string): Reference =>
  JSON.parse(readFileSync(`tests/fixtures/tiny/${name}/reference.json`, 'utf8')) as Reference;

const graphFaults: readonly (readonly [GraphFault, string])[] = [
  ['bias dropped', QWEN2],
  ['query and key norm dropped', QWEN3],
  ['rope scaling ignored', LLAMA_SCALED],
  ['rotary interleaved', LLAMA],
  ['key-value heads rotated', LLAMA],
];

/** The fault is seen by far, and the same way without it agrees: so it was the fault that was seen. */
function expectSeen(wrong: Agreement, right: Agreement, what: string): void {
  expect(wrong.worstNats, what).toBeGreaterThanOrEqual(SEEN_NATS);
  expect(right.worstNats, what).toBeLessThanOrEqual(TOLERANCE_NATS);
}

for (const [fault, name] of graphFaults) {
  test(`${fault}: ${name} shows it`, async ({ numbersPage }) => {
    const { page, checkpoint } = await numbersPage();
    const [wrong, right] = await page.evaluate(
      async ([url, given, kind]) => {
        await window.numbers.openSpoiled(url, kind);
        const spoiled = await window.numbers.compareAlone(given, 0, {});
        await window.numbers.release();
        await window.numbers.openSpoiled(url, null);
        return [spoiled, await window.numbers.compareAlone(given, 0, {})] as const;
      },
      [checkpoint(name), referenceOf(name), fault] as const,
    );
    expectSeen(wrong, right, fault);
  });
}

const passFaults: readonly (readonly [string, 'compareAlone' | 'compareSiblings', PassFault])[] = [
  ['positions of the candidate one too far', 'compareAlone', { candidateShift: 1 }],
  ['one sibling branch unmasked', 'compareSiblings', { siblingSeen: true }],
];

for (const name of [LLAMA, LLAMA_SCALED, QWEN2, QWEN3]) {
  test(`${passFaults.map(([title]) => title).join('; ')}: ${name} shows it`, async ({ numbersPage }) => {
    const { page, checkpoint } = await numbersPage();
    await page.evaluate(async (url) => await window.numbers.openServed(url, {}), checkpoint(name));
    for (const [title, way, fault] of passFaults) {
      const [wrong, right] = await page.evaluate(
        async ([given, how, kind]) => {
          const compare = (what: typeof kind) =>
            how === 'compareAlone'
              ? window.numbers.compareAlone(given, 0, what)
              : window.numbers.compareSiblings(given, what);
          return [await compare(kind), await compare({})] as const;
        },
        [referenceOf(name), way, fault] as const,
      );
      expectSeen(wrong, right, title);
    }
  });
}
