import { readFileSync } from 'node:fs';
import { runRecordOfJson, rowsFromJsonl } from '../../src/records/index.ts';
import { ProbeRoom } from './faults/probe-room.ts';
import { expect, test } from './lab-test.ts';

const CLASS = './#/probe?v=1&checkpoint=llama-gqa-tied-bf16&items=toolshed-paper-2026-class-6';

test('what can be taken away is listed with what it holds, one line each, and is what it says', async ({
  page,
  expectAccessible,
}) => {
  const room = await ProbeRoom.open(page, CLASS);
  const exporting = room.recipe.getByRole('button', { name: 'Export', exact: true });
  const row = (name: RegExp) => room.recipe.getByRole('button', { name });
  await exporting.click();
  await expect(row(/^Rows CSV/)).toBeDisabled();
  await expect(room.recipe.getByText('There are no rows yet.')).toBeVisible();
  // The button stays where it was pressed.
  const before = await exporting.boundingBox();
  await exporting.click();
  expect(await exporting.boundingBox()).toEqual(before);
  await expect(row(/^Rows CSV/)).toBeHidden();

  await room.runToEnd();
  await exporting.click();
  await expectAccessible(page);
  const texts: string[] = [];
  for (const name of [/^Rows JSONL every score, token by token$/, /^Rows CSV/, /^Run record JSON/]) {
    const lines = await row(name).evaluate((button) =>
      [...button.children].map((line) => {
        const style = getComputedStyle(line);
        return Math.round(line.getBoundingClientRect().height / parseFloat(style.lineHeight));
      }),
    );
    expect(lines, String(name)).toEqual([1, 1]);
    const [file] = await Promise.all([page.waitForEvent('download'), row(name).click()]);
    texts.push(readFileSync(await file.path(), 'utf8'));
  }
  const [jsonl = '', csv = '', record = ''] = texts;
  const { rows, findings } = rowsFromJsonl(jsonl);
  expect(findings).toEqual([]);
  expect(rows).toHaveLength(72);
  expect(csv.trimEnd().split('\n')).toHaveLength(73);
  const read = runRecordOfJson(record);
  expect(read.ok && read.value.rows).toEqual(rows);
});
