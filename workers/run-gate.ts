/**
 * Pause, resume and cancel between passes. A session run blocks the worker's event loop, so the gate first lets one
 * macrotask pass: only then can a pause or cancel message have been delivered.
 */
export class RunGate {
  #state: 'going' | 'paused' | 'cancelled' = 'going';
  #wake: (() => void) | null = null;

  pause(): void {
    if (this.#state === 'going') this.#state = 'paused';
  }

  resume(): void {
    if (this.#state === 'paused') this.#state = 'going';
    this.#wake?.();
  }

  cancel(): void {
    this.#state = 'cancelled';
    this.#wake?.();
  }

  readonly pass = async (): Promise<'go' | 'cancel'> => {
    await macrotask();
    while (this.#state === 'paused')
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    this.#wake = null;
    return this.#state === 'cancelled' ? 'cancel' : 'go';
  };
}

const channel = new MessageChannel();
const waiting: (() => void)[] = [];
channel.port1.onmessage = () => {
  waiting.shift()?.();
};

/** Unlike setTimeout, a message is not clamped to 4 ms nor throttled in a hidden tab. */
function macrotask(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    channel.port2.postMessage(null);
  });
}
