import { readdirSync, readFileSync } from 'node:fs';
import { expect, freshWorker, test } from './numbers-test.ts';
import type { Agreement, Reference } from './reference.ts';

const FIXTURES = 'tests/fixtures/tiny';
const TOLERANCE_NATS = 2e-5;

const names = readdirSync(FIXTURES);
const referenceOf = (name: string): Reference =>
  JSON.parse(readFileSync(`${FIXTURES}/${name}/reference.json`, 'utf8')) as Reference;

test('there is a fixture for every architecture', () => {
  expect(names.length).toBeGreaterThanOrEqual(4);
});

/** What has no other likeliest token and is nowhere further from PyTorch than allowed. */
function expectAgreement(found: Agreement, where: string): void {
  expect(found.worstNats, `${where}: ${found.worstId}`).toBeLessThanOrEqual(TOLERANCE_NATS);
  expect(found.argmaxDifferences, where).toBe(0);
}

for (const name of names)
  for (const holding of ['folded', 'resident'] as const)
    test(`${name}, ${holding}: scores are PyTorch's, by plain passes and by the engine in every pass size`, async ({
      numbersPage,
    }) => {
      test.setTimeout(180_000);
      const { page, checkpoint } = await numbersPage();
      const reference = referenceOf(name);
      for (const threads of [1, 2]) {
        await freshWorker(page);
        const answer = await page.evaluate(
          async ([url, wishes]) => await window.numbers.openServed(url, wishes),
          [checkpoint(name), { holding, threads }] as const,
        );
        expect(answer).toMatchObject({ ok: true, opened: { heldAs: holding, threads } });

        const plain = await page.evaluate(
          async (given) => ({
            whole: await window.numbers.compareAlone(given, 0, {}),
            cut: await window.numbers.compareAlone(given, 0.5, {}),
            siblings: await window.numbers.compareSiblings(given, {}),
            logSum: await window.numbers.worstLogSumError(given),
          }),
          reference,
        );
        for (const way of ['whole', 'cut', 'siblings'] as const) {
          expect(plain[way].tokens).toBeGreaterThan(20);
          expectAgreement(plain[way], `${threads} threads, ${way}`);
          expect(plain[way].worstGapNats).toBeLessThanOrEqual(2 * TOLERANCE_NATS);
        }
        expect(plain.logSum).toBeLessThanOrEqual(5e-6);

        for (const passTokens of [1, 2, 7, 8, 64, 512]) {
          const found = await page.evaluate(([given, size]) => window.numbers.compareEngine(given, size), [
            reference,
            passTokens,
          ] as const);
          expectAgreement(found, `${threads} threads, passes of ${passTokens}`);
        }
      }
    });
