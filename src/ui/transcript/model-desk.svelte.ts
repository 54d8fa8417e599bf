import { defaultThreads, servedCheckpoints, StepRun } from '../../lab/index.ts';
import { RoomDesk } from '../probe/room-desk.svelte.ts';

/** The checkpoints of the room and what is measured of the step. It outlives a visit to another room. */
class ModelDesk extends RoomDesk {
  run = $state.raw(newRun());

  #opening: Promise<void> | null = null;

  /** The room is entered: the first time the server is asked for checkpoints. */
  async enter(): Promise<void> {
    this.#opening ??= servedCheckpoints(document.baseURI).then((served) => {
      this.checkpoints = served;
    });
    await this.#opening;
  }

  takeFiles(files: readonly File[]): void {
    if (!this.run.busy) this.run.chooseCheckpoint(this.offerFiles(files));
  }

  /** The checkpoint that a link names; false where it is not offered. */
  choose(id: string): boolean {
    const choice = this.checkpointOf(id);
    if (choice !== null) this.run.chooseCheckpoint(choice);
    return choice !== null;
  }

  /** Nothing of a transcript that was put away is asked any longer. */
  putAway(): void {
    this.run.ask(null);
  }

  /** Nor remembered: with the run goes everything that was measured and written. */
  forget(): void {
    const { checkpoint, threads } = this.run;
    this.run.cancel();
    this.run.ask(null);
    this.run.unload();
    this.run = newRun(threads);
    this.run.chooseCheckpoint(checkpoint);
  }
}

function newRun(threads = defaultThreads(navigator.hardwareConcurrency, crossOriginIsolated)): StepRun {
  const run = new StepRun();
  run.threads = threads;
  return run;
}

export const modelDesk = new ModelDesk();
