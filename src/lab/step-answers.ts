import type {
  JobEvent,
  Progress,
  ScoredUnit,
  Stage,
  WritingEvent,
  WritingProgress,
} from '../../workers/engine-door.ts';
import type { Answers, Asking, ScoredCall } from '../pasted-step/index.ts';
import { scoreRow, type LabError, type Result } from '../records/index.ts';
import type { EngineClient } from './engine-client.ts';

/** Contexts of 8,000 tokens of a 135M model with all that is asked behind them: 46 KB a token. */
export const STEP_KEY_VALUE_BYTES = 512 * 2 ** 20;

/** What is told while a step is asked about. */
export interface StepAskingEvents {
  readonly onScores: (scores: Answers['scores']) => void;
  readonly onTurns: (turns: Answers['turns']) => void;
  readonly onRefused: (id: string, error: LabError) => void;
  readonly onScoring: (progress: Progress) => void;
  readonly onWriting: (progress: WritingProgress) => void;
  readonly onStage: (stage: Stage) => void;
  /** The engine has a job: from now on it can be paused. */
  readonly onStarted: () => void;
}

/**
 * Asks a checkpoint: first all scores, then all turns. Ends early, without an error, between two passes when the signal
 * says so; what was answered is told. Rejects with LabFault when the engine failed.
 */
export async function askAboutStep(
  client: EngineClient,
  asking: Asking,
  events: StepAskingEvents,
  signal: AbortSignal,
): Promise<void> {
  const stop = (): void => {
    client.cancel();
  };
  signal.addEventListener('abort', stop);
  try {
    if (asking.scores.length > 0 && !signal.aborted) {
      const scoring = client.score(
        { requests: asking.scores, passTokens: null, keyValueBytes: STEP_KEY_VALUE_BYTES },
        (event) => {
          hearScores(event, events);
        },
      );
      events.onStarted();
      await scoring;
    }
    if (asking.turns.length > 0 && !signal.aborted) {
      const writing = client.writeTurns(
        { requests: asking.turns, keyValueBytes: STEP_KEY_VALUE_BYTES },
        (event) => {
          hearTurns(event, events);
        },
      );
      events.onStarted();
      await writing;
    }
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

function hearScores(event: JobEvent, events: StepAskingEvents): void {
  switch (event.kind) {
    case 'progress':
      events.onScoring(event.progress);
      break;
    case 'stage':
      events.onStage(event.stage);
      break;
    case 'refused':
      events.onRefused(event.id, event.error);
      break;
    case 'scores': {
      const found = new Map<string, ScoredCall>();
      for (const unit of event.scores) {
        const call = scoredCall(unit);
        if (call.ok) found.set(unit.id, call.value);
        else events.onRefused(unit.id, call.error);
      }
      events.onScores(found);
    }
  }
}

function hearTurns(event: WritingEvent, events: StepAskingEvents): void {
  switch (event.kind) {
    case 'progress':
      events.onWriting(event.progress);
      break;
    case 'stage':
      events.onStage(event.stage);
      break;
    case 'refused':
      events.onRefused(event.id, event.error);
      break;
    case 'written':
      events.onTurns(new Map([[event.id, { text: event.text, isCut: event.isCut }]]));
  }
}

/** Numbers that cannot be scores are refused as in any other room. */
function scoredCall(unit: ScoredUnit): Result<ScoredCall> {
  const row = scoreRow(
    { model: '', itemId: 'step', condition: '', candidate: '', hidden: null, unitKey: unit.id },
    unit,
  );
  if (!row.ok) return row;
  const { logprob, token_pieces, token_logprobs, token_gaps, ctx_tokens, is_greedy, hidden_tokens } =
    row.value;
  return {
    ok: true,
    value: {
      nats: logprob,
      tokens: token_pieces.map((piece, at) => ({
        piece,
        nats: token_logprobs[at] ?? NaN,
        gapNats: token_gaps[at] ?? NaN,
      })),
      contextTokens: ctx_tokens,
      isGreedy: is_greedy,
      hiddenTokens: hidden_tokens,
    },
  };
}
