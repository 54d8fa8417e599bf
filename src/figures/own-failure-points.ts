import type { OwnFailure } from '../records/index.ts';

/** A scripted failed call of the probe, for comparison. */
export interface ScriptedFailure {
  readonly itemId: string;
  readonly logpBeforeNats: number;
  readonly gainNats: number;
}

/** A failed call of the model's own in its context, once, however many rollouts went through it. */
export interface OwnPoint {
  /** Of one of its rollouts. */
  readonly failure: OwnFailure;
  readonly harnesses: readonly string[];
  readonly rollouts: number;
  readonly beforeNats: number;
  readonly gainNats: number;
}

/** Scores of one call in one context differ by less from pass to pass. */
const SAME_NATS = 1e-3;

/**
 * Harnesses share their rollouts up to the first failure, and at temperature 0 beyond: the same call in the same context
 * is one measurement, not several.
 */
export function ownPoints(failures: readonly OwnFailure[]): readonly OwnPoint[] {
  const points: OwnPoint[] = [];
  const byCall = new Map<string, number[]>();
  for (const failure of failures) {
    const key = JSON.stringify([failure.taskId, failure.step, failure.call, failure.isFirst]);
    const places = byCall.get(key) ?? [];
    const place = places.find((at) => isSame(points[at]?.failure, failure));
    const known = place === undefined ? undefined : points[place];
    if (place !== undefined && known !== undefined) {
      points[place] = {
        ...known,
        rollouts: known.rollouts + 1,
        harnesses: [...new Set([...known.harnesses, failure.harness])],
      };
      continue;
    }
    byCall.set(key, [...places, points.length]);
    points.push({
      failure,
      harnesses: [failure.harness],
      rollouts: 1,
      beforeNats: failure.logpBeforeNats,
      gainNats: failure.logpBeforeNats - failure.logpAfterNats,
    });
  }
  return points;
}

const isSame = (one: OwnFailure | undefined, other: OwnFailure): boolean =>
  one !== undefined &&
  Math.abs(one.logpBeforeNats - other.logpBeforeNats) < SAME_NATS &&
  Math.abs(one.logpAfterNats - other.logpAfterNats) < SAME_NATS;
