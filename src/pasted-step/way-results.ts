import { nextCallOf, type NextCall, type Sorting, type WayName } from '../transcript/index.ts';
import { scoreOf, turnOf, type Answers, type Asking } from './asking.ts';
import type { StepContexts } from './step-contexts.ts';
import type { TurnToWrite } from './turn-to-write.ts';

/** A turn that the checkpoint wrote, and what an agent's program could do with it. */
export interface WrittenTurn {
  readonly text: string;
  readonly next: NextCall;
  /** The likeliest token at every place; else sampled. */
  readonly greedy: boolean;
  /** The limit of tokens ended it: there may have been more. */
  readonly isCut: boolean;
}

/** What was found of the failure shown in one way, in one wording. */
export interface WayResult {
  readonly way: WayName;
  /** Index into OWN_TEXTS. */
  readonly wording: number;
  /** log p of the same call. */
  readonly sameNats: number;
  /** Null: no right call was given. */
  readonly rightNats: number | null;
  readonly contextTokens: number;
  /** The greedy one first, then the samples in order; those that are there so far. */
  readonly written: readonly WrittenTurn[];
}

/** Turns sampled of each way in each wording, at temperature 1 from all tokens: the checkpoint's own probabilities. */
export const SAMPLES = 8;

/** Scores of the same call and the right one in every way, the likeliest turn and SAMPLES drawn ones. */
export function waysAsked(contexts: StepContexts): Asking {
  return {
    scores: wayScoresAsked(contexts).scores,
    turns: contexts.ways.flatMap((shown) => turnsOf(contexts, shown)),
  };
}

/** The scores alone. */
export const wayScoresAsked = ({ ways, call, fitted: { right } }: StepContexts): Asking => ({
  scores: ways.flatMap(({ transcript: { messages } }) =>
    [call, ...(right === null ? [] : [right])].map((one) => scoreOf(messages, one)),
  ),
  turns: [],
});

/** Ways whose call was scored, with the turns that are there, in the order in which they are shown. */
export function wayResults(contexts: StepContexts, { scores, turns }: Answers): readonly WayResult[] {
  const { step, right, tools } = contexts.fitted;
  const sorting: Sorting = { style: step.style, failed: step.call, right, tools: new Set(tools) };
  return contexts.ways.flatMap((shown): WayResult[] => {
    const { messages } = shown.transcript;
    const same = scores.get(scoreOf(messages, step.call).id);
    if (same === undefined) return [];
    const written = turnsOf(contexts, shown).flatMap(({ id, sampling }): WrittenTurn[] => {
      const turn = turns.get(id);
      return turn === undefined
        ? []
        : [{ ...turn, next: nextCallOf(turn.text, sorting), greedy: sampling === null }];
    });
    return [
      {
        way: shown.way,
        wording: shown.wording,
        sameNats: same.nats,
        rightNats: right === null ? null : (scores.get(scoreOf(messages, right).id)?.nats ?? null),
        contextTokens: same.contextTokens,
        written,
      },
    ];
  });
}

/** Each draw has a seed of its own, made of way, wording and number: the same every time, here and elsewhere. */
function turnsOf(
  { writing }: StepContexts,
  { way, wording, transcript: { messages } }: StepContexts['ways'][number],
): readonly TurnToWrite[] {
  const samplings: readonly TurnToWrite['sampling'][] = [
    null,
    ...Array.from({ length: SAMPLES }, (_, sample) => ({
      temperature: 1,
      topP: 1,
      seed: `${way} ${wording} ${sample}`,
    })),
  ];
  return samplings.map((sampling) => turnOf(messages, { ...writing, sampling }));
}
