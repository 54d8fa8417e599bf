import { fail, ok, type LabError, type Result } from '../records/index.ts';
import { computeOptionsFault, type ComputeOptions } from './compute-options.ts';
import { DecodeGroup } from './decode-group.ts';
import { decodeFault, rowsNeeded, type DecodedTokens, type EncodedDecodeRequest } from './decode-request.ts';
import { Pace } from './pace.ts';
import { resultFault } from './pass-result.ts';
import type { LanguageModel, ModelShape } from './port.ts';
import { repeatedIdFault } from './request-faults.ts';
import { attempt, optionFault } from './session-faults.ts';
import { greedyToken, type ChooseToken } from './token-choice.ts';

export interface DecodeOptions extends ComputeOptions {
  /** How many contexts are continued in the same passes, at most. */
  readonly sideBySide: number;
}

export type DecodeEvent =
  | { readonly kind: 'refused'; readonly id: string; readonly error: LabError }
  /** A pass begins: so long may the caller hear nothing. */
  | {
      readonly kind: 'pass';
      readonly expectedMs: number;
      readonly newTokens: number;
      readonly pastTokens: number;
    }
  /** A continuation has ended. */
  | { readonly kind: 'decoded'; readonly decoded: DecodedTokens };

export interface DecodeSummary {
  readonly outcome: 'finished' | 'cancelled';
  readonly computedTokens: number;
  readonly passes: number;
  readonly elapsedMs: number;
}

/** Continues each context with the likeliest token at every place. See decode. */
export function decodeGreedy(
  model: LanguageModel,
  requests: readonly EncodedDecodeRequest[],
  options: DecodeOptions,
  onEvent: (event: DecodeEvent) => void,
): Promise<Result<DecodeSummary>> {
  return decode(model, requests, greedyToken, options, onEvent);
}

/**
 * Continues contexts side by side: their common beginnings are computed once, then every pass holds the newest token
 * of each, and the bias keeps the continuations apart. What is written for a context does not depend on its
 * neighbours. Requests are taken in their order, as many at a time as `sideBySide` and the memory allow.
 *
 * Fails only when the session did or an option is out of range; bad requests are refused by events.
 */
async function decode(
  model: LanguageModel,
  requests: readonly EncodedDecodeRequest[],
  chooseToken: ChooseToken,
  options: DecodeOptions,
  onEvent: (event: DecodeEvent) => void,
): Promise<Result<DecodeSummary>> {
  const fault =
    computeOptionsFault(options) ??
    (Number.isInteger(options.sideBySide) && options.sideBySide >= 1
      ? null
      : optionFault('sideBySide', options.sideBySide, 'a whole number of at least 1'));
  if (fault !== null) return fail(fault);

  const startedMs = options.clock();
  const prefillPace = new Pace();
  const stepPace = new Pace();
  let waitedMs = 0;
  let computedTokens = 0;
  let passes = 0;
  const elapsed = (): number => options.clock() - startedMs - waitedMs;
  const summary = (outcome: DecodeSummary['outcome']): Result<DecodeSummary> =>
    ok({ outcome, computedTokens, passes, elapsedMs: elapsed() });

  const capacityTokens = Math.floor(options.keyValueBytes / (model.shape.keyValueFloats * 4));
  const accepted = accept(requests, model.shape, capacityTokens, onEvent);
  for (const members of groups(accepted, model.shape, capacityTokens, options.sideBySide)) {
    const beganMs = elapsed();
    const group = new DecodeGroup(model.shape, members, chooseToken);
    while (!group.finished) {
      const arrivedMs = options.clock();
      const signal = await options.gate();
      waitedMs += options.clock() - arrivedMs;
      if (signal === 'cancel') return summary('cancelled');

      const pace = group.prefilling ? prefillPace : stepPace;
      const passBeganMs = options.clock();
      const planned = await attempt(() =>
        group.nextPass({
          newTokens:
            options.passTokens ??
            // A step is as wide as its group: the group is what the user asked to see together.
            (group.prefilling ? pace.tokensFor(options.targetPassMs) : options.sideBySide),
          keyValueBytes: options.keyValueBytes,
          scoreTensorBytes: options.scoreTensorBytes,
          heads: model.shape.heads,
          keyValueFloats: model.shape.keyValueFloats,
          capacityTokens: Infinity,
        }),
      );
      if (!planned.ok) return planned;
      const pass = planned.value;
      const newTokens = pass.tokens.length;
      onEvent({
        kind: 'pass',
        expectedMs: pace.expectedMs(newTokens),
        newTokens,
        pastTokens: pass.pastTokens,
      });
      const answered = await attempt(async () => {
        const result = await model.run(pass);
        return resultFault(pass, result, model.shape) ?? group.take(pass, result);
      });
      if (!answered.ok) return answered;
      if (!Array.isArray(answered.value)) return fail(answered.value);
      pace.observe(newTokens, options.clock() - passBeganMs);
      computedTokens += newTokens;
      passes += 1;
      for (const ended of answered.value) {
        onEvent({ kind: 'decoded', decoded: { ...ended, elapsedMs: elapsed() - beganMs } });
      }
    }
  }
  return summary('finished');
}

function accept(
  requests: readonly EncodedDecodeRequest[],
  shape: ModelShape,
  capacityTokens: number,
  onEvent: (event: DecodeEvent) => void,
): EncodedDecodeRequest[] {
  const ids = new Set<string>();
  return requests.filter((request) => {
    const error = ids.has(request.id)
      ? repeatedIdFault(request.id)
      : decodeFault(request, shape, capacityTokens);
    ids.add(request.id);
    if (error !== null) onEvent({ kind: 'refused', id: request.id, error });
    return error === null;
  });
}

/** Consecutive requests whose rows fit together; shared beginnings are counted for each, so there is room to spare. */
function groups(
  requests: readonly EncodedDecodeRequest[],
  shape: ModelShape,
  capacityTokens: number,
  sideBySide: number,
): EncodedDecodeRequest[][] {
  const found: EncodedDecodeRequest[][] = [];
  let rows = Infinity;
  for (const request of requests) {
    const needed = rowsNeeded(request.context.length, request.maximumTokens, shape);
    const group = found.at(-1);
    if (group === undefined || group.length === sideBySide || rows + needed > capacityTokens) {
      found.push([request]);
      rows = needed;
    } else {
      group.push(request);
      rows += needed;
    }
  }
  return found;
}
