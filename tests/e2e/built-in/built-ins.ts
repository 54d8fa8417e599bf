import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BUILT_IN_CHECKPOINTS } from '../../../src/records/index.ts';
import { GOOD } from '../faults/bad-checkpoints.ts';
import { GIVE_UP_MS, type ProbeRoom } from '../faults/probe-room.ts';
import { expect } from '../lab-test.ts';

const PLACED = join('dist', 'checkpoints');
const TINY = join('tests', 'fixtures', 'tiny', GOOD);

/** Whether the page was built with its checkpoints; else a tiny one stands in for each of them. */
const ARE_PLACED = BUILT_IN_CHECKPOINTS.every((id) => existsSync(join(PLACED, id, 'config.json')));

/** A folder of built-in checkpoints, to be removed after the tests. */
export function builtInFolder(): { folder: string; remove: () => void } {
  if (ARE_PLACED) return { folder: PLACED, remove: () => undefined };
  const folder = mkdtempSync(join(tmpdir(), 'lab-built-in-'));
  for (const id of BUILT_IN_CHECKPOINTS) {
    const place = join(folder, id);
    mkdirSync(place);
    for (const name of readdirSync(TINY)) cpSync(join(TINY, name), join(place, name));
    const card = {
      id,
      name: `ToolShed ${id.slice('toolshed-'.length)}`,
      scope: 'ToolShed only',
      files: [],
      selfCheck: null,
    };
    writeFileSync(join(place, 'lab-card.json'), JSON.stringify(card));
  }
  return {
    folder,
    remove: () => {
      rmSync(folder, { recursive: true });
    },
  };
}

/** Bytes of a checkpoint as the page counts them. */
export const bytesOf = (folder: string, id: string): number =>
  readdirSync(join(folder, id))
    .filter((name) => !/\.(br|gz)$/.test(name))
    .reduce((sum, name) => sum + statSync(join(folder, id, name)).size, 0);

/** Presses Run and waits for a first G: by then everything that a run needs was there. */
export async function firstG(room: ProbeRoom): Promise<void> {
  await room.run.click();
  await expect(room.page.getByText(/^Mean G: /)).toBeVisible({ timeout: 3 * GIVE_UP_MS });
  await expect(room.error).toHaveCount(0);
}

/** Ends a run that has shown what it was for. */
export async function endRun(room: ProbeRoom): Promise<void> {
  await room.cancel.or(room.done).click();
  await room.settled();
}

/** A run on what was not scored yet has loaded its checkpoint and goes on. */
export async function runsOn(room: ProbeRoom): Promise<void> {
  await room.recipe.getByRole('combobox', { name: 'Conditions' }).selectOption({ label: 'core (4 texts)' });
  await room.run.click();
  await expect(room.pause.or(room.done)).toBeVisible({ timeout: 2 * GIVE_UP_MS });
  await expect(room.error).toHaveCount(0);
}
