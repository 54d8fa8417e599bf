import type { Page } from '@playwright/test';

/** What the page asked of its engine workers, seen from outside. */
interface EngineSpy {
  /** Ids of the units of every scoring job, in the order of the jobs. */
  readonly jobs: (readonly string[])[];
  /** Engine workers made so far, and the most that were alive at once. */
  made: number;
  mostAlive: number;
}

declare global {
  var engineSpy: EngineSpy;
}

/** Watches the engine's door on every page that is opened from now on; a reload starts it anew. */
export async function spyOnEngine(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const spy: EngineSpy = { jobs: [], made: 0, mostAlive: 0 };
    globalThis.engineSpy = spy;
    const alive = new Set<Worker>();
    let sentAhead: string[] = [];
    globalThis.Worker = class extends Worker {
      constructor(url: string | URL, options?: WorkerOptions) {
        super(url, options);
        if (options?.name !== 'engine') return;
        alive.add(this);
        spy.made += 1;
        spy.mostAlive = Math.max(spy.mostAlive, alive.size);
      }

      override terminate(): void {
        alive.delete(this);
        super.terminate();
      }

      override postMessage(message: unknown, also?: Transferable[] | StructuredSerializeOptions): void {
        // A call through Comlink: the name of the method, and its arguments.
        const { path, argumentList } = message as {
          path?: string[];
          argumentList?: { value?: { id: string }[] & { requests?: { id: string }[] } }[];
        };
        const given = argumentList?.[0]?.value;
        if (path?.[0] === 'expectMore') sentAhead.push(...(given ?? []).map(({ id }) => id));
        if (path?.[0] === 'score') {
          spy.jobs.push([...sentAhead, ...(given?.requests ?? []).map(({ id }) => id)]);
          sentAhead = [];
        }
        super.postMessage(message, also as StructuredSerializeOptions);
      }
    };
  });
}

export const engineSpyOf = (page: Page): Promise<EngineSpy> => page.evaluate(() => globalThis.engineSpy);

/** The engine's own script among the workers that run now. */
export const engineWorkers = (page: Page) =>
  page.workers().filter((worker) => /\/engine-[\w-]+\.js$/.test(worker.url()));

/**
 * Makes every pass of the engine begin so much later: however fast the machine, a run of a few passes can then be met
 * in its middle. Between passes the worker sends itself an empty message; that is what is held back.
 */
export async function slowPasses(page: Page, ms: number): Promise<void> {
  await page.route('**/engine-*.js', async (route) => {
    const response = await route.fetch();
    const hold = `{ const post = MessagePort.prototype.postMessage;
      MessagePort.prototype.postMessage = function (...given) {
        if (given[0] === null) setTimeout(() => post.apply(this, given), ${ms});
        else post.apply(this, given);
      }; }`;
    await route.fulfill({ response, body: `${hold}\n${await response.text()}` });
  });
}
