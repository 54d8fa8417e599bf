import { untrack } from 'svelte';
import type { ProbeRun } from '../../lab/index.ts';
import type { RoomId } from '../router.svelte.ts';

/** What a room beside the Probe room tells of the engine. */
export interface RoomEngine {
  readonly run: Pick<ProbeRun, 'status' | 'provenance'>;
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
  #tellers = $state.raw<ReadonlyMap<RoomId, () => RoomEngine | null>>(new Map());

  /** Asked again whenever something of it changes. */
  tellBy(room: RoomId, teller: () => RoomEngine | null): void {
    // A room that tells is being made: it does not follow what others tell.
    this.#tellers = new Map([...untrack(() => this.#tellers), [room, teller]]);
  }

  /** What a room tells; null: it was not entered yet, or has nothing to tell. */
  of(room: RoomId): RoomEngine | null {
    return this.#tellers.get(room)?.() ?? null;
  }

  /** The room whose run is on, wherever the reader is. */
  get on(): RoomEngine | null {
    for (const teller of this.#tellers.values()) {
      const told = teller();
      if (told?.isOn === true) return told;
    }
    return null;
  }
}

export const engineInUse = new EngineInUse();
