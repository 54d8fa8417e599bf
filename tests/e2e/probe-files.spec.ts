import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { GIVE_UP_MS, ProbeRoom } from './faults/probe-room.ts';
import { expect, test } from './lab-test.ts';

interface ItemFile {
  readonly name: string;
  readonly bytes: Buffer;
}

/** Items of the published form: without a documentation range, and with no other field than ours. */
const items = readFileSync('static-probes/toolshed-paper-2026-class-6.jsonl', 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => ({ ...(JSON.parse(line) as Record<string, unknown>), meta: {} }));
const [first = '', second = '', third = ''] = items.map((item) => JSON.stringify(item));
const changed = (at: number, change: object): string => JSON.stringify({ ...items[at], ...change });
const withoutGold = changed(1, { gold_action: undefined });

const utf8 = (...lines: readonly string[]): Buffer => Buffer.from(`${lines.join('\n')}\n`);
const LONG = 'far more than anybody would write. '.repeat(150_000);
const latin1 = Buffer.concat([
  utf8(first),
  Buffer.from(`${changed(1, { goal: 'A café in the third street.' })}\n`, 'latin1'),
  utf8(third),
]);

/** Files with something wrong, and all that is to be said of each. */
const BROKEN: readonly (readonly [what: string, bytes: Buffer, says: readonly RegExp[]])[] = [
  ['no JSON', utf8(first, 'find_event()', third), [/^line 2: it is not JSON$/]],
  ['cut off', utf8(first, second.slice(0, 90), third), [/^line 2: the line is cut off$/]],
  ['a field missing', utf8(first, withoutGold), [/^line 2, field gold_action: is missing$/]],
  ['a wrong type', utf8(changed(0, { step_index: '1' })), [/^line 1, field step_index: must be a number$/]],
  ['an id twice', utf8(first, second, first), [/^line 3, field item_id: is .*, which line 1 has already$/]],
  ['a byte order mark inside', utf8(first, `\ufeff${second}`), [/^line 2: .* byte order mark/]],
  ['NaN', utf8(first, second.replace('"step_index":', '"step_index":NaN,"x":')), [/^line 2: it holds NaN/]],
  ['a field too many', utf8(changed(0, { score: 1 })), [/^line 1, field score: is not a field of an item$/]],
  ['an empty line', utf8(first, '', third), [/^line 2: the line is empty$/]],
  [
    'five megabytes that end in the middle',
    utf8(first, changed(1, { goal: LONG }).slice(0, -9)),
    [/^line 2: .*cut off$/],
  ],
  ['another encoding', latin1, [/^line 2: holds bytes that are not UTF-8 text$/]],
  ['nothing', Buffer.alloc(0), []],
  [
    'nothing but broken lines',
    utf8('{}x', '[]', '7'),
    [/^line 1: it is not JSON$/, /^line 2: must be an object, not a list$/, /^line 3: ./],
  ],
  [
    'several faults at once',
    Buffer.concat([latin1, utf8('', first, 'x', changed(3, { goal: 7, tool: 7 }), second.slice(0, 9))]),
    [
      /^line 2: holds bytes/,
      /^line 4: the line is empty$/,
      /^line 5, field item_id: is .*, which line 1 has already$/,
      /^line 6: it is not JSON$/,
      /^line 7, field goal: must be a text$/,
      /^line 7, field tool: ./,
      /^line 8: the line is cut off$/,
    ],
  ],
];

/** Files that look odd and are sound. */
const SOUND: readonly (readonly [what: string, bytes: Buffer, items: number])[] = [
  ['line ends of another system', Buffer.from(`${first}\r\n${second}\r\n`), 2],
  ['no line end at the end', Buffer.from(`${first}\n${second}\n${third}`), 3],
  ['a byte order mark', utf8(`\ufeff${first}`, second), 2],
  ['five megabytes in one line', utf8(first, changed(1, { goal: LONG })), 2],
];

async function throughDoor(room: ProbeRoom, { name, bytes }: ItemFile): Promise<void> {
  await room.recipe
    .getByLabel('Choose a .jsonl file')
    .setInputFiles({ name, mimeType: 'application/x-ndjson', buffer: bytes });
}

async function drop(page: Page, files: readonly ItemFile[]): Promise<void> {
  const transfer = await page.evaluateHandle(
    (sent) => {
      const held = new DataTransfer();
      for (const { name, base64 } of sent)
        held.items.add(new File([Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0))], name));
      return held;
    },
    files.map(({ name, bytes }) => ({ name, base64: bytes.toString('base64') })),
  );
  await page
    .getByRole('group', { name: /^Drop an item file here/ })
    .dispatchEvent('drop', { dataTransfer: transfer });
}

test('an item file with broken lines: every one is named, nothing of it is used; odd but sound files are read', async ({
  page,
}) => {
  test.setTimeout(2 * GIVE_UP_MS);
  const room = await ProbeRoom.open(page);
  const chosen = room.recipe.getByRole('combobox', { name: 'Items' });
  await room.recipe.getByText('Use your own items').click();
  await throughDoor(room, { name: 'mine.jsonl', bytes: utf8(first, second, third) });
  await expect(chosen).toHaveValue('mine.jsonl');

  for (const [at, [what, bytes, says]] of BROKEN.entries())
    await test.step(what, async () => {
      const file = { name: `${at}.jsonl`, bytes };
      if (at % 2 === 0) await throughDoor(room, file);
      else await drop(page, [file]);
      const { happened, details } = await room.fourParts();
      const told = details.split('\n').filter((line) => line.startsWith(`${file.name}, `));
      expect(told.map((line) => line.slice(file.name.length + 2))).toEqual(
        says.map((pattern) => expect.stringMatching(pattern)),
      );
      const lines = new Set(told.map((line) => /line \d+/.exec(line)?.[0]));
      if (says.length === 0) expect(happened).toBe(`${file.name} holds no items.`);
      else {
        expect(happened).toContain(told[0] ?? 'nothing was told');
        if (lines.size > 1) expect(happened).toContain(`and ${lines.size - 1} more bad line`);
        await expect(room.error).toContainText('No line of this file was used.');
      }
      await room.error.getByRole('button', { name: 'Dismiss' }).click();
      await expect(chosen).toHaveValue('mine.jsonl');
      await expect(room.run).toHaveText(/^Run 3 items/);
    });

  for (const [what, bytes, count] of SOUND)
    await test.step(what, async () => {
      await throughDoor(room, { name: `${what}.jsonl`, bytes });
      await expect(chosen).toHaveValue(`${what}.jsonl`);
      await expect(room.run).toHaveText(new RegExp(`^Run ${count} items`));
      await expect(room.error).toHaveCount(0);
      await expect(
        page.locator('.notice', { hasText: 'The file began with a byte order mark, which was passed over.' }),
      ).toHaveCount(what === 'a byte order mark' ? 1 : 0);
    });

  await test.step('more files than one', async () => {
    const files = ['one', 'two', 'three'].map((name) => ({ name: `${name}.jsonl`, bytes: utf8(first) }));
    await drop(page, files);
    await expect(chosen).toHaveValue('one.jsonl');
    await expect(room.recipe).toContainText('One item file at a time. Not opened: two.jsonl, three.jsonl.');
    await throughDoor(room, { name: 'mine.jsonl', bytes: utf8(first) });
    await expect(room.recipe).not.toContainText('Not opened');
  });
});
