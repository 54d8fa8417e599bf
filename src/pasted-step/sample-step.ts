import type { ScoreRequest } from '../engine/index.ts';
import type { ChosenStep } from '../transcript/index.ts';
import type { AskedStep, FittedStep } from './asked-step.ts';
import type { Answers, Asking } from './asking.ts';
import type { ScoredCall } from './scored-call.ts';
import type { TurnToWrite } from './turn-to-write.ts';

const said = (role: 'system' | 'user' | 'assistant', content: string, turn: number) => ({
  ...{ role, content, turn },
  parts: [],
});

/** For tests: a step of a log with one earlier step. */
export const SAMPLE_STEP: ChosenStep = {
  before: [
    said('system', 'You look after the office and call one tool a turn. find(name) finds a colleague.', 0),
    said('user', 'Find Ann.', 1),
    said('assistant', 'open()', 2),
    said('user', 'Observation: opened', 3),
  ],
  call: "find(nom='Ann')",
  error: 'no argument nom',
  tool: 'find',
  attempt: 1,
  style: 'function',
};

export const SAMPLE_ASKED: AskedStep = {
  step: SAMPLE_STEP,
  cut: null,
  right: "find(name='Ann')",
  tools: ['open', 'find'],
  attempts: [],
};

export const SAMPLE_FITTED: FittedStep = {
  step: SAMPLE_STEP,
  right: "find(name='Ann')",
  tools: ['open', 'find'],
  attempts: [],
  neutral: 'Seen. entry=1',
  callTokens: 4,
};

/** A score over four equal tokens. */
export const scored = (nats: number, contextTokens = 10, hiddenTokens = 0): ScoredCall => ({
  nats,
  tokens: [0, 1, 2, 3].map((at) => ({ piece: `t${at}`, nats: nats / 4, gapNats: at === 0 ? 1 : 0 })),
  contextTokens,
  isGreedy: false,
  hiddenTokens,
});

/** Everything asked, answered; a text of null is no answer. */
export const answered = (
  { scores, turns }: Asking,
  natsOf: (request: ScoreRequest) => number,
  textOf: (turn: TurnToWrite) => string | null = () => null,
): Answers => ({
  scores: new Map(scores.map((request) => [request.id, scored(natsOf(request), request.context.length)])),
  turns: new Map(
    turns.flatMap((turn) => {
      const text = textOf(turn);
      return text === null ? [] : [[turn.id, { text, isCut: false }] as const];
    }),
  ),
});
