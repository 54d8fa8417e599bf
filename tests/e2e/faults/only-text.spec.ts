import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '../lab-test.ts';
import { copyOf } from './bad-checkpoints.ts';
import { itemFile, ownItem } from './own-items.ts';
import { GIVE_UP_MS, ProbeRoom } from './probe-room.ts';

/** Text that would do something if it were taken for markup, each with a mark of where it stood. */
const trap = (place: string): string =>
  `<img src=x-${place} onerror=alert("${place}")><script>alert("${place}")</script><b>${place}</b>`;

test('whatever stands in items, file names, folders and links is shown as text', async ({
  page,
  watch,
}, info) => {
  test.setTimeout(3 * GIVE_UP_MS);
  const dialogs: string[] = [];
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  const failed = `lend(titel='${trap('failed')}')`;
  const item = ownItem(1, {
    goal: `Lend ${trap('goal')}`,
    system_prompt: `You lend books. ${trap('system')}`,
    prefix_actions: [`seek('${trap('action')}')`],
    prefix_observations: [trap('observation')],
    failed_action: failed,
    gold_action: `lend(title='${trap('gold')}')`,
    obs_fail: `No argument titel. ${trap('error')}`,
    obs_fail_echo: `In ${failed}`,
    obs_success: trap('success'),
    obs_neutral: trap('neutral'),
    distractors: [`lend('${trap('distractor')}')`],
    tool: trap('tool'),
    meta: { documentation: [0, 9] },
  });
  const folder = join(
    copyOf(info.outputPath('dropped'), 'plain'),
    '..',
    '<img src=x-folder onerror=alert(1)>',
  );
  cpSync(join(folder, '..', 'plain'), folder, { recursive: true });

  const room = await ProbeRoom.open(
    page,
    `./#/probe?checkpoint=${encodeURIComponent(trap('link'))}&items=${encodeURIComponent('<b>set</b>')}`,
  );
  const script = '<script>alert("link")</script>';
  await expect(page.locator('.notice', { hasText: script })).toBeVisible();
  // What is spoken is text as well.
  await expect(page.getByRole('status').getByText(script)).toHaveCount(1);
  await room.giveFolder(folder);
  await room.giveItems(itemFile([item], `${trap('file')}.jsonl`));
  await room.runToEnd();

  // The item, opened: its transcript under each text, its calls, its tokens and their table.
  await page.getByRole('button', { name: /^Lend <img/ }).click();
  const drawer = page.getByRole('dialog');
  await expect(drawer.getByRole('heading', { level: 2 })).toContainText(trap('goal'));
  for (const place of ['system', 'action', 'observation', 'failed', 'error'])
    await expect(drawer).toContainText(trap(place));
  await drawer.getByRole('button', { name: 'Look closer' }).click();
  await expect(drawer.getByText('What pulls it back')).toBeVisible();
  await expect(drawer.getByRole('button', { name: 'Look closer' })).toHaveCount(0, { timeout: GIVE_UP_MS });
  const tables = page.getByRole('button', { name: 'show as table' });
  while ((await tables.count()) > 0) await tables.first().click();
  await drawer.getByText('success text', { exact: true }).click();
  await expect(drawer).toContainText(trap('success'));

  // Pictures that are taken away are well-formed and hold nothing but drawing.
  const pictures = page.getByRole('button', { name: 'SVG', exact: true });
  expect(await pictures.count()).toBeGreaterThanOrEqual(3);
  for (const button of await pictures.all()) {
    const [download] = await Promise.all([page.waitForEvent('download'), button.click()]);
    const svg = readFileSync(await download.path(), 'utf8');
    const found = await page.evaluate((text) => {
      const parsed = new DOMParser().parseFromString(text, 'image/svg+xml');
      return [...parsed.querySelectorAll('parsererror, script, img, b, foreignObject, [onerror]')].map(
        ({ localName }) => localName,
      );
    }, svg);
    expect(found).toEqual([]);
  }

  // An item file whose name and line are traps as well.
  await room.giveItems({ name: `${trap('bad')}.jsonl`, text: JSON.stringify({ [trap('line')]: 1 }) });
  const { happened, details } = await room.fourParts();
  expect(happened).toContain('<b>bad</b>');
  expect(details).toContain('<b>line</b>');

  const elements = await page.evaluate(() => ({
    images: [...document.querySelectorAll('img')].map(({ src }) => src).filter((src) => src.includes('x-')),
    bold: document.querySelectorAll('b').length,
    scripts: [...document.querySelectorAll('script')].filter(({ src }) => src === '').length,
    handlers: document.querySelectorAll('[onerror]').length,
  }));
  expect(elements).toEqual({ images: [], bold: 0, scripts: 0, handlers: 0 });
  expect(dialogs).toEqual([]);
  expect(
    watch.requests.filter((url) => /x-(?:link|goal|failed|folder|file)/.test(new URL(url).pathname)),
  ).toEqual([]);
});
