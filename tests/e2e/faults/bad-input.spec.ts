import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Fault } from '../../../scripts/server.mjs';
import { expect, test } from '../lab-test.ts';
import {
  BAD_CHECKPOINTS,
  copyOf,
  GOOD,
  SHORT_WINDOW,
  writeBad,
  writeShortWindow,
  writeTwo,
  writeWithoutConfig,
} from './bad-checkpoints.ts';
import { engineSpyOf, engineWorkers, spyOnEngine } from './engine-spy.ts';
import { itemFile, ownItem } from './own-items.ts';
import { GIVE_UP_MS, ProbeRoom } from './probe-room.ts';

let items = 0;

/** A sound checkpoint is loaded and scores something new, in the same page. */
async function expectGoodRun(room: ProbeRoom): Promise<void> {
  items += 1;
  await room.giveItems(itemFile([ownItem(items)]));
  await room.choose(GOOD);
  await expect(room.error).toHaveCount(0);
  await room.runToEnd();
  await expect(room.page.getByRole('heading', { level: 1 })).toContainText('the one case');
}

test.describe.configure({ timeout: 3 * GIVE_UP_MS });

test('served checkpoints with one thing wrong: each is named, and a sound one works right after', async ({
  page,
  serve,
}, info) => {
  const bad = info.outputPath('served');
  for (const checkpoint of BAD_CHECKPOINTS) writeBad(bad, checkpoint);
  await spyOnEngine(page);
  const room = await ProbeRoom.open(page, await serve({ checkpoints: [bad, 'tests/fixtures/tiny'] }));
  await room.giveItems(itemFile([ownItem(1)]));
  for (const { name, says, details } of BAD_CHECKPOINTS) {
    await test.step(name, async () => {
      await room.choose(name);
      await room.run.click();
      const parts = await room.fourParts();
      expect(parts.happened).toMatch(says);
      expect(parts.details).toMatch(details);
      await expectGoodRun(room);
    });
  }
  const { made, mostAlive } = await engineSpyOf(page);
  expect(mostAlive).toBe(1);
  // None was used again after its error: one engine for each bad checkpoint and one for each sound one.
  expect(made).toBe(2 * BAD_CHECKPOINTS.length);
  await expect.poll(() => engineWorkers(page).length).toBe(1);
});

test('dropped checkpoints: no config, two at once, a web page as tokenizer', async ({ page }, info) => {
  const root = info.outputPath('dropped');
  const html = BAD_CHECKPOINTS.find(({ name }) => name === 'html-tokenizer');
  if (html === undefined) throw new Error('no such case');
  const cases: readonly (readonly [folder: string, says: RegExp, details: RegExp])[] = [
    [writeWithoutConfig(root), /no file "config\.json"/, /config\.json/],
    [writeTwo(root), /Two of the dropped files are called/, /^two\/one\/config\.json$/m],
    [writeBad(root, html), html.says, html.details],
  ];
  const room = await ProbeRoom.open(page);
  await room.giveItems(itemFile([ownItem(1)]));
  for (const [folder, says, details] of cases) {
    await test.step(folder, async () => {
      await room.giveFolder(folder);
      await room.run.click();
      const parts = await room.fourParts();
      expect(parts.happened).toMatch(says);
      expect(parts.details).toMatch(details);
      await expectGoodRun(room);
    });
  }
  // A sound one, through the same door.
  await room.giveFolder(copyOf(root, 'sound'));
  await room.giveItems(itemFile([ownItem(900)]));
  await room.runToEnd();
});

/** What the server does with one file of the checkpoint, and what the page says then. */
const SERVER_FAULTS: readonly {
  readonly name: string;
  readonly file: string;
  readonly fault: Fault;
  readonly says: RegExp;
}[] = [
  {
    name: 'a web page with status 200 where the tokenizer should be',
    file: 'tokenizer.json',
    fault: { kind: 'answer', status: 200, type: 'text/html', body: '<!doctype html><p>Welcome' },
    says: /web page instead of "tokenizer\.json"/,
  },
  {
    name: 'weights that end before the announced length',
    file: 'model.safetensors',
    fault: { kind: 'cut', afterBytes: 60_000 },
    says: /connection broke while "model\.safetensors"/,
  },
  {
    name: 'a server that is out of order',
    file: 'config.json',
    fault: { kind: 'answer', status: 503, type: 'text/plain', body: 'later' },
    says: /did not give "config\.json"/,
  },
];

