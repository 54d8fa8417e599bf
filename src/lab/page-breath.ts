/** A slice of work on the page: with what the browser does beside it, far below the 50 ms that people notice. */
const SLICE_MS = 12;

/** Work on the page in slices: `taken` resolves at once while a slice lasts, else after the page has had its turn. */
export class PageBreath {
  #since = performance.now();

  /** True when the slice is used up: then await `take`. */
  get due(): boolean {
    return performance.now() - this.#since >= SLICE_MS;
  }

  async take(): Promise<void> {
    await yieldToPage();
    this.#since = performance.now();
  }
}

interface Scheduling {
  readonly yield?: () => Promise<void>;
}

/** Lets the page do what waits: input, drawing, messages. A message is neither clamped nor throttled as a timer is. */
function yieldToPage(): Promise<void> {
  const { scheduler } = globalThis as { readonly scheduler?: Scheduling };
  if (scheduler?.yield !== undefined) return scheduler.yield();
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}
