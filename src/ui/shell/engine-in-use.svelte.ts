import type { ProbeRun } from '../../lab/index.ts';

/** What a room beside the Probe room tells of the engine. */
export interface RoomEngine {
  readonly run: ProbeRun;
  /** A run of the room is on, whether or not a checkpoint is being used at this very moment. */
  readonly isOn: boolean;
  /** The checkpoint whose turn it is; null: none. */
  readonly checkpoint: string | null;
  /** 0 to 1 of all its work. */
  readonly fraction: number;
  /** Built-in checkpoints that this room's runs need without a network, as far as they are offered. */
  readonly toKeep: readonly string[];
}

/** Rooms are fetched when they are entered; one that uses the engine tells of it here, for the head of the page. */
class EngineInUse {
  #of = $state.raw<(() => RoomEngine | null) | null>(null);

  /** Asked again whenever something of it changes. */
  tellBy(of: () => RoomEngine | null): void {
    this.#of = of;
  }

  get now(): RoomEngine | null {
    return this.#of?.() ?? null;
  }
}

export const engineInUse = new EngineInUse();
