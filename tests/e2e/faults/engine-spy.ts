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
          argumentList?: { value?: { requests?: { id: string }[] } }[];
        };
        if (path?.[0] === 'score')
          spy.jobs.push((argumentList?.[0]?.value?.requests ?? []).map(({ id }) => id));
        super.postMessage(message, also as StructuredSerializeOptions);
      }
    };
  });
}

export const engineSpyOf = (page: Page): Promise<EngineSpy> => page.evaluate(() => globalThis.engineSpy);

/** The engine's own script among the workers that run now. */
export const engineWorkers = (page: Page) =>
  page.workers().filter((worker) => /\/engine-[\w-]+\.js$/.test(worker.url()));
