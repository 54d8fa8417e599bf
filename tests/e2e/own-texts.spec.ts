import { cp, mkdtemp, rm } from 'node:fs/promises';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { GIVE_UP_MS, ProbeRoom, storedRows } from './faults/probe-room.ts';
import { expect, test as base } from './lab-test.ts';

const CLASS = 'checkpoint=llama-gqa-tied-bf16&items=toolshed-paper-2026-class-6';

/** A tiny checkpoint under a name of the study: what stands beside it is then the paper's, and our recorded run. */
const test = base.extend<{ namesake: string; studied: string }>({
  /** Of the study it has the name alone. */
  namesake: async ({ serve }, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'studied-'));
    await cp('tests/fixtures/tiny/llama-gqa-tied-bf16', join(folder, 'smollm2-135m-instruct-q4_1'), {
      recursive: true,
    });
    await use(await serve({ checkpoints: [folder] }));
    await rm(folder, { recursive: true });
  },
  /** The study's files, as the page fetches them, give the studied checkpoint the tiny one's size. */
  studied: async ({ page, namesake }, use) => {
    const rewritten = async (file: RegExp, size: RegExp, ours: string): Promise<void> => {
      await page.route(file, async (route) => {
        const response = await route.fetch();
        const body = await response.text();
        expect(body).toMatch(size);
        await route.fulfill({ response, body: body.replace(size, ours) });
      });
    };
    await rewritten(
      /toolshed-1-[^/]*\.js$/,
      /parametersInBillions("?):0?\.135\b/,
      'parametersInBillions$1:0.000094416',
    );
    await rewritten(/135m-instruct-q4_1\.toolshed-[^/]*\.js$/, /\b134515008\b/, '94416');
    await use(namesake);
  },
});

const strip = (page: Page): Locator => page.getByRole('figure').first();
const papers = (page: Page): Locator => strip(page).getByRole('img', { name: /^the paper.s value/ });

async function unfold(room: ProbeRoom): Promise<Locator> {
  await room.recipe.getByText('The texts shown').click();
  const form = room.recipe.locator('.texts');
  await expect(form).toBeVisible();
  return form;
}

async function useTexts(room: ProbeRoom, name: string, text: string): Promise<void> {
  await room.recipe.getByRole('textbox', { name, exact: true }).fill(text);
  await room.recipe.getByRole('button', { name: 'Use these texts' }).click();
}

test('texts are written, checked, previewed, used, run, exported, and put back', async ({
  page,
  expectAccessible,
}) => {
  test.setTimeout(3 * GIVE_UP_MS);
  const room = await ProbeRoom.open(page, `./#/probe?v=1&${CLASS}&conditions=core`);
  const form = await unfold(room);
  const neutral = form.getByRole('textbox', { name: 'Neutral text' });
  await expect(neutral).toHaveValue('{neutral}');
  await expect(form.getByRole('button', { name: 'Use these texts' })).toBeDisabled();

  await neutral.fill('In this {mood}');
  await room.fourParts(form.getByRole('alert'));
  await expect(neutral).toHaveAttribute('aria-invalid', 'true');
  await expect(form.getByRole('button', { name: 'Use these texts' })).toBeDisabled();

  await neutral.fill('Noted by {tool}.');
  await expect(form.getByRole('alert')).toHaveCount(0);
  await expect(form.getByRole('heading', { name: 'The first item’s failed step' })).toBeVisible();
  await expect(form.getByText(/^Observation: Noted by \w+\.$/)).toBeVisible();
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Use these texts' }).click();

  await expect(
    page.getByText(/^Texts of one’s own \([0-9a-f]{12}\), shown under “neutral text”/),
  ).toBeVisible();
  const { hash } = new URL(page.url());
  expect(hash).toContain('&text.neutral=Noted%20by%20%7Btool%7D.&');
  await room.runToEnd();
  const marked = (await storedRows(page)).map(({ condition }) => condition);
  expect(marked.filter((name) => /^neut@[0-9a-f]{12}$/.test(name))).toHaveLength(12);
  expect(marked).not.toContain('neut');
  await expect(page.getByRole('main')).toContainText(/one small model\. Texts of one’s own \([0-9a-f]{12}\)/);

  // The figure's files say so as well.
  const downloading = page.waitForEvent('download');
  await strip(page).getByRole('button', { name: 'CSV' }).click();
  const csv = readFileSync(await (await downloading).path(), 'utf8')
    .trim()
    .split('\n');
  expect(csv[0]).toMatch(/^model,item_set,own_texts,view,/);
  for (const line of csv.slice(1)) expect(line).toMatch(/,[0-9a-f]{12},/);

  // A reload finds texts and scores again; the earlier run brings both.
  await room.reload();
  await expect(page.getByText(/^Texts of one’s own/)).toBeVisible();
  await unfold(room);
  await expect(neutral).toHaveValue('Noted by {tool}.');
  await form.getByRole('button', { name: 'Back to the set’s texts' }).click();
  await expect(neutral).toHaveValue('{neutral}');
  await expect(page.getByText(/^Texts of one’s own/)).toHaveCount(0);
  expect(new URL(page.url()).hash).not.toContain('text.');
  await room.recipe.getByText('Earlier runs', { exact: true }).click();
  await room.recipe.getByRole('list', { name: 'Earlier runs' }).getByRole('button', { name: 'open' }).click();
  await expect(page.getByText(/^Texts of one’s own/)).toBeVisible();
  await expect(neutral).toHaveValue('Noted by {tool}.');
  await expect(room.done).toBeVisible();
});

