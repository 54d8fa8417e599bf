import { fail, ok, type LabError, type Result } from '../records/index.ts';
import type { LogChoice, LogReading } from '../transcript/index.ts';
import { DeskWorker } from './desk-worker.ts';

/**
 * Reads pasted logs in a desk worker, so that none of them ever holds up the page: the text goes there once, whatever it
 * is then read as. A newer question takes the place of the one that is on, and its worker is ended.
 */
export class PastedLog {
  #desk: DeskWorker | null = null;
  /** What the worker has. */
  #held: string | null = null;
  #isOn = false;
  #newest = 0;

  /** Null: something else was asked for meanwhile. */
  async read(pasted: string, choice: LogChoice): Promise<Result<LogReading> | null> {
    const mine = (this.#newest += 1);
    if (this.#isOn) this.#end();
    const desk = (this.#desk ??= new DeskWorker());
    this.#isOn = true;
    const reading = await desk.ask(async (door) => {
      if (this.#held !== pasted) await door.takeLog(pasted);
      if (mine === this.#newest) this.#held = pasted;
      return door.readLog(choice);
    });
    if (mine !== this.#newest) return null;
    this.#isOn = false;
    if (reading !== null) return ok(reading);
    // It may have been this text that was too much for it: the next one gets a worker of its own.
    this.#end();
    return fail(notRead(pasted));
  }

  /** The worker is ended, and the text that it had with it. */
  forget(): void {
    this.#newest += 1;
    this.#end();
  }

  #end(): void {
    this.#desk?.close();
    this.#desk = null;
    this.#held = null;
    this.#isOn = false;
  }
}

const notRead = (pasted: string): LabError => ({
  kind: 'log-not-read',
  happened: 'The part of the page that reads logs stopped before it was through.',
  stillWorks: 'The text is kept in this window; the other rooms are not touched.',
  cure: 'Read it again. If that stops as well, paste the part around the failed call.',
  details: `a text of ${pasted.length} characters`,
});
