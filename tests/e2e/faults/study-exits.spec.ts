import { writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '../lab-test.ts';
import {
  BAD_CHECKPOINTS,
  copyOf,
  writeBad,
  writeShortWindow,
  writeWithoutConfig,
} from './bad-checkpoints.ts';
import { itemFile, ownItem } from './own-items.ts';
import { GIVE_UP_MS } from './probe-room.ts';
import { study, type StudyEnded } from './run-study.ts';

/** One clear line at the end, no stack of calls anywhere, and an exit code that a script can see. */
function expectRefused({ code, lines }: StudyEnded, says: RegExp): void {
  expect(lines.at(-1)).toMatch(says);
  expect(lines.filter((line) => /^\s+at /.test(line))).toEqual([]);
  expect(lines.filter((line) => says.test(line))).toHaveLength(1);
  expect(code).toBe(1);
}

test.describe.configure({ timeout: 3 * GIVE_UP_MS });

/** A folder with an item file in it. */
async function workplace(text = itemFile([ownItem(1)]).text): Promise<{ root: string; items: string }> {
  const root = test.info().outputPath('study');
  await mkdir(root, { recursive: true });
  const items = join(root, 'items.jsonl');
  writeFileSync(items, text);
  return { root, items };
}

test('a sound checkpoint and sound items: rows, and exit code 0', async () => {
  const { root, items } = await workplace();
  const { code, out } = await study('--checkpoint', copyOf(root, 'sound'), '--items', items);
  expect(code).toBe(0);
  const rows = out
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { item_id: string; model: string });
  expect(rows).toHaveLength(10);
  expect(new Set(rows.map(({ item_id }) => item_id))).toEqual(new Set(['own-001']));
  // A checkpoint without a card is called by its folder.
  expect(new Set(rows.map(({ model }) => model))).toEqual(new Set(['sound']));
});

for (const bad of BAD_CHECKPOINTS) {
  test(`${bad.name} checkpoint: one line and exit code 1`, async () => {
    const { root, items } = await workplace();
    const outcome = await study('--checkpoint', writeBad(root, bad), '--items', items);
    expectRefused(outcome, bad.says);
    expect(outcome.out).toBe('');
  });
}

test('a folder without config.json: one line and exit code 1', async () => {
  const { root, items } = await workplace();
  expectRefused(
    await study('--checkpoint', writeWithoutConfig(root), '--items', items),
    /no folder with a config\.json/,
  );
});

test('an item file with one bad line: the line is named, exit code 1', async () => {
  const { root, items } = await workplace(
    itemFile([ownItem(1), { ...ownItem(2), gold_action: 7 }, ownItem(3)]).text,
  );
  const outcome = await study('--checkpoint', copyOf(root, 'sound'), '--items', items);
  expectRefused(outcome, /items\.jsonl, line 2, field gold_action/);
  expect(outcome.out).toBe('');
});

test('contexts past the window: each is named, exit code 1', async () => {
  const { root, items } = await workplace();
  const outcome = await study('--checkpoint', writeShortWindow(root), '--items', items);
  expectRefused(outcome, /10 requests could not be scored/);
  expect(outcome.lines.filter((line) => /^not scored: own-001\/.* needs \d+ tokens/.test(line))).toHaveLength(
    10,
  );
});