test('texts too long for a link: told, kept over a reload, and not run as others elsewhere', async ({
  page,
  browser,
}) => {
  const room = await ProbeRoom.open(page, `./#/probe?v=1&${CLASS}`);
  await unfold(room);
  await useTexts(room, 'Neutral text', `Noted. ${'And so on. '.repeat(250)}`);
  const link = page.url();
  expect(link).toMatch(/&wording=[0-9a-f]{64}(?!.*text\.)/);
  await room.reload();
  await expect(page.getByText(/^Texts of one’s own/)).toBeVisible();
  await expect(page.getByText(/^The link/)).toHaveCount(0);
  expect(page.url()).toBe(link);

  const context = await browser.newContext();
  const other = await context.newPage();
  await ProbeRoom.open(other, link);
  await expect(other.locator('.notice', { hasText: 'too long for it and are not kept here' })).toBeVisible();
  await expect(other.getByText(/^Texts of one’s own/)).toHaveCount(0);
  await context.close();
});

test('under texts of one’s own, neither the paper’s values nor our recorded run stand', async ({
  page,
  studied,
}) => {
  test.setTimeout(4 * GIVE_UP_MS);
  const core = `${studied}#/probe?v=1&items=toolshed-paper-2026-core-100&conditions=pre,fail,neut`;
  const room = await ProbeRoom.open(page, core);
  const offer = page.getByRole('region', { name: 'Our recorded run' });
  await offer.getByRole('button', { name: 'Show our recorded run' }).click();
  const before = offer.getByRole('figure');
  await expect(before.getByRole('heading')).toContainText(
    'Recorded run (SmolLM2-135M-Instruct, Q4_1 weights; item wording rebuilt)',
  );
  await expect(before.locator('figcaption')).toContainText('Hollow diamond with dashed line: recorded run');

  // Own rows come: it stands beside them, and is put away.
  await room.run.click();
  await expect(strip(page)).toContainText(/of \d+ cases? moved/, { timeout: GIVE_UP_MS });
  await room.pause.click();
  await expect(strip(page).getByRole('img', { name: /^recorded run/ })).toHaveCount(2);
  await expect(papers(page)).toHaveCount(2);
  const beside = strip(page).getByRole('checkbox', { name: 'our recorded run beside it' });
  await beside.uncheck();
  await expect(strip(page).getByRole('img', { name: /^recorded run/ })).toHaveCount(0);
  await beside.check();
  await room.cancel.click();
  await expect(room.run).toBeVisible();

  await unfold(room);
  await useTexts(room, 'Error', '{error} (noted)');
  await expect(offer).toHaveCount(0);
  await room.run.click();
  await expect(strip(page)).toContainText(/of \d+ cases? moved/, { timeout: GIVE_UP_MS });
  // The neutral text is still the paper's; the error is not.
  await expect(papers(page)).toHaveCount(1);
  await expect(beside).toHaveCount(0);
  await expect(strip(page).getByRole('img', { name: /^recorded run/ })).toHaveCount(0);
  await room.cancel.click();
});

test('a checkpoint that only bears a studied name is told of, and nothing of the study stands beside', async ({
  page,
  namesake,
}) => {
  test.setTimeout(2 * GIVE_UP_MS);
  const room = await ProbeRoom.open(page, `${namesake}#/probe?v=1&items=toolshed-paper-2026-class-6`);
  await room.runToEnd();
  await expect(page.getByText(/^This checkpoint is named like SmolLM2-135M of the paper but/)).toBeVisible();
  await expect(papers(page)).toHaveCount(0);
});

