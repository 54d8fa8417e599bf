import { ProbeRoom } from './faults/probe-room.ts';
import { expect, test } from './lab-test.ts';

const CLASS = './#/probe?v=1&checkpoint=llama-gqa-tied-bf16&items=toolshed-paper-2026-class-6';

test('a card ends with what it holds, and its heading has most of its width', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const room = await ProbeRoom.open(page, CLASS);
  await room.runToEnd();
  const cards = page.locator('figure.card');
  await expect(cards).toHaveCount(5);
  const measured = await cards.evaluateAll((figures) =>
    figures.map((card) => {
      const box = card.getBoundingClientRect();
      const caption = card.querySelector('figcaption')?.getBoundingClientRect();
      const heading = card.querySelector('.heading')?.getBoundingClientRect();
      return { blankPx: box.bottom - (caption?.bottom ?? 0), share: (heading?.width ?? 0) / box.width };
    }),
  );
  for (const { blankPx, share } of measured) {
    expect(blankPx).toBeLessThan(40);
    expect(share).toBeGreaterThan(0.6);
  }
});
