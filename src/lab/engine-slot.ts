import type { Holding, Stage } from '../../workers/engine-door.ts';
import type { Provenance } from '../records/index.ts';
import type { CheckpointChoice } from './checkpoint-menu.ts';
import { EngineClient } from './engine-client.ts';

export interface WantedEngine {
  readonly choice: CheckpointChoice;
  readonly threads: number;
  readonly holding: Holding;
}

export interface ReadyEngine {
  readonly client: EngineClient;
  readonly provenance: Provenance;
}

/** Holds the one engine of the page: a new one is started only after the old one was ended. */
export class EngineSlot {
  #client: EngineClient | null = null;
  #loaded: (WantedEngine & { readonly provenance: Provenance }) | null = null;

  get client(): EngineClient | null {
    return this.#client;
  }

  /** The engine with this checkpoint, loaded now if it is not. Rejects with LabFault. */
  async ready(wanted: WantedEngine, onStage: (stage: Stage) => void): Promise<ReadyEngine> {
    const loaded = this.#loaded;
    if (
      this.#client !== null &&
      !this.#client.ended &&
      loaded !== null &&
      loaded.choice === wanted.choice &&
      loaded.threads === wanted.threads &&
      loaded.holding === wanted.holding
    )
      return { client: this.#client, provenance: loaded.provenance };
    this.unload();
    onStage({ name: 'reading-config', expectedMs: 1_000 });
    const client = new EngineClient();
    this.#client = client;
    const { threads, holding, choice } = wanted;
    const provenance = await client.load(choice.source, { threads, holding, windowTokens: null }, onStage);
    this.#loaded = { ...wanted, provenance };
    return { client, provenance };
  }

  /** Ends the engine; only this gives its memory back. */
  unload(): void {
    const client = this.#client;
    this.#client = null;
    this.#loaded = null;
    client?.end();
  }
}
