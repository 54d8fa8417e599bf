/**
 * The engine without a page: what `npm run study`, `npm run bench` and the browser tests drive. Same client, same
 * worker, same wasm as the page; nothing is stored, so every run computes.
 */
import {
  EngineClient,
  LabFault,
  type CheckpointSource,
  type DecodeEvent,
  type DecodeRequest,
  type JobEvent,
  type JobSummary,
  type LoadOptions,
  type ScoreJob,
  type Stage,
} from './lab/index.ts';
import type { Decoded } from './lab/index.ts';
import {
  CONDITIONS,
  FIRST_CONDITIONS,
  knockoutUnits,
  parseItemSet,
  probeUnits,
  workOf,
} from './probe/index.ts';
import type { LabError, Provenance, ScoreRow } from './records/index.ts';
import type { Message } from './transcript/index.ts';

/** A promise's outcome as plain data, so that a driver outside the page gets all four parts of an error. */
type Outcome<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: LabError };

async function outcomeOf<T>(work: Promise<T>): Promise<Outcome<T>> {
  try {
    return { ok: true, value: await work };
  } catch (thrown) {
    if (thrown instanceof LabFault) return { ok: false, error: thrown.labError };
    throw thrown;
  }
}

export interface ProbeAsked {
  readonly itemsJsonl: string;
  readonly itemsName: string;
  readonly conditions: readonly string[] | null;
  readonly candidates: readonly string[] | null;
  readonly limit: number | null;
  /** Also the failed call after the error with each part of the transcript hidden. */
  readonly knockouts: boolean;
  readonly passTokens: number | null;
}

export interface ProbeTold {
  readonly onRow: (row: ScoreRow) => void;
  readonly onRefused: (id: string, error: LabError) => void;
  readonly onEvent: (event: JobEvent) => void;
}

let client: EngineClient | null = null;
let provenance: Provenance | null = null;

const study = {
  conditions: FIRST_CONDITIONS,

  /** Loads a checkpoint in a new engine; the one before is ended. */
  async load(
    source: CheckpointSource,
    options: LoadOptions,
    onStage: (stage: Stage) => void = () => undefined,
  ): Promise<Outcome<Provenance>> {
    client?.end();
    client = new EngineClient();
    const loaded = await outcomeOf(client.load(source, options, onStage));
    provenance = loaded.ok ? loaded.value : null;
    return loaded;
  },

  score(job: ScoreJob, onEvent: (event: JobEvent) => void): Promise<Outcome<JobSummary>> {
    return outcomeOf(engine().score(job, onEvent));
  },

  /** `sideBySide`: how many are written in the same passes at most; null: as the page does. */
  async decode(
    requests: readonly DecodeRequest[],
    sideBySide: number | null = null,
    onEvent: (event: DecodeEvent) => void = () => undefined,
  ): Promise<Outcome<readonly Decoded[]>> {
    const written: Decoded[] = [];
    const done = await outcomeOf(
      engine().decode(
        requests,
        (event) => {
          onEvent(event);
          if (event.kind === 'decoded') written.push(event.decoded);
        },
        sideBySide,
      ),
    );
    return done.ok ? { ok: true, value: written } : done;
  },

  countTokens(contexts: readonly (readonly Message[])[]): Promise<Outcome<readonly number[]>> {
    return outcomeOf(engine().countTokens(contexts));
  },

  /** Scores an item file; every row as soon as it is finished. */
  async probe(asked: ProbeAsked, told: ProbeTold): Promise<Outcome<JobSummary>> {
    const items = parseItemSet(asked.itemsJsonl, asked.itemsName);
    if (!items.ok) return items;
    const wanted: readonly string[] = asked.conditions ?? FIRST_CONDITIONS;
    const conditions = CONDITIONS.filter((name) => wanted.includes(name));
    const chosen = items.value.slice(0, asked.limit ?? undefined);
    const units = [
      ...probeUnits(chosen, conditions),
      ...(asked.knockouts ? chosen.flatMap((item) => knockoutUnits(item)) : []),
    ].filter(({ candidate }) => asked.candidates === null || asked.candidates.includes(candidate));
    const identity = loadedProvenance();
    const work = workOf(units, { model: identity.checkpointName, identity }, []);
    return outcomeOf(
      engine().score(
        { requests: work.requests, passTokens: asked.passTokens, keyValueBytes: 256 * 2 ** 20 },
        (event) => {
          told.onEvent(event);
          if (event.kind === 'refused') told.onRefused(event.id, event.error);
          if (event.kind !== 'scores') return;
          for (const scored of event.scores) {
            const row = work.rowOf(scored);
            if (row.ok) told.onRow(row.value);
            else told.onRefused(scored.id, row.error);
          }
        },
      ),
    );
  },

  pause: (): void => {
    engine().pause();
  },
  resume: (): void => {
    engine().resume();
  },
  cancel: (): void => {
    engine().cancel();
  },
  /** Ends the engine; its memory is given back. */
  end(): void {
    client?.end();
    client = null;
    provenance = null;
  },
};

function engine(): EngineClient {
  if (client === null) throw new Error('load a checkpoint first');
  return client;
}

function loadedProvenance(): Provenance {
  if (provenance === null) throw new Error('load a checkpoint first');
  return provenance;
}

export type Study = typeof study;
declare global {
  var backfireStudy: Study;
}
globalThis.backfireStudy = study;