test('finished results stay where the texts do not change them', async ({ page }) => {
  test.setTimeout(3 * GIVE_UP_MS);
  const room = await ProbeRoom.open(page, `./#/probe?v=1&${CLASS}&conditions=core`);
  await room.runToEnd();
  const form = await unfold(room);
  await useTexts(room, 'Note in place of call and error', 'Tried: {call}');
  // The error is as it was: its cases are all there, those of the note are not.
  await expect(page.getByRole('heading', { level: 1 })).toContainText(/\b6 cases/);
  await expect(strip(page).getByRole('img', { name: /\bnote\b/ })).toHaveCount(0);
  await expect(form).toBeVisible();
  await useTexts(room, 'Error', '{error} (noted)');
  await expect(page.getByRole('heading', { level: 1 })).toContainText(
    'has no score yet with the call and its error in view',
  );
  await expect(form).toBeVisible();
  await form.getByRole('button', { name: 'Back to the set’s texts' }).click();
  await expect(room.done).toHaveText(/6 items done/);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(/\b6 cases/);

  // Of the error alone nothing is left when it changes: the room does not begin anew for that.
  await room.recipe.getByRole('combobox', { name: 'Conditions' }).selectOption('first');
  await useTexts(room, 'Error', '{error} (noted)');
  await expect(
    page.getByRole('heading', { name: /^(No score with these texts yet|.* no score yet)/ }),
  ).toBeVisible();
  await expect(page.getByRole('figure', { name: /^In the paper/ })).toHaveCount(0);
});

test('scores that could not be computed: what could is done, and the sums fit', async ({ page }) => {
  test.setTimeout(2 * GIVE_UP_MS);
  const room = await ProbeRoom.open(page, `./#/probe?v=1&${CLASS}&conditions=pre,fail,neut`);
  await unfold(room);
  await useTexts(room, 'Neutral text', 'And so on. '.repeat(9000));
  await room.run.click();
  await expect(room.done).toHaveText(/6 items done/, { timeout: GIVE_UP_MS });
  await expect(room.recipe.getByText('12 of 60 scores could not be computed.')).toBeVisible();
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { level: 1 })).toContainText(/\b6 cases/);
  await expect(main).toContainText(
    '12 of 60 scores could not be computed; not scored at all: “neutral text”.',
  );
  await expect(main).not.toContainText('cases could not be scored');
  // Its row stands in the strip, with the reason where its dots would be.
  await expect(strip(page).locator('svg')).toContainText('neutral text');
  await expect(strip(page).locator('svg')).toContainText(/could not be scored: The request/);
});

test('a mended set is not set beside the paper’s values either', async ({ page, studied }) => {
  test.setTimeout(2 * GIVE_UP_MS);
  const room = await ProbeRoom.open(page, `${studied}#/probe?v=1&items=toolshed-clean-1-class-6`);
  await room.runToEnd();
  await expect(papers(page)).toHaveCount(0);
  await room.recipe.getByRole('combobox', { name: 'Items' }).selectOption('toolshed-paper-2026-class-6');
  await room.runToEnd();
  await expect(papers(page)).toHaveCount(3);
});

test('calls that are scored: what they cost, and a finished run goes on with the others', async ({
  page,
}) => {
  test.setTimeout(3 * GIVE_UP_MS);
  const room = await ProbeRoom.open(page, `./#/probe?v=1&${CLASS}&conditions=core`);
  const calls = room.recipe.getByRole('combobox', { name: 'Calls that are scored' });
  // Six items, five conditions: four calls under two of them, two under the others.
  await expect(room.recipe.getByText(/^84 scores:/)).toBeVisible();
  await room.runToEnd();
  expect(await storedRows(page)).toHaveLength(84);
  await calls.selectOption('same-everywhere');
  await expect(room.recipe.getByText(/^120 scores, 36 more than in the paper:/)).toBeVisible();
  await expect(room.run).toHaveText('Go on: 6 items left');
  expect(new URL(page.url()).hash).toContain('&candidates=same-everywhere');
  await room.runToEnd();
  expect(await storedRows(page)).toHaveLength(120);
  await calls.selectOption('published');
  await expect(room.done).toBeVisible();

  // The price follows what is asked: more texts, more calls, more minutes or seconds.
  await room.recipe.getByRole('combobox', { name: 'Items' }).selectOption('toolshed-paper-2026');
  const price = room.recipe.getByText(/^About .* on this computer/);
  const few = await price.innerText();
  await room.recipe.getByRole('combobox', { name: 'Conditions' }).selectOption('all');
  await expect(price).not.toHaveText(few);
  const more = await price.innerText();
  await calls.selectOption('same-everywhere');
  await expect(price).not.toHaveText(more);
});