for (const { name, file, fault, says } of SERVER_FAULTS) {
  test(`${name}: said in the page, and the same checkpoint loads once the server is well`, async ({
    page,
    serve,
  }) => {
    let isIll = true;
    const url = await serve({
      fault: (path) => (isIll && path === `checkpoints/${GOOD}/${file}` ? fault : undefined),
    });
    const room = await ProbeRoom.open(page, url);
    await room.giveItems(itemFile([ownItem(1)]));
    await room.run.click();
    expect((await room.fourParts()).happened).toMatch(says);
    isIll = false;
    await room.runToEnd();
  });
}

test('a server that never answers: the stage is shown, Cancel works, and left alone it is given up', async ({
  page,
  serve,
}) => {
  let isSilent = true;
  const url = await serve({
    fault: (path) =>
      isSilent && path === `checkpoints/${GOOD}/tokenizer.json` ? { kind: 'silence' } : undefined,
  });
  await page.clock.install();
  const room = await ProbeRoom.open(page, url);
  await room.giveItems(itemFile([ownItem(1)]));
  await room.run.click();
  await expect(room.loading).toBeVisible();
  await expect(room.recipe.getByText('reading the tokenizer')).toBeVisible();
  await room.cancel.click();
  await expect(room.run).toBeVisible();
  await expect(room.error).toHaveCount(0);

  await room.run.click();
  await expect(room.recipe.getByText('reading the tokenizer')).toBeVisible();
  await page.clock.fastForward('10:00');
  const { happened, details } = await room.fourParts();
  expect(happened).toMatch(/stopped answering while loading/);
  expect(details).toMatch(/silent for \d+ s/);
  isSilent = false;
  await room.runToEnd();
});

test('a context past the window is refused by name, and the rest is scored', async ({
  page,
  serve,
}, info) => {
  const root = info.outputPath('served');
  writeShortWindow(root);
  const room = await ProbeRoom.open(page, await serve({ checkpoints: [root, 'tests/fixtures/tiny'] }));
  // Nothing fits.
  await room.giveItems(itemFile([ownItem(1)]));
  await room.choose(SHORT_WINDOW);
  await room.run.click();
  const { happened } = await room.fourParts();
  expect(happened).toMatch(/needs \d+ tokens, and the model was loaded for 64/);
  // One of two fits.
  await room.choose(GOOD);
  await room.giveItems(itemFile([ownItem(2), ownItem(3, { goal: 'A very long story. '.repeat(2_000) })]));
  await room.run.click();
  expect((await room.fourParts()).happened).toMatch(/needs \d+ tokens, and the model was loaded for 4096/);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('the one case');
  await expectGoodRun(room);
});

test('an item file with one bad line is refused with its place; the items before stay', async ({ page }) => {
  const room = await ProbeRoom.open(page);
  await room.giveItems(itemFile([ownItem(1), ownItem(2)], 'sound.jsonl'));
  const { gold_action: dropped, ...incomplete } = ownItem(4);
  expect(dropped).not.toBe('');
  const bad: readonly (readonly [text: string, says: RegExp])[] = [
    [itemFile([ownItem(3), incomplete]).text, /bad\.jsonl, line 2, field gold_action: is missing/],
    [`${itemFile([ownItem(3)]).text}{"item_id": "half`, /bad\.jsonl, line 2/],
    [itemFile([ownItem(3)]).text.replace('"step_index":1', '"step_index":NaN'), /bad\.jsonl, line 1/],
    ['', /bad\.jsonl holds no items/],
  ];
  for (const [text, says] of bad) {
    await room.giveItems({ name: 'bad.jsonl', text });
    expect((await room.fourParts()).happened).toMatch(says);
    await room.error.getByRole('button', { name: 'Dismiss' }).click();
    await expect(room.error).toHaveCount(0);
    await expect(room.recipe.getByRole('combobox', { name: 'Items' })).toHaveValue('sound.jsonl');
  }
  const binary = join(test.info().outputPath(), 'binary.jsonl');
  writeFileSync(binary, Buffer.from([0xff, 0xfe, 0x00, 0xd8, 0x41]));
  await room.recipe.getByLabel('Choose a .jsonl file').setInputFiles(binary);
  expect((await room.fourParts()).happened).toMatch(
    /binary\.jsonl, line 1: holds bytes that are not UTF-8 text/,
  );
  await room.error.getByRole('button', { name: 'Dismiss' }).click();
  await room.runToEnd();
});
