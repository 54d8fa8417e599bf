import { type Locator, type Page } from '@playwright/test';
import type { ScoreRow } from '../../../src/records/index.ts';
import { expect } from '../lab-test.ts';

declare global {
  /** Resolves when the page has been told of the folder that was chosen last. */
  var folderGiven: Promise<void>;
}

/** Nothing here is timed; this only says when a test gives up. */
export const GIVE_UP_MS = 60_000;

export interface NamedFile {
  readonly name: string;
  readonly text: string;
}

/** The Probe room as somebody uses it who sees its labels. */
export class ProbeRoom {
  readonly page: Page;
  readonly recipe: Locator;
  /** The main button, whatever it does now. */
  readonly main: Locator;
  /** The main button while it starts a run. */
  readonly run: Locator;
  readonly loading: Locator;
  readonly pause: Locator;
  readonly goOn: Locator;
  readonly done: Locator;
  readonly cancel: Locator;
  readonly error: Locator;

  private constructor(page: Page) {
    this.page = page;
    this.recipe = page.getByRole('complementary', { name: 'Recipe of the run' });
    const button = (name: RegExp) => this.recipe.getByRole('button', { name });
    this.run = button(/^(Run \d|Go on: \d|Try again$)/);
    this.loading = button(/^Loading…$/);
    this.pause = button(/^Pause$/);
    this.goOn = button(/^Go on$/);
    this.done = button(/^\d+ items? done$/);
    this.main = this.run
      .or(this.loading)
      .or(this.pause)
      .or(this.goOn)
      .or(this.done)
      .or(button(/^(Stopping|Looking closer)…$/));
    this.cancel = button(/^Cancel$/);
    this.error = page.getByRole('alert');
  }

  /** Opens the room and waits until it can be used. */
  static async open(page: Page, url = './'): Promise<ProbeRoom> {
    await page.goto(url);
    const room = new ProbeRoom(page);
    await room.settled();
    return room;
  }

  async settled(): Promise<void> {
    await expect(this.run.or(this.done)).toBeVisible({ timeout: GIVE_UP_MS });
  }

  async reload(): Promise<void> {
    await this.page.reload();
    await this.settled();
  }

  async choose(checkpoint: string): Promise<void> {
    await this.checkpoint(checkpoint).check();
  }

  checkpoint(name: string): Locator {
    return this.recipe.getByRole('radio', { name: new RegExp(`^${name} `) });
  }

  /**
   * A folder of the disk, through the page's own file door. Waits until the page has been told of it: a browser lists
   * the files at its leisure, after the folder was chosen.
   */
  async giveFolder(folder: string): Promise<void> {
    const door = this.recipe.getByLabel('Choose a folder');
    await door.evaluate((input) => {
      window.folderGiven = new Promise((given) => {
        const told = (): void => {
          given();
        };
        input.addEventListener('change', told, { once: true });
      });
    });
    await door.setInputFiles(folder);
    await this.page.evaluate(() => window.folderGiven);
  }

  async giveFiles(files: readonly (NamedFile | string)[]): Promise<void> {
    const door = this.recipe.getByLabel('Choose files');
    await door.setInputFiles(files as string[]);
  }

  async giveItems({ name, text }: NamedFile): Promise<void> {
    await this.recipe
      .getByLabel('Choose a .jsonl file')
      .setInputFiles({ name, mimeType: 'application/x-ndjson', buffer: Buffer.from(text) });
  }

  /** Presses Run and waits for the end of a run that goes well. */
  async runToEnd(): Promise<void> {
    await this.run.click();
    await this.ended();
    await expect(this.error).toHaveCount(0);
  }

  /** The run that is on has ended, well or not. */
  async ended(): Promise<void> {
    await expect(this.done.or(this.error).first()).toBeVisible({ timeout: GIVE_UP_MS });
  }

  /** An error in the page has its four parts; gives their text. */
  async fourParts(error = this.error): Promise<{ happened: string; details: string }> {
    await expect(error).toBeVisible({ timeout: GIVE_UP_MS });
    await expect(error).toHaveCount(1);
    const happened = await error.getByRole('paragraph').first().innerText();
    for (const term of ['What still works', 'What to do']) {
      const part = error.locator('dt', { hasText: term }).locator('xpath=following-sibling::dd[1]');
      expect((await part.innerText()).trim(), term).not.toBe('');
    }
    await error.getByText('Details', { exact: true }).click();
    const details = await error.locator('pre').innerText();
    expect(happened.trim()).not.toBe('');
    expect(details.trim()).not.toBe('');
    return { happened, details };
  }
}

/** The rows that the browser's storage holds now. */
export const storedRows = (page: Page): Promise<ScoreRow[]> =>
  page.evaluate(
    () =>
      new Promise<ScoreRow[]>((resolve, reject) => {
        const opening = indexedDB.open('backfire-lab');
        opening.onerror = () => {
          reject(new Error('the storage could not be opened'));
        };
        opening.onsuccess = () => {
          const database = opening.result;
          const reading = database.transaction('rows').objectStore('rows').getAll();
          reading.onsuccess = () => {
            database.close();
            resolve(reading.result as ScoreRow[]);
          };
        };
      }),
  );

/** Largest difference of a token between rows of the same key, and the keys that stand on one side only. */
export function compareRows(
  some: readonly ScoreRow[],
  others: readonly ScoreRow[],
): { worstNats: number; tokens: number; onlyHere: number; onlyThere: number } {
  const there = new Map(others.map((row) => [row.unit_key, row]));
  let worstNats = 0;
  let tokens = 0;
  let onlyHere = 0;
  for (const row of some) {
    const other = there.get(row.unit_key);
    if (other === undefined) {
      onlyHere += 1;
      continue;
    }
    const pairs = row.token_logprobs.map((nats, token) => nats - (other.token_logprobs[token] ?? Number.NaN));
    pairs.push((row.end_of_turn_logprob ?? 0) - (other.end_of_turn_logprob ?? Number.NaN));
    for (const difference of pairs) {
      // A NaN must not pass as the smallest difference of all.
      worstNats = Number.isNaN(difference) ? Infinity : Math.max(worstNats, Math.abs(difference));
      tokens += 1;
    }
  }
  const here = new Set(some.map((row) => row.unit_key));
  const onlyThere = [...there.keys()].filter((key) => !here.has(key)).length;
  return { worstNats, tokens, onlyHere, onlyThere };
}

/** Two ways to the same numbers may differ this much a token (design §4: packings). */
export const PACKING_NATS = 2e-5;
