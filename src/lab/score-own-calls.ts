import type { JobSummary, Progress, Stage } from '../../workers/engine-door.ts';
import type { ScoreRequest } from '../engine/index.ts';
import type { Scorer } from '../probe/index.ts';
import { scoreRow, unitKeyMaker, type LabError, type OwnFailure } from '../records/index.ts';
import type { Message } from '../transcript/index.ts';
import type { EngineClient } from './engine-client.ts';
import type { OwnCall } from './on-policy.ts';
import { PageBreath } from './page-breath.ts';
import { DEFAULT_SCORING } from './score-rows.ts';

/** What is told while failed calls are scored. */
export interface OwnScoringEvents {
  /** Calls of which both scores are there. */
  readonly onFailures: (failures: readonly OwnFailure[]) => void;
  readonly onRefused: (error: LabError) => void;
  readonly onProgress: (progress: Progress) => void;
  readonly onStage: (stage: Stage) => void;
  /** The engine has the job: from now on it can be paused. */
  readonly onStarted: () => void;
}

/** A call with the names of its two scores. */
interface Asked {
  readonly call: OwnCall;
  readonly beforeKey: string;
  readonly afterKey: string;
}

/**
 * Scores calls before and after their errors; what several ask alike, harnesses with the same beginning for one, is scored
 * once. Stops between two passes when the signal says so. Rejects with LabFault when the engine failed.
 */
export async function scoreOwnCalls(
  client: EngineClient,
  scorer: Scorer,
  calls: readonly OwnCall[],
  events: OwnScoringEvents,
  signal: AbortSignal,
): Promise<JobSummary['outcome']> {
  const requests = new Map<string, ScoreRequest>();
  const waiting = new Map<string, Asked[]>();
  const keyOf = unitKeyMaker(scorer.identity);
  const breath = new PageBreath();
  const request = ({ call, taskId, template }: OwnCall, context: readonly Message[]): string => {
    const content = { context, candidate: call, scoreEndOfTurn: false, hidden: [] };
    const id = keyOf(content);
    if (!requests.has(id)) requests.set(id, { ...content, id, task: taskId, template });
    return id;
  };
  for (const call of calls) {
    const asked = { call, beforeKey: request(call, call.before), afterKey: request(call, call.after) };
    for (const key of [asked.beforeKey, asked.afterKey])
      waiting.set(key, [...(waiting.get(key) ?? []), asked]);
    if (breath.due) await breath.take();
  }
  if (requests.size === 0) return 'finished';
  if (signal.aborted) return 'cancelled';
  const nats = new Map<string, number>();
  const stop = (): void => {
    client.cancel();
  };
  const scoring = client.score({ ...DEFAULT_SCORING, requests: [...requests.values()] }, (event) => {
    switch (event.kind) {
      case 'progress':
        events.onProgress(event.progress);
        break;
      case 'stage':
        events.onStage(event.stage);
        break;
      case 'refused':
        events.onRefused(event.error);
        break;
      case 'scores': {
        const done: OwnFailure[] = [];
        for (const scored of event.scores) {
          const row = scoreRow({ ...NAMELESS, model: scorer.model, unitKey: scored.id }, scored);
          if (!row.ok) {
            events.onRefused(row.error);
            continue;
          }
          nats.set(scored.id, row.value.logprob);
          for (const asked of waiting.get(scored.id) ?? []) {
            const failure = failureOf(asked, nats);
            if (failure !== null) done.push(failure);
          }
        }
        if (done.length > 0) events.onFailures(done);
      }
    }
  });
  // A job begins with everything open, so what was said before it would be lost on the engine.
  signal.addEventListener('abort', stop);
  events.onStarted();
  try {
    return (await scoring).outcome;
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

/** Scores of own calls are no rows of a probe. */
const NAMELESS = { itemId: 'own', condition: 'own', candidate: 'failed', hidden: null } as const;

function failureOf(
  { call, beforeKey, afterKey }: Asked,
  nats: ReadonlyMap<string, number>,
): OwnFailure | null {
  const logpBeforeNats = nats.get(beforeKey);
  const logpAfterNats = nats.get(afterKey);
  if (logpBeforeNats === undefined || logpAfterNats === undefined) return null;
  // eslint-disable-next-line @typescript-eslint/no-unused-vars -- the contexts are made again when they are wanted
  const { before, after, ...named } = call;
  return { ...named, logpBeforeNats, logpAfterNats };
}
