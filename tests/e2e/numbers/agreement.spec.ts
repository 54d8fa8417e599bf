import { readdirSync, readFileSync } from 'node:fs';
import { expect, freshWorker, test } from './numbers-test.ts';
import type { Reference } from './reference.ts';

const FIXTURES = 'tests/fixtures/tiny';
const TOLERANCE_NATS = 2e-5;

const names = readdirSync(FIXTURES);
const referenceOf = (name: string): Reference =>
  JSON.parse(readFileSync(`${FIXTURES}/${name}/reference.json`, 'utf8')) as Reference;

test('there is a fixture for every architecture', () => {
  expect(names.length).toBeGreaterThanOrEqual(4);
});

for (const name of names) {
  for (const holding of ['folded', 'resident'] as const) {
    for (const threads of [1, 2]) {
      test(`${name}, ${holding}, ${threads} threads: scores are PyTorch's`, async ({ numbersPage }) => {
        const { page, checkpoint } = await numbersPage();
        const reference = referenceOf(name);
        const answer = await page.evaluate(
          async ([url, wishes]) => await window.numbers.openServed(url, wishes),
          [checkpoint(name), { holding, threads }] as const,
        );
        expect(answer).toMatchObject({ ok: true, opened: { heldAs: holding, threads } });

        const found = await page.evaluate(
          async (given) => ({
            whole: await window.numbers.compareAlone(given, 0, {}),
            cut: await window.numbers.compareAlone(given, 0.5, {}),
            siblings: await window.numbers.compareSiblings(given, {}),
            logSum: await window.numbers.worstLogSumError(given),
          }),
          reference,
        );
        for (const way of [found.whole, found.cut, found.siblings]) {
          expect(way.tokens).toBeGreaterThan(20);
          expect(way.worstNats, way.worstId).toBeLessThanOrEqual(TOLERANCE_NATS);
          expect(way.worstGapNats).toBeLessThanOrEqual(2 * TOLERANCE_NATS);
          expect(way.argmaxDifferences).toBe(0);
        }
        expect(found.logSum).toBeLessThanOrEqual(5e-6);
      });
    }
  }

  test(`${name}: the engine gets PyTorch's scores from every pass size`, async ({ numbersPage }) => {
    test.setTimeout(180_000);
    const { page, checkpoint } = await numbersPage();
    const reference = referenceOf(name);
    for (const threads of [1, 2]) {
      for (const holding of ['folded', 'resident'] as const) {
        await freshWorker(page);
        await page.evaluate(async ([url, wishes]) => await window.numbers.openServed(url, wishes), [
          checkpoint(name),
          { holding, threads },
        ] as const);
        for (const passTokens of [1, 2, 7, 8, 64, 512]) {
          const found = await page.evaluate(([given, size]) => window.numbers.compareEngine(given, size), [
            reference,
            passTokens,
          ] as const);
          const where = `${holding}, ${threads} threads, passes of ${passTokens}: ${found.worstId}`;
          expect(found.worstNats, where).toBeLessThanOrEqual(TOLERANCE_NATS);
          expect(found.argmaxDifferences, where).toBe(0);
        }
      }
    }
  });
}
