import type { TurnEnd } from '../records/index.ts';
import type { FailedStep, PastStep } from '../transcript/index.ts';
import {
  echoed,
  errorText,
  NEUTRAL_OBSERVATION,
  parseCall,
  runCall,
  type AgentTask,
  type ErrorKind,
  type World,
} from '../toolshed/index.ts';
import { actionOfTurn, couldBecomeCall, isTurnOver } from './action-of-turn.ts';

/** What the model wrote at one step, and what it cost. */
export interface ModelTurn {
  /** As decoded, before the action is taken out. */
  readonly text: string;
  readonly tokenIds: readonly number[];
  /** Length of the context it was written after. */
  readonly contextTokens: number;
  readonly endedBy: TurnEnd;
  /** Times a token was masked because it would have completed a banned call. */
  readonly maskApplications: number;
  /** Those of them in which the masked token would have been chosen: only these changed anything. */
  readonly interventions: number;
  /** Choices so close that another machine may choose otherwise. */
  readonly ties: number;
  readonly elapsedMs: number;
}

export interface EpisodeStep {
  readonly turn: ModelTurn;
  readonly action: string;
  /** What the office answered, in the task's wording; of a failure, the standard error. */
  readonly observation: string;
  readonly outcome:
    | { readonly ok: true; readonly finished: boolean }
    | { readonly ok: false; readonly errorKind: ErrorKind; readonly failed: Omit<FailedStep, 'attempt'> };
  /**
   * The turn ran out of room in the middle of what could have become a call. It is shown as the failure that it is, but
   * the limit is ours: it counts as no mistake of the model and is not banned.
   */
  readonly isCut: boolean;
  /** Not asked of the model: nothing it reads has changed since the last turn and it chooses the likeliest, so the turn must be the same. */
  readonly isByConstruction: boolean;
}

/** Carries out a turn. A failure leaves the world as it is: the same object. */
export function takeStep(
  world: World,
  turn: ModelTurn,
  edition: AgentTask['edition'],
  isByConstruction: boolean,
): { readonly step: EpisodeStep; readonly world: World } {
  const action = actionOfTurn(turn.text);
  const outcome = runCall(world, action);
  if (outcome.ok) {
    const { observation, finished } = outcome;
    return {
      world: outcome.world,
      step: { turn, action, observation, outcome: { ok: true, finished }, isCut: false, isByConstruction },
    };
  }
  const { error } = outcome;
  const parsed = parseCall(action);
  const standard = errorText(error, 'standard', edition);
  const ranOut = (turn.endedBy === 'token-limit' || turn.endedBy === 'window') && !isTurnOver(turn.text);
  return {
    world,
    step: {
      turn,
      action,
      observation: standard,
      outcome: {
        ok: false,
        errorKind: error.kind,
        failed: {
          call: action,
          error: standard,
          tool: parsed.ok ? parsed.call.name : null,
          errorKind: error.kind,
          neutral: NEUTRAL_OBSERVATION,
          terse: errorText(error, 'terse', edition),
          verbose: errorText(error, 'verbose', edition),
          quoting: echoed(standard, action),
        },
      },
      isCut: ranOut && error.kind === 'parse_error' && couldBecomeCall(action, error.fault),
      isByConstruction,
    },
  };
}

/** The steps as a transcript shows them, failures numbered from 1. */
export function pastOf(steps: readonly EpisodeStep[]): readonly PastStep[] {
  let attempt = 0;
  return steps.map(({ action, observation, outcome }) => {
    if (outcome.ok) return { outcome: 'worked', step: { call: action, observation } };
    attempt += 1;
    return { outcome: 'failed', step: { ...outcome.failed, attempt } };
  });
}
