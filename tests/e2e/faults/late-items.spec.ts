import { expect, test } from '../lab-test.ts';
import { engineSpyOf, spyOnEngine } from './engine-spy.ts';
import { itemFile, ownItems } from './own-items.ts';
import { ProbeRoom } from './probe-room.ts';

test('items that are still being read are waited for: nothing else is scored in their place', async ({
  page,
  serve,
}) => {
  await page.addInitScript(() => {
    // eslint-disable-next-line @typescript-eslint/unbound-method -- called on its own file below
    const read = File.prototype.arrayBuffer;
    File.prototype.arrayBuffer = async function () {
      // A slow disk: large files first, so that the first asked for comes last.
      await new Promise((resolve) => setTimeout(resolve, this.size > 2_000 ? 3_000 : 2_000));
      return await read.call(this);
    };
  });
  await spyOnEngine(page);
  const room = await ProbeRoom.open(page, await serve());

  await room.giveItems(itemFile(ownItems(5, 1), 'five.jsonl'));
  await room.giveItems(itemFile(ownItems(1, 10), 'one.jsonl'));
  await expect(room.recipe.getByText('Reading one.jsonl…')).toBeVisible();
  await expect(room.main).toHaveAttribute('aria-disabled', 'true');
  // Waits until it can be pressed.
  await room.runToEnd();
  // By now the larger file has been read as well.
  await page.waitForTimeout(1_500);

  await expect(room.recipe.getByLabel('Items', { exact: true })).toHaveValue('one.jsonl');
  const { jobs } = await engineSpyOf(page);
  expect(jobs.flat().length).toBeGreaterThan(0);
  expect(jobs.flat().filter((id) => !id.startsWith('own-010/'))).toEqual([]);
});
