import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { expect } from '../lab-test.ts';

/** One core may belong to somebody else. */
export const GIVE_UP_MS = 60_000;

export const logOf = (file: string): string => readFileSync(`tests/fixtures/transcripts/${file}`, 'utf8');

/** The room “Your transcript” as somebody at a keyboard has it. */
export class TranscriptRoom {
  readonly page: Page;
  readonly finding: Locator;
  readonly measure: Locator;

  private constructor(page: Page) {
    this.page = page;
    this.finding = page.locator('#log-finding');
    this.measure = page.getByRole('button', { name: 'Measure this step', exact: true });
  }

  static async open(page: Page): Promise<TranscriptRoom> {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto('./#/transcript');
    await expect(page.getByLabel('The log of a run')).toBeVisible();
    return new TranscriptRoom(page);
  }

  clipboard(): Promise<string> {
    return this.page.evaluate(() => navigator.clipboard.readText());
  }

  /** As anybody pastes: out of the clipboard, into the empty field. */
  async paste(text: string): Promise<void> {
    await this.page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
    await this.page.getByLabel('The log of a run').focus();
    await this.page.keyboard.press('ControlOrMeta+V');
  }

  /** Reached by the tabulator from where the focus is; nothing else may be needed to come there. */
  async tabTo(target: Locator): Promise<void> {
    await expect(target).toBeEnabled();
    const isThere = (): Promise<boolean> => target.evaluate((element) => element === document.activeElement);
    for (let stops = 0; stops < 150; stops += 1) {
      if (await isThere()) return;
      await this.page.keyboard.press('Tab');
    }
    expect(await isThere(), 'reached by the tabulator').toBe(true);
  }

  async press(name: string): Promise<void> {
    await this.page.getByRole('button', { name, exact: true }).press('Enter');
  }

  /** Measures the step with the checkpoint that is chosen from the start. */
  async measured(): Promise<void> {
    await expect(this.page.getByRole('radio', { checked: true }).first()).toBeAttached();
    await this.measure.press('Enter');
    await expect(this.gain).toBeVisible({ timeout: GIVE_UP_MS });
    await expect(this.finished).toBeVisible({ timeout: GIVE_UP_MS });
  }

  get gain(): Locator {
    return this.page.getByText(/^G [−+]?\d.* nats \(1 nat/);
  }

  /** The part with the error’s text, open to be changed again once a measurement is through. */
  get editor(): Locator {
    return this.page.getByRole('region', { name: 'Change the error text' });
  }

  get finished(): Locator {
    return this.editor.getByText('This text is measured.');
  }
}
