import type { CutSettings, WayName } from '../transcript/index.ts';
import { scoreOf, together, type Answers, type Asking } from './asking.ts';
import type { StepContexts } from './step-contexts.ts';
import { viewOf, type StepView } from './step-view.ts';
import { wayResults, wayScoresAsked, type WayResult } from './way-results.ts';
import { waySummaries } from './way-summary.ts';

/** The step at another size of the cut: does the cut matter? */
export interface CutCheck {
  readonly size: 'half' | 'double';
  readonly settings: CutSettings;
  /** Of the context after the failure. */
  readonly keptTokens: number;
  readonly gainNats: number;
  /** G has the same sign as at the size that was looked at. */
  readonly signHolds: boolean;
  /** Ways that can be advised, by log p of the same call, lowest first. No turn is written at other sizes. */
  readonly order: readonly WayName[];
  /** It is the order at the size that was looked at; null: the ways were not scored there yet. */
  readonly orderHolds: boolean | null;
  /** The same way comes first; null likewise. */
  readonly firstHolds: boolean | null;
}

/** A size of the cut that is looked at besides. */
export type CutSize = Pick<CutCheck, 'size' | 'settings' | 'keptTokens'>;

/** Before and after, and the same call in every way. */
export const cutAsked = (contexts: StepContexts): Asking =>
  together(
    {
      scores: [scoreOf(contexts.before, contexts.call), scoreOf(contexts.after.messages, contexts.call)],
      turns: [],
    },
    wayScoresAsked({ ...contexts, fitted: { ...contexts.fitted, right: null } }),
  );

/** `contexts` are those of the other size; view and ways of the size that is looked at. Null: not scored yet. */
export function cutCheckOf(
  cut: CutSize,
  contexts: StepContexts,
  answers: Answers,
  looked: { readonly view: StepView; readonly ways: readonly WayResult[] },
): CutCheck | null {
  const view = viewOf(contexts, answers);
  const ways = wayResults(contexts, answers);
  if (view === null || ways.length < contexts.ways.length) return null;
  const order = orderOf(ways);
  const usual = looked.ways.length < contexts.ways.length ? null : orderOf(looked.ways);
  return {
    ...cut,
    gainNats: view.gainNats,
    signHolds: Math.sign(view.gainNats) === Math.sign(looked.view.gainNats),
    order,
    orderHolds: usual === null ? null : order.join() === usual.join(),
    firstHolds: usual === null ? null : order[0] === usual[0],
  };
}

/** By log p of the same call, over the wordings, lowest first. */
const orderOf = (ways: readonly WayResult[]): readonly WayName[] =>
  waySummaries(ways.map((result) => ({ ...result, written: [] })))
    .filter(({ isAdvisable }) => isAdvisable)
    .map(({ way }) => way);
