import type { Page } from '@playwright/test';
import { ProbeRoom } from './faults/probe-room.ts';
import { expect, test } from './lab-test.ts';

/**
 * Links as earlier versions of the page made them, to the letter: somebody has them in a mail. They are never made anew
 * here; a link that opens otherwise than it did is a defect of the page.
 */
const CHECKPOINT = 'llama-gqa-tied-bf16';
const EIGHT = '3b89aee6ccab0227185211327ee44c2df04c07edcc32fb67cba0f82402f7a743';
const QUICK = 'd10facde7db5a425fb8fcccb63be1f8fa105d572a796bf0825ea1765862b5a61';

/** The chips of the texts that are chosen. */
const textsChosen = (room: ProbeRoom) => room.recipe.getByRole('button', { pressed: true });
const items = (room: ProbeRoom) => room.recipe.getByRole('combobox', { name: 'Items' });
const calls = (room: ProbeRoom) => room.recipe.getByRole('combobox', { name: 'Calls that are scored' });
const texts = (room: ProbeRoom) => room.recipe.getByText('The texts shown');
/** What is told of the link: nothing, when it was followed to the letter. */
const notes = (page: Page) =>
  page
    .locator('.notice')
    .filter({ hasText: /^(The|This) link|^The items .* are not the same|are not the ones it was made with/ });

test('the first version: checkpoint, items with their hash, conditions, item', async ({ page }) => {
  const room = await ProbeRoom.open(
    page,
    `./#/probe?v=1&checkpoint=${CHECKPOINT}&items=first-eight-1@${EIGHT}&conditions=pre,fail,neut&item=first-01-s0-arg_typo-1`,
  );
  await expect(room.checkpoint(CHECKPOINT)).toBeChecked();
  await expect(items(room)).toHaveValue('first-eight-1');
  // The link's own texts are chosen once its items are read: until then those of the page's first choice are shown.
  await expect(textsChosen(room)).toHaveText(['error', 'neutral text']);
  await expect(page.getByRole('article')).toBeVisible();
  await expect(notes(page)).toHaveCount(0);
  // What it does not say is as usual.
  await expect(calls(room)).toHaveValue('published');
  await expect(texts(room).locator('..')).toContainText('the set’s own');
});

test('a view, and an item under a condition with a token of its call', async ({ page }) => {
  const room = await ProbeRoom.open(
    page,
    `./#/probe?v=1&checkpoint=${CHECKPOINT}&items=toolshed-paper-2026-quick-12@${QUICK}&conditions=pre,fail,succ,neut,abstract&view=median%3Bper-token%3Bdepth:0&item=toolshed-0004-s0-tool_typo-0&condition=neut&token=3`,
  );
  await expect(room.recipe.getByRole('combobox', { name: 'Conditions' })).toHaveValue('core');
  await expect(page.getByRole('article').getByRole('radio', { name: 'neutral text' })).toBeChecked();
  await expect(notes(page)).toHaveCount(0);
  await room.runToEnd();
  await expect(page.getByRole('main')).toContainText('Medians over cases instead of means.');
  const { hash } = new URL(page.url());
  expect(hash).toContain('&view=median%3Bper-token%3Bdepth:0&');
  expect(hash).toMatch(/&item=toolshed-0004-s0-tool_typo-0&condition=neut&token=3$/);
});

/** With all six texts, as the recipe wrote them before the room followed them. */
const OWN_NOTE =
  'wording=89572f8bda761ca36e671043d51c6dcbe88a109e25098e9f02fbff6be801e88d&text.error=%7Berror%7D&text.instruction=Important:%20some%20of%20the%20tool%20calls%20made%20so%20far%20have%20failed.%20Never%20make%20a%20call%20again%20that%20has%20failed%20already.%20Change%20it%20first%2C%20then%20try.&text.instructionPlace=system-prompt&text.marker=%5BAttempt%20%7Battempt%7D%20failed%5D&text.neutral=%7Bneutral%7D&text.note=Tried:%20%7Bcall%7D';

test('calls that are scored, and texts of one’s own', async ({ page }) => {
  const link = `./#/probe?v=1&checkpoint=${CHECKPOINT}&items=toolshed-paper-2026-class-6&conditions=pre,fail,abstract&candidates=same-everywhere&${OWN_NOTE}`;
  const room = await ProbeRoom.open(page, link);
  await expect(calls(room)).toHaveValue('same-everywhere');
  await expect(page.getByText(/^Texts of one’s own \(89572f8bda76\), shown under “note”\./)).toBeVisible();
  await expect(notes(page)).toHaveCount(0);
  await room.runToEnd();
  expect(new URL(page.url()).hash).toContain(`&candidates=same-everywhere&${OWN_NOTE}`);

  // Changed on the way: told of, and the set's own texts are chosen.
  await page.goto('about:blank');
  await page.goto(link.replace('Tried', 'Cried'));
  await room.settled();
  await expect(notes(page)).toHaveCount(1);
  await expect(texts(room).locator('..')).toContainText('the set’s own');
});

