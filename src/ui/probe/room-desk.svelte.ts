import { droppedCheckpoint, type CheckpointChoice } from '../../lab/index.ts';
import { BUILT_IN_BASE, type LabError, type Result } from '../../records/index.ts';

/** What lies on the desk of every room that runs a checkpoint: the menu of these, and what is being read. */
export class RoomDesk {
  persistent = $state(true);
  /** Null while the server is being asked. */
  checkpoints = $state.raw<readonly CheckpointChoice[] | null>(null);
  /** What was asked for last and is not here yet: a run must not begin with what was there before. */
  reading = $state.raw<string | null>(null);
  /** Why the files that were given last were not opened. */
  filesError = $state.raw<LabError | null>(null);

  #newestReading = 0;

  /** The checkpoint that comes with the page for a first look; null where this host does not offer it. */
  get builtInBase(): CheckpointChoice | null {
    return this.checkpointOf(BUILT_IN_BASE);
  }

  /** What somebody begins with who chose none. */
  protected get firstCheckpoint(): CheckpointChoice | null {
    return this.builtInBase ?? this.checkpoints?.[0] ?? null;
  }

  protected checkpointOf(id: string | null): CheckpointChoice | null {
    return this.checkpoints?.find((choice) => choice.id === id) ?? null;
  }

  /** A checkpoint of the user's own files, from now on in the menu in place of the one before. */
  protected offerFiles(files: readonly File[]): CheckpointChoice {
    const choice = droppedCheckpoint(files);
    this.checkpoints = [...(this.checkpoints ?? []).filter(({ origin }) => origin !== 'dropped'), choice];
    return choice;
  }

  /** What was read, or null when it could not be or another was asked for meanwhile: the last word counts. */
  protected async newest<T>(title: string, reading: Promise<Result<T>> | Result<T>): Promise<T | null> {
    const mine = (this.#newestReading += 1);
    this.reading = title;
    const read = await reading;
    if (mine !== this.#newestReading) return null;
    this.reading = null;
    this.filesError = read.ok ? null : read.error;
    return read.ok ? read.value : null;
  }
}
