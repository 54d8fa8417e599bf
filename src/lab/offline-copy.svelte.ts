import type { Kept, ToServiceWorker } from '../../workers/service-worker-door.ts';

/**
 * The page's copy of itself in this browser: it opens and runs without a network once `state` is 'ready'. Where the browser
 * gives no service worker (no secure context, a private window) or something could not be fetched, nothing else changes.
 */
class OfflineCopy {
  state = $state<'none' | 'keeping' | 'ready'>('none');
  /** Made on this visit: worth a word. */
  isNew = $state(false);
  /** A newer version of the page has been fetched and waits. */
  newer = $state.raw<ServiceWorker | null>(null);
  /** Built-in checkpoints that are there without a network, by id. */
  #checkpoints: readonly string[] = [];
  #registration: Promise<ServiceWorkerRegistration | null> | null = null;

  /** Keeps the page, and what runs with built-in checkpoints need. */
  async keep(pageUrl: string, checkpoints: readonly string[]): Promise<void> {
    const registration = await (this.#registration ??= this.#register(pageUrl));
    const worker = registration === null ? null : await activeOf(registration);
    if (worker === null) return;
    this.state = 'keeping';
    const answer = await askToKeep(worker, checkpoints);
    this.#checkpoints = checkpoints;
    this.state = answer.kept ? 'ready' : 'none';
    this.isNew = answer.kept && answer.newly;
  }

  /** Whether nothing has to be fetched to run with this built-in checkpoint. */
  keeps(checkpointId: string): boolean {
    return this.state === 'ready' && this.#checkpoints.includes(checkpointId);
  }

  /** Shows the newer version: the page is loaded again. */
  takeOver(): void {
    navigator.serviceWorker.addEventListener('controllerchange', () => {
      location.reload();
    });
    this.newer?.postMessage({ kind: 'take-over' } satisfies ToServiceWorker);
  }

  async #register(pageUrl: string): Promise<ServiceWorkerRegistration | null> {
    // The types promise it; a browser gives it in a secure context only.
    const { serviceWorker } = navigator as { readonly serviceWorker?: ServiceWorkerContainer };
    if (serviceWorker === undefined) return null;
    try {
      // Where service workers are blocked, as in some tests, a browser answers with nothing.
      const made = (await serviceWorker.register(new URL('service-worker.js', pageUrl), {
        updateViaCache: 'none',
      })) as ServiceWorkerRegistration | undefined;
      if (made === undefined) return null;
      const look = (): void => {
        // The first one has nobody to wait for.
        if (serviceWorker.controller !== null) this.newer = made.waiting;
      };
      look();
      made.addEventListener('updatefound', () => {
        made.installing?.addEventListener('statechange', look);
      });
      return made;
    } catch {
      return null;
    }
  }
}

/** The one copy there is: its line in the footer tells of it, and what a run still has to fetch depends on it. */
export const offlineCopy = new OfflineCopy();

/** The worker that answers for the page; null where the page could not be kept. */
function activeOf({ active, installing, waiting }: ServiceWorkerRegistration): Promise<ServiceWorker | null> {
  const worker = active ?? waiting ?? installing;
  if (worker === null) return Promise.resolve(null);
  return new Promise((resolve) => {
    const look = (): void => {
      if (worker.state === 'activated') resolve(worker);
      else if (worker.state === 'redundant') resolve(null);
    };
    worker.addEventListener('statechange', look);
    look();
  });
}

function askToKeep(worker: ServiceWorker, checkpoints: readonly string[]): Promise<Kept> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = (event: MessageEvent<Kept>) => {
      resolve(event.data);
    };
    worker.postMessage({ kind: 'keep', checkpoints } satisfies ToServiceWorker, [port2]);
  });
}
