/**
 * The engine without a page: what `npm run study`, `npm run bench` and the browser tests drive. Same client, same
 * worker, same wasm as the page; nothing is stored, so every run computes.
 */
import {
  EngineClient,
  LabFault,
  PaddingShelf,
  probeRecord,
  scopeRefusal,
  wordingOfSet,
  type CheckpointSource,
  type DecodeEvent,
  type DecodeRequest,
  type JobEvent,
  type JobSummary,
  type LoadOptions,
  type ScoreJob,
  type SetWording,
  type Stage,
} from './lab/index.ts';
import type { Decoded } from './lab/index.ts';
import {
  CONDITIONS,
  FIRST_CONDITIONS,
  knockoutUnits,
  parseItemSet,
  probeUnits,
  readItems,
  whyNotUnder,
  workOf,
  type CandidateScope,
  type ConditionName,
} from './probe/index.ts';
import {
  DEFAULT_RECIPE,
  recipeWording,
  sha256OfText,
  type LabError,
  type LineFinding,
  type Provenance,
  type RunRecord,
  type ScoreRow,
} from './records/index.ts';
import { checkWording, PAPER_WORDING, type Message, type Wording } from './transcript/index.ts';

import {
  runStudyRollouts,
  type RolloutsAsked,
  type RolloutsDone,
  type RolloutsTold,
} from './study-rollouts.ts';

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
  /** Which candidates stand under which condition; as published unless said. */
  readonly scope?: CandidateScope;
  /** The texts a set was made for, or texts of one's own; the paper's unless said. */
  readonly wording?: SetWording | Wording;
  readonly limit: number | null;
  /** Also the failed call after the error with each part of the transcript hidden. */
  readonly knockouts: boolean;
  readonly passTokens: number | null;
}

/** An item that cannot be asked under a condition: no fault, but nothing that may go unsaid. */
export interface LeftOut {
  readonly itemId: string;
  readonly condition: ConditionName;
  readonly why: string;
}

/** What a probe comes to: the job's end, and the run as a record. */
export interface ProbeDone extends JobSummary {
  readonly leftOut: readonly LeftOut[];
  readonly record: RunRecord;
}

export interface ProbeTold {
  readonly onRow: (row: ScoreRow) => void;
  readonly onRefused: (id: string, error: LabError) => void;
  readonly onEvent: (event: JobEvent) => void;
}

let client: EngineClient | null = null;
let provenance: Provenance | null = null;
const paddings = new PaddingShelf();

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

  /** What is wrong with an item file, line by line; nothing of it is scored while there is something. */
  faultsOf: (itemsJsonl: string): readonly LineFinding[] => readItems(itemsJsonl).findings,

  /** Scores an item file; every row as soon as it is finished. */
  async probe(asked: ProbeAsked, told: ProbeTold): Promise<Outcome<ProbeDone>> {
    const read = parseItemSet(asked.itemsJsonl, asked.itemsName);
    if (!read.ok) return read;
    const { wording: named = 'paper', scope = 'published' } = asked;
    const wording = checkWording(typeof named === 'string' ? wordingOfSet(named) : named);
    if (!wording.ok) return wording;
    const wanted: readonly string[] = asked.conditions ?? FIRST_CONDITIONS;
    const conditions = CONDITIONS.filter((name) => wanted.includes(name));
    const items = read.value.slice(0, asked.limit ?? undefined);
    const identity = loadedProvenance();
    const outside = scopeRefusal(
      { name: identity.checkpointName, scope: identity.scope },
      items.map(({ env }) => env),
    );
    if (outside !== null) return { ok: false, error: outside };
    const texts = { wording: wording.value, padded: new Map<string, string>() };
    const padding = await outcomeOf(paddings.paddingFor(engine(), items, conditions, texts, identity));
    if (!padding.ok) return padding;
    const refused = padding.value.refusals.map(({ requestId, error }) => ({ id: requestId, error }));
    for (const { id, error } of refused) told.onRefused(id, error);
    const showing = { ...texts, padded: padding.value.padded };
    const units = [
      ...probeUnits(items, conditions, showing, scope),
      ...(asked.knockouts ? items.flatMap((item) => knockoutUnits(item, showing)) : []),
    ].filter(({ candidate }) => asked.candidates === null || asked.candidates.includes(candidate));
    const work = workOf(units, { model: identity.checkpointName, identity }, []);
    const startedAt = new Date().toISOString();
    const rows: ScoreRow[] = [];
    const refuse = (id: string, error: LabError): void => {
      refused.push({ id, error });
      told.onRefused(id, error);
    };
    const done = await outcomeOf(
      engine().score(
        { requests: work.requests, passTokens: asked.passTokens, keyValueBytes: 256 * 2 ** 20 },
        (event) => {
          told.onEvent(event);
          if (event.kind === 'refused') refuse(event.id, event.error);
          if (event.kind !== 'scores') return;
          for (const scored of event.scores) {
            const row = work.rowOf(scored);
            if (!row.ok) {
              refuse(scored.id, row.error);
              continue;
            }
            rows.push(row.value);
            told.onRow(row.value);
          }
        },
      ),
    );
    if (!done.ok) return done;
    const itemSet = {
      name: asked.itemsName,
      sha256: sha256OfText(asked.itemsJsonl),
      items,
    };
    const record = probeRecord({
      recipe: {
        ...DEFAULT_RECIPE,
        checkpoint: identity.checkpointId,
        itemSet: { name: itemSet.name, sha256: itemSet.sha256 },
        conditions,
        candidates: scope === 'published' ? null : scope,
        wording: wording.value === PAPER_WORDING ? null : recipeWording({ ...wording.value }),
      },
      provenance: identity,
      itemSet,
      padded: showing.padded,
      // A limit or chosen candidates leave a part of the set's run.
      outcome: items.length < read.value.length || asked.candidates !== null ? 'partial' : done.value.outcome,
      rows,
      refusals: refused.map(({ id, error }) => ({ requestId: id, error })),
      startedAt,
      progress: done.value.progress,
    });
    const leftOut = items.flatMap((item) =>
      conditions.flatMap((condition) => {
        const isRefused = refused.some(({ id }) => id === `${item.item_id}/${condition}`);
        const why = isRefused ? null : whyNotUnder(item, condition, showing.padded);
        return why === null ? [] : [{ itemId: item.item_id, condition, why }];
      }),
    );
    return { ok: true, value: { ...done.value, leftOut, record } };
  },

  /** Runs rollouts; every trace as soon as it has ended. */
  rollouts(asked: RolloutsAsked, told: RolloutsTold): Promise<Outcome<RolloutsDone>> {
    return outcomeOf(runStudyRollouts(engine(), loadedProvenance(), asked, told));
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
