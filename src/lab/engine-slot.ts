import type { Holding, Stage } from '../../workers/engine-door.ts';
import type { LabError, Provenance } from '../records/index.ts';
import type { CheckpointChoice } from './checkpoint-menu.ts';
import { EngineClient } from './engine-client.ts';
import { LabFault } from './lab-fault.ts';

export interface WantedEngine {
  readonly choice: CheckpointChoice;
  readonly threads: number;
  readonly holding: Holding;
}

export interface ReadyEngine {
  readonly client: EngineClient;
  readonly provenance: Provenance;
}

/** The slot whose engine is alive: rooms have one each, the page has one engine. */
const page: { holder: EngineSlot | null } = { holder: null };

/** Holds the one engine of the page: a new one is started only after the old one was ended, whoever had it. */
export class EngineSlot {
  /** Whether the work that this slot's engine is for is on. */
  readonly #isBusy: () => boolean;
  #client: EngineClient | null = null;
  #loaded: (WantedEngine & { readonly provenance: Provenance }) | null = null;

  constructor(isBusy: () => boolean) {
    this.#isBusy = isBusy;
  }

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
    const { holder } = page;
    if (holder !== null && holder !== this) {
      if (holder.#client !== null && holder.#isBusy()) throw new LabFault(ENGINE_IN_USE);
      holder.unload();
    }
    page.holder = this;
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

/** Another room's run is never ended for one that begins. */
const ENGINE_IN_USE: LabError = {
  kind: 'engine-in-use',
  happened: 'Another room of this page is running a checkpoint, and the page runs one at a time.',
  stillWorks: 'The run of the other room goes on; everything shown here stays.',
  cure: 'Wait until it has finished, or cancel it there; then press Run again.',
  details: 'one engine worker, one session',
};
