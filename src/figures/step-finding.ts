import { LEAST_MEAN_NATS, type StepView } from '../pasted-step/index.ts';
import { chance } from './chance.ts';
import { fixed, spoken } from './number-words.ts';

interface StepFindingInput {
  readonly checkpoint: string;
  readonly view: StepView;
}

/** What a checkpoint makes of one failed step, in sentences. */
export interface StepFinding {
  /** Chances before and after, and whether it would be written again: never a gain alone. */
  readonly headline: string;
  /** Of the right call; or that none was given. */
  readonly right: string;
  /** G, with nats explained. */
  readonly gain: string;
  /** Why the checkpoint says little of this step; null: it can stand in. */
  readonly cannotStandIn: string | null;
  /** All of it as it should be heard. */
  readonly spoken: string;
}

export function stepFinding({ checkpoint, view }: StepFindingInput): StepFinding {
  const headline = `${movedWords(checkpoint, view)} ${againWords(view)}`;
  const right = rightWords(view);
  const gain =
    `G ${nats(view.gainNats)} nats (1 nat = 2.7 times; the call is ${view.after.tokens.length} pieces). ` +
    'G compares how likely the call was before it failed and after: below zero, more likely after.';
  const cannotStandIn = standInWords(checkpoint, view);
  const heard = [cannotStandIn, headline, right, gain].filter((sentence) => sentence !== null);
  return {
    headline,
    right,
    gain,
    cannotStandIn,
    spoken: spoken(heard.join(' ').replaceAll(' → ', ', then ')),
  };
}

const nats = (value: number): string => fixed(value, 1);

/** What is shown as 0.0 has no direction. */
const isShown = (value: number): boolean => /[1-9]/.test(nats(value));

const chances = (before: number, after: number): string =>
  `${chance(before).text} before → ${chance(after).text} after`;

function movedWords(checkpoint: string, { gainNats, before, after }: StepView): string {
  const pair = chances(before.nats, after.nats);
  if (!isShown(gainNats))
    return `Shown the failed call and its error, ${checkpoint} gives that call the same chance as before: ${pair}.`;
  const compared = gainNats < 0 ? 'higher' : 'lower';
  return `Shown the failed call and its error, ${checkpoint} gives that same call a ${compared} chance: ${pair}.`;
}

function againWords({ before, after }: StepView): string {
  return `By greedy decoding it would ${after.isGreedy ? 'write it again' : 'not write it again'} word for word (before: ${before.isGreedy ? 'yes' : 'no'}).`;
}

function rightWords({ rightBefore, rightAfter }: StepView): string {
  if (rightBefore === null || rightAfter === null)
    return 'No right call was given, so nothing can be said of its chance.';
  const gainNats = rightBefore.nats - rightAfter.nats;
  const would = `greedy: before ${rightBefore.isGreedy ? 'yes' : 'no'}, after ${rightAfter.isGreedy ? 'yes' : 'no'}`;
  return `The right call: ${chances(rightBefore.nats, rightAfter.nats)} (G ${nats(gainNats)}; ${would}).`;
}

function standInWords(checkpoint: string, { standsIn, before }: StepView): string | null {
  if (standsIn) return null;
  const meanNats = before.nats / Math.max(1, before.tokens.length);
  return (
    `${checkpoint} cannot stand in for your model here. Before the failure it gave each piece of this call a chance of ${chance(meanNats).text} on average; ` +
    `from ${chance(LEAST_MEAN_NATS).text} on, the lab takes it that a checkpoint could have written the call itself. ` +
    'The numbers below are what it computes; nothing is recommended from them.'
  );
}

/** What must stand beside any recommendation, and as large. */
export function stepCaveat({
  checkpoint,
  keptTokens,
  allTokens,
}: {
  readonly checkpoint: string;
  readonly keptTokens: number;
  readonly allTokens: number;
}): string {
  return (
    `Measured on ${checkpoint}, one step, ${fixed(keptTokens, 0)} of ${fixed(allTokens, 0)} tokens. ` +
    'That call was written by your model, not by this one. A lower chance of the same call is not a higher chance of the right one. ' +
    'Try the rewrites on your model before changing the harness.'
  );
}
