import { wrap, type Remote } from 'comlink';
import type { NumbersApi } from './numbers-api.ts';

/** Starts a worker with a runtime of its own: threads are chosen once in a worker's life. */
const start = (): Remote<NumbersApi> =>
  wrap<NumbersApi>(
    new Worker(new URL('./numbers.worker.ts', import.meta.url), { type: 'module', name: 'numbers' }),
  );

Object.assign(window, { startNumbers: start });
