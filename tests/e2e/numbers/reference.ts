/** One request of a fixture's reference.json, as PyTorch scored it. */
export interface ReferenceRequest {
  readonly id: string;
  readonly task: string;
  readonly context: readonly number[];
  readonly candidate: readonly number[];
  readonly endOfTurn: number | null;
  readonly hidden: readonly (readonly [start: number, end: number])[];
  readonly logprobsNats: readonly number[];
  readonly gaps: readonly number[];
  readonly endOfTurnLogprobNats: number | null;
  readonly endOfTurnGap: number | null;
}

export interface Reference {
  readonly requests: readonly ReferenceRequest[];
}

/** Largest distances to the reference over some requests. */
export interface Agreement {
  readonly tokens: number;
  readonly worstNats: number;
  readonly worstGapNats: number;
  /** Rows where one side's argmax is the target and the other's is not, ties (gap < 1e-4) apart. */
  readonly argmaxDifferences: number;
  readonly worstId: string;
}

/** What was scored for one request, end of turn last where it was asked. */
export interface Scored {
  readonly logprobsNats: readonly number[];
  readonly gapsNats: readonly number[];
}

const TIE_NATS = 1e-4;

/** Targets of a request in order: the candidate, then the end of turn where it is asked. */
export const targetsOf = ({ candidate, endOfTurn }: ReferenceRequest): readonly number[] =>
  endOfTurn === null ? candidate : [...candidate, endOfTurn];

export const agreement = (requests: readonly ReferenceRequest[], scored: readonly Scored[]): Agreement => {
  let tokens = 0;
  let worstNats = 0;
  let worstGapNats = 0;
  let argmaxDifferences = 0;
  let worstId = '';
  requests.forEach((request, i) => {
    const got = scored[i];
    const wanted = [...request.logprobsNats, ...present(request.endOfTurnLogprobNats)];
    const gaps = [...request.gaps, ...present(request.endOfTurnGap)];
    if (got?.logprobsNats.length !== wanted.length) throw new Error(`${request.id}: wrong number of scores`);
    wanted.forEach((logprob, k) => {
      // A score that is not a number is as far away as can be.
      const off = Math.abs(logprob - (got.logprobsNats[k] ?? NaN));
      const gap = gaps[k] ?? NaN;
      const gotGap = got.gapsNats[k] ?? NaN;
      const nats = Number.isNaN(off) ? Infinity : off;
      if (nats > worstNats) {
        worstNats = nats;
        worstId = request.id;
      }
      const gapOff = Math.abs(gap - gotGap);
      worstGapNats = Math.max(worstGapNats, Number.isNaN(gapOff) ? Infinity : gapOff);
      if ((gap === 0) !== (gotGap === 0) && Math.max(gap, gotGap) >= TIE_NATS) argmaxDifferences += 1;
      tokens += 1;
    });
  });
  return { tokens, worstNats, worstGapNats, argmaxDifferences, worstId };
};

const present = (value: number | null): readonly number[] => (value === null ? [] : [value]);
