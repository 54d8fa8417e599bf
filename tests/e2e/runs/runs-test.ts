import type { Page } from '@playwright/test';
import { test as base } from '../lab-test.ts';
import { RUNS_PAGE } from '../test-pages.ts';
import type { Lab } from './runs-page.ts';

export { expect } from '../lab-test.ts';

declare global {
  interface Window {
    lab: Lab;
    /** What a test keeps between two steps in the page. */
    desk: {
      store: Awaited<ReturnType<Lab['RowStore']['open']>>;
      run: InstanceType<Lab['ProbeRun']>;
      shelf: InstanceType<Lab['RunShelf']>;
    };
  }
}

interface Fixtures {
  /** Opens the lab without a room, on a server with the tiny checkpoints; a desk lies on it. */
  readonly openLab: () => Promise<void>;
}

export const test = base.extend<Fixtures>({
  openLab: async ({ testPages, page, serve }, use) => {
    const url = await serve({ dist: testPages });
    await use(async () => {
      await page.goto(`${url}${RUNS_PAGE}`);
      await layDesk(page);
    });
  },
});

/** A fresh desk in the page: storage opened, nothing chosen. */
export async function layDesk(page: Page): Promise<void> {
  await page.waitForFunction(() => 'lab' in window);
  await page.evaluate(async () => {
    const { RowStore, ProbeRun, RunShelf } = window.lab;
    const store = await RowStore.open();
    window.desk = { store, run: new ProbeRun(store), shelf: new RunShelf(store) };
  });
}

/** Runs a shipped set to its end under the given conditions. */
export const runToEnd = (page: Page, set: string, conditions: readonly string[]): Promise<string> =>
  page.evaluate(
    async ({ name, asked }) => {
      const { run } = window.desk;
      const { SHIPPED_ITEM_SETS, loadItemSet, servedCheckpoints } = window.lab;
      const choice = SHIPPED_ITEM_SETS.find((one) => one.name === name);
      const read = choice === undefined ? null : await loadItemSet(choice);
      if (read?.ok !== true) throw new Error(`no set ${name}`);
      run.chooseItemSet(read.value);
      const served = await servedCheckpoints(new URL('/', location.href).href);
      const checkpoint = served.find(({ id }) => id === 'llama-gqa-tied-bf16') ?? null;
      if (run.checkpoint === null) run.chooseCheckpoint(checkpoint);
      run.chooseConditions(asked as typeof run.conditions);
      await run.run();
      return run.status.kind;
    },
    { name: set, asked: conditions },
  );
