import type { PastedTranscript } from '../formats/normal-form.ts';
import { decisionAfter, decisionsOf, hasCall, type Decision } from './decisions.ts';
import { errorTextOf } from './error-text.ts';
import type { FailedCall } from './failed-call.ts';
import { placeKey, spelledAt, type SpelledPlace } from './spelled-place.ts';

/** What the agent did with a chance. */
export type NextMove = 'same-call' | 'same-tool' | 'other-tool' | 'no-call';

/** A failed call the agent had read the result of, and its next decision. */
export interface Chance {
  /** The failed call; of one call made twice in a turn, the first that failed. */
  readonly failed: FailedCall;
  readonly tool: string | null;
  readonly errorText: string;
  /** Null: the log ends before the agent could act, so this was no chance at all. */
  readonly move: NextMove | null;
  /** Only of the same call: its argument text is equal to the letter. */
  readonly sameText: boolean;
  /** Only of the same call: the failure it met again; null where it met none. */
  readonly failedAgain: FailedCall | null;
  /** Only of the same call: it has a result, so that no failure means it worked. */
  readonly hasResult: boolean;
  /** Not the next decision, but a later one makes the call again. */
  readonly cameBack: boolean;
  /** A person spoke between the result and the decision. */
  readonly isAfterUser: boolean;
}

/**
 * One chance per failed call and decision: the agent read that this call had failed, and its next decision is the
 * chance to make it again. The next decision is all it wrote before it read anything further. A decision without a call
 * is one, too: an agent that stops or asks has not repeated itself. If a turn makes one call twice and both fail, that is
 * one chance. Failures that came only with another failure are left out by the caller.
 */
export function chancesOf(transcript: PastedTranscript, failed: readonly FailedCall[]): readonly Chance[] {
  const decisions = decisionsOf(transcript);
  const failedAt = new Map(failed.map((one) => [placeKey(one.call), one]));
  const answered = new Set(
    transcript.turns.flatMap(({ answers }) => (answers === null ? [] : [placeKey(answers)])),
  );
  const lastTurnOf = lastTurns(decisions);
  const seen = new Set<string>();
  return failed.flatMap((one): Chance[] => {
    const own = spelledAt(transcript, one.call);
    const once = `${one.call.turn} ${own?.key ?? ''}`;
    if (own === null || seen.has(once)) return [];
    seen.add(once);
    const next = decisionAfter(decisions, one.result);
    const again = (next?.places ?? []).filter(({ key }) => key === own.key);
    const after = again.at(-1)?.turn ?? next?.places.at(-1)?.turn ?? one.result;
    return [
      {
        failed: one,
        tool: own.tool,
        errorText: errorTextOf(one.snippet),
        move: next === null ? null : moveOf(next, own),
        sameText: again.some(({ written }) => written === own.written),
        failedAgain:
          again.map((place) => failedAt.get(placeKey(place))).find((met) => met !== undefined) ?? null,
        hasResult: again.some((place) => answered.has(placeKey(place))),
        cameBack: next !== null && again.length === 0 && (lastTurnOf.get(own.key) ?? -1) > after,
        isAfterUser: next?.isAfterUser ?? false,
      },
    ];
  });
}

function moveOf(next: Decision, { key, tool }: SpelledPlace): NextMove {
  if (next.places.some((place) => place.key === key)) return 'same-call';
  if (!hasCall(next)) return 'no-call';
  return tool !== null && next.places.some((place) => place.tool === tool) ? 'same-tool' : 'other-tool';
}

function lastTurns(decisions: readonly Decision[]): ReadonlyMap<string, number> {
  const last = new Map<string, number>();
  for (const { places } of decisions) for (const { key, turn } of places) last.set(key, turn);
  return last;
}
