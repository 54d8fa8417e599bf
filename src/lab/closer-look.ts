import type { Decoded } from '../../workers/engine-door.ts';
import {
  knockoutUnits,
  underCondition,
  type ConditionName,
  type ProbeItem,
  type Scorer,
  type Showing,
} from '../probe/index.ts';
import type { LabError, ScoreRow } from '../records/index.ts';
import type { EngineClient } from './engine-client.ts';
import type { RowStore } from './row-store.ts';
import { DEFAULT_SCORING, scoreRows } from './score-rows.ts';

const LONGEST_TURN_TOKENS = 48;

/** Key of `ProbeRun.written`. */
export const writtenKey = (itemId: string, condition: ConditionName): string => `${itemId}/${condition}`;

interface LookEvents {
  /** How many of all parts of the look are done. */
  readonly onStep: (done: number, all: number) => void;
  readonly onRows: (rows: readonly ScoreRow[]) => void;
  readonly onWritten: (decoded: Decoded) => void;
  readonly onRefused: (id: string, error: LabError) => void;
}

/**
 * Measures one item more closely: what the model would write before and after the error, then what hiding each part
 * does. Ends early, without an error, when the signal says so. Rejects with LabFault when the engine failed.
 */
export async function lookCloserAt(
  item: ProbeItem,
  asked: { readonly conditions: readonly ConditionName[]; readonly showing: Showing },
  engine: { readonly client: EngineClient; readonly store: RowStore; readonly scorer: Scorer },
  events: LookEvents,
  signal: AbortSignal,
): Promise<void> {
  const { client, store, scorer } = engine;
  const units = knockoutUnits(item, asked.showing);
  const contexts = (['pre', 'fail'] as const)
    .filter((name) => asked.conditions.includes(name))
    .flatMap((condition) => {
      const transcript = underCondition(item, condition, asked.showing);
      return transcript === null ? [] : [{ condition, messages: transcript.messages }];
    });
  const all = units.length + contexts.length;
  let done = 0;
  const step = (count: number): void => {
    done += count;
    events.onStep(done, all);
  };
  step(0);
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
      if (event.kind === 'refused') events.onRefused(event.id, event.error);
      else events.onWritten(event.decoded);
      step(1);
    },
  );
  await scoreRows(
    client,
    store,
    scorer,
    units,
    DEFAULT_SCORING,
    {
      onRows: (rows) => {
        events.onRows(rows);
        step(rows.length);
      },
      // A part that cannot be hidden simply has no bar; the reason is listed with the run.
      onRefused: (id, error) => {
        events.onRefused(id, error);
        step(1);
      },
      onProgress: () => undefined,
      onStage: () => undefined,
      onStarted: () => undefined,
    },
    signal,
  );
}
