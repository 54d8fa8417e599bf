import { wrap, type Remote } from 'comlink';
import type { DeskDoor } from '../../workers/desk-door.ts';

interface Desk {
  readonly worker: Worker;
  readonly door: Remote<DeskDoor>;
  /** Rejects when the worker failed: Comlink's own promises would wait for ever. */
  readonly death: Promise<never>;
}

/** The largest reading there is takes seconds to settle, and ten times as long on a busy machine; then a silent worker has died. */
const PATIENCE_MS = 180_000;

/** A desk worker, started when first needed, and given up for good when it fails. */
export class DeskWorker {
  #desk: Desk | 'failed' | null = null;
  #end: (() => void) | null = null;

  get hasFailed(): boolean {
    return this.#desk === 'failed';
  }

  /** It is given up with all that it was told; what it was asked is not answered. */
  close(): void {
    this.#end?.();
    if (this.#desk !== null && this.#desk !== 'failed') this.#desk.worker.terminate();
    this.#desk = 'failed';
  }

  /** Null: the worker cannot work. */
  async ask<T>(question: (door: Remote<DeskDoor>) => Promise<T>): Promise<T | null> {
    const desk = (this.#desk ??= startDesk());
    if (desk === 'failed') return null;
    let silence: ReturnType<typeof setTimeout> | undefined;
    const silent = new Promise<never>((_, reject) => {
      silence = setTimeout(() => {
        reject(new Error('silent'));
      }, PATIENCE_MS);
    });
    const closed = new Promise<null>((resolve) => {
      this.#end = () => {
        resolve(null);
      };
    });
    try {
      return await Promise.race([question(desk.door), desk.death, silent, closed]);
    } catch {
      desk.worker.terminate();
      this.#desk = 'failed';
      return null;
    } finally {
      clearTimeout(silence);
    }
  }
}

function startDesk(): Desk | 'failed' {
  let worker: Worker;
  try {
    worker = new Worker(new URL('../../workers/desk.ts', import.meta.url), { type: 'module', name: 'desk' });
  } catch {
    return 'failed';
  }
  const death = new Promise<never>((_, reject) => {
    worker.onerror = (event) => {
      event.preventDefault();
      reject(new Error(event.message));
    };
  });
  death.catch(() => undefined);
  return { worker, door: wrap<DeskDoor>(worker), death };
}