test('a hash without its texts is told of, and nothing is run under it', async ({ page }) => {
  const hash = '0a'.repeat(32);
  const room = await ProbeRoom.open(page, `./#/probe?v=1&items=toolshed-paper-2026-class-6&wording=${hash}`);
  await expect(
    notes(page).filter({ hasText: 'texts of its own, which were too long for it and are not kept here' }),
  ).toBeVisible();
  await expect(texts(room).locator('..')).toContainText('the set’s own');
  await room.runToEnd();
  expect(new URL(page.url()).hash).not.toContain(hash);
});

test('fields that are not known, an older and a newer version', async ({ page }) => {
  const room = await ProbeRoom.open(
    page,
    './#/probe?v=0&items=toolshed-paper-2026-class-6&conditions=core&mood=good',
  );
  await expect(notes(page)).toHaveText([/“mood”, which this page does not know/]);
  await expect(items(room)).toHaveValue('toolshed-paper-2026-class-6');
  await expect(room.recipe.getByRole('combobox', { name: 'Conditions' })).toHaveValue('core');

  await page.evaluate(() => {
    location.hash = '#/probe?v=7&items=first-eight-1&candidates=all-of-them&view=median%3Bby-moon';
  });
  await expect(notes(page)).toHaveText([
    /newer version of the page/,
    /scores the calls “all-of-them”/,
    /by by-moon, which this page does not know/,
  ]);
  await expect(items(room)).toHaveValue('first-eight-1');
  // What a view says twice, or of more cases than there are, is named like what it says of nothing.
  await page.evaluate(() => {
    location.hash = '#/probe?v=1&items=first-eight-1&view=median%3Bmean%3Bworst:2,5%3Bworst:999999';
  });
  await expect(notes(page)).toHaveText([
    /by worst:2,5, which this page does not know/,
    /says more than once how to look at the run; the first is used, without mean\.$/,
    /the 999999 cases of lowest G, more than this set has/,
  ]);
  // A link without a version, as somebody types it.
  await page.evaluate(() => {
    location.hash = '#/probe?items=outside-four-1';
  });
  await expect(notes(page)).toHaveCount(0);
  await expect(items(room)).toHaveValue('outside-four-1');
});

test('a link that leaves out many tasks is longer than a name may be, and opens', async ({ page }) => {
  const tasks = [2, 4, 9, 12, 19, 21].map((task) => `toolshed-${String(task).padStart(4, '0')}`);
  const long = [...tasks, ...Array.from({ length: 30 }, (_, index) => `toolshed-${1000 + index}`)].join(',');
  const room = await ProbeRoom.open(
    page,
    `./#/probe?v=1&checkpoint=${CHECKPOINT}&items=toolshed-paper-2026-quick-12&view=${encodeURIComponent(`tasks:${long}`)}`,
  );
  await expect(notes(page)).toHaveText([
    'The link leaves out the tasks toolshed-1000, toolshed-1001, toolshed-1002 and 27 more, not in this set.',
  ]);
  await room.runToEnd();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('of 6 cases');
});

test('the address names what is shown: back from another room, and where a link came while a run was on', async ({
  page,
}) => {
  const room = await ProbeRoom.open(
    page,
    `./#/probe?v=1&checkpoint=${CHECKPOINT}&items=toolshed-paper-2026-core-100&conditions=core`,
  );
  const rooms = page.getByRole('navigation');
  await rooms.getByRole('link', { name: 'About' }).click();
  await rooms.getByRole('link', { name: 'Probe' }).click();
  await expect.poll(() => new URL(page.url()).hash).toContain('items=toolshed-paper-2026-core-100');
  await expect(notes(page)).toHaveCount(0);

  await room.run.click();
  await room.pause.click();
  const address = page.url();
  await page.evaluate(() => {
    location.hash = '#/probe?v=1&items=first-eight-1';
  });
  await expect(notes(page)).toHaveText([
    'The link was not followed, as a run is on: open it again after the run.',
  ]);
  await expect.poll(() => page.url()).toBe(address);
  await expect(items(room)).toHaveValue('toolshed-paper-2026-core-100');
  await room.cancel.click();
});
