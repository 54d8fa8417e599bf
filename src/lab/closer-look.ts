import type { Decoded, Progress } from '../../workers/engine-door.ts';
import {
  knockoutUnits,
  underCondition,
  wordUnits,
  type ConditionName,
  type ProbeItem,
  type ProbeUnit,
  type Scorer,
  type Showing,
  type WordsAsked,
} from '../probe/index.ts';
import type { LabError, ScoreRow } from '../records/index.ts';
import type { EngineClient } from './engine-client.ts';
import type { RowStore } from './row-store.ts';
import { DEFAULT_SCORING, scoreRows } from './score-rows.ts';

const LONGEST_TURN_TOKENS = 48;

/** Key of `ProbeRun.written`. */
export const writtenKey = (itemId: string, condition: ConditionName): string => `${itemId}/${condition}`;

/** What of an opened item is measured more closely: each part with what would be written, or each word of a part. */
export type LookAt = { readonly kind: 'parts' } | ({ readonly kind: 'words' } & WordsAsked);

/** What the run shows: its conditions, and the texts that do not stand in its items. */
export interface LookedThrough {
  readonly conditions: readonly ConditionName[];
  readonly showing: Showing;
}

export interface LookEngine {
  readonly client: EngineClient;
  readonly store: RowStore;
  readonly scorer: Scorer;
}

interface LookEvents {
  /** How many of all parts of the look are done. */
  readonly onStep: (done: number, all: number) => void;
  readonly onProgress: (progress: Progress) => void;
  readonly onRows: (rows: readonly ScoreRow[]) => void;
  readonly onWritten: (decoded: Decoded) => void;
  /** `unit`: what was to be scored; null: what was to be written. */
  readonly onRefused: (id: string, error: LabError, unit: ProbeUnit | null) => void;
}

/**
 * Measures one item more closely. Ends early, without an error, when the signal says so; what was computed stays.
 * Rejects with LabFault when the engine failed.
 */
export const takeLook = (
  item: ProbeItem,
  at: LookAt,
  through: LookedThrough,
  engine: LookEngine,
  events: LookEvents,
  signal: AbortSignal,
): Promise<void> =>
  at.kind === 'parts'
    ? lookAtParts(item, through, engine, events, signal)
    : score(wordUnits(item, at, through.showing), engine, events, signal);

/** What the model would write before and after the error, then what hiding each part does. */
async function lookAtParts(
  item: ProbeItem,
  { conditions, showing }: LookedThrough,
  engine: LookEngine,
  events: LookEvents,
  signal: AbortSignal,
): Promise<void> {
  const { client } = engine;
  const units = knockoutUnits(item, showing);
  const contexts = (['pre', 'fail'] as const)
    .filter((name) => conditions.includes(name))
    .flatMap((condition) => {
      const transcript = underCondition(item, condition, showing);
      return transcript === null ? [] : [{ condition, messages: transcript.messages }];
    });
  const all = units.length + contexts.length;
  let written = 0;
  events.onStep(0, all);
  signal.addEventListener('abort', () => {
    client.cancel();
  });
  await client.decode(
    contexts.map(({ condition, messages }) => ({
      id: writtenKey(item.item_id, condition),
      context: messages,
      maximumTokens: LONGEST_TURN_TOKENS,
    })),
    (event) => {
      if (event.kind === 'stage') return;
      if (event.kind === 'refused') events.onRefused(event.id, event.error, null);
      else events.onWritten(event.decoded);
      written += 1;
      events.onStep(written, all);
    },
  );
  const onStep = (done: number): void => {
    events.onStep(written + done, all);
  };
  await score(units, engine, { ...events, onStep }, signal);
}

async function score(
  units: readonly ProbeUnit[],
  { client, store, scorer }: LookEngine,
  events: LookEvents,
  signal: AbortSignal,
): Promise<void> {
  // A control belongs to its word: what is counted is what somebody asked for.
  const isAsked = (hidden: string | null | undefined): boolean => hidden?.startsWith('control:') !== true;
  const all = units.filter(({ hidden }) => isAsked(hidden)).length;
  let done = 0;
  const step = (names: readonly (string | null | undefined)[]): void => {
    done += names.filter(isAsked).length;
    events.onStep(done, all);
  };
  step([]);
  await scoreRows(
    client,
    store,
    scorer,
    units,
    DEFAULT_SCORING,
    {
      onRows: (rows) => {
        events.onRows(rows);
        step(rows.map(({ hidden }) => hidden));
      },
      // What cannot be hidden simply has no number; the reason is told.
      onRefused: (id, error) => {
        const unit = units.find(({ request }) => request.id === id) ?? null;
        events.onRefused(id, error, unit);
        step([unit?.hidden]);
      },
      onProgress: events.onProgress,
      onStage: () => undefined,
      onStarted: () => undefined,
    },
    signal,
  );
}
