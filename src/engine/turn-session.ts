import { fail, ok, type LabError, type Result } from '../records/index.ts';
import { computeOptionsFault, type ComputeOptions } from './compute-options.ts';
import { Pace } from './pace.ts';
import { resultFault } from './pass-result.ts';
import type { LanguageModel } from './port.ts';
import { repeatedIdFault } from './request-faults.ts';
import { attempt, optionFault } from './session-faults.ts';
import { TurnGroup } from './turn-group.ts';
import type { BytesOf } from './turn-mask.ts';
import { turnFault, type DecodedTurn, type EncodedTurnRequest } from './turn-request.ts';

/** keyValueBytes bounds the turns that are being written; what lies on the shelf comes on top. */
export interface TurnOptions extends ComputeOptions {
  /** How many different contexts are continued in the same passes, at most; equal ones count once. */
  readonly sideBySide: number;
  /** Bytes of keys and values kept of what is not being written, for turns that begin alike. */
  readonly shelfBytes: number;
  /** The bytes that each token writes, control tokens as the episode will read them. Asked only under a ban. */
  readonly bytesOf: BytesOf;
}

export type TurnEvent =
  /** A pass begins: so long may the caller hear nothing. */
  | {
      readonly kind: 'pass';
      readonly expectedMs: number;
      readonly newTokens: number;
      readonly pastTokens: number;
    }
  /** A turn has ended. Turns added before this returns can join the next pass, with all that was just computed. */
  | { readonly kind: 'decoded'; readonly decoded: DecodedTurn };

/** Of one run. */
export interface TurnSummary {
  readonly outcome: 'finished' | 'cancelled';
  readonly computedTokens: number;
  readonly passes: number;
  readonly elapsedMs: number;
}

/**
 * Writes the turns of many rollouts with one model. What was computed for a context stays as long as there is room,
 * so that the next step of the same rollout, or another that begins alike, computes only what is new; which is told
 * by token ids alone. What is written for a context depends neither on its neighbours nor on what was held.
 */
export class TurnSession {
  readonly #model: LanguageModel;
  readonly #options: TurnOptions;
  readonly #group: TurnGroup;
  readonly #capacityTokens: number;
  /** Passes that compute contexts, and passes of newest tokens only, take their time differently. */
  readonly #contextPace = new Pace();
  readonly #stepPace = new Pace();
  /** In earlier runs: a turn may be begun in one and ended in the next. */
  #spentMs = 0;

  private constructor(model: LanguageModel, options: TurnOptions) {
    const { sideBySide, shelfBytes, bytesOf, keyValueBytes } = options;
    this.#model = model;
    this.#options = options;
    this.#capacityTokens = Math.floor(keyValueBytes / (model.shape.keyValueFloats * 4));
    this.#group = new TurnGroup(model.shape, {
      sideBySide,
      shelfBytes,
      bytesOf,
      capacityTokens: this.#capacityTokens,
    });
  }

  /** Fails when an option is out of range. */
  static open(model: LanguageModel, options: TurnOptions): Result<TurnSession> {
    const { sideBySide, shelfBytes } = options;
    const fault = computeOptionsFault(options);
    if (fault !== null) return fail(fault);
    if (!(Number.isInteger(sideBySide) && sideBySide >= 1)) {
      return fail(optionFault('sideBySide', sideBySide, 'a whole number of at least 1'));
    }
    if (!(Number.isFinite(shelfBytes) && shelfBytes >= 0)) {
      return fail(optionFault('shelfBytes', shelfBytes, 'a number of bytes, 0 or more'));
    }
    return ok(new TurnSession(model, options));
  }

  /** Puts a turn in line; what is wrong with it if it cannot be written. May be called while `run` is under way. */
  add(request: EncodedTurnRequest): LabError | null {
    const fault = this.#group.has(request.id)
      ? repeatedIdFault(request.id)
      : turnFault(request, this.#model.shape, this.#capacityTokens);
    if (fault === null) this.#group.add(request);
    return fault;
  }

  /**
   * Writes until no turn is left. Cancelled at the gate, what was begun stays and the next run goes on with it. Fails
   * only when the model did; the session is not to be used again then.
   */
  async run(onEvent: (event: TurnEvent) => void): Promise<Result<TurnSummary>> {
    const { clock, gate } = this.#options;
    const startedMs = clock();
    let waitedMs = 0;
    let computedTokens = 0;
    let passes = 0;
    const elapsed = (): number => clock() - startedMs - waitedMs;
    const spentBeforeMs = this.#spentMs;
    const summary = (outcome: TurnSummary['outcome']): Result<TurnSummary> => {
      this.#spentMs = spentBeforeMs + elapsed();
      return ok({ outcome, computedTokens, passes, elapsedMs: elapsed() });
    };

    while (!this.#group.isDone) {
      const arrivedMs = clock();
      const signal = await gate();
      waitedMs += clock() - arrivedMs;
      if (signal === 'cancel') return summary('cancelled');

      const passBeganMs = clock();
      const planned = await attempt(() => {
        this.#group.admit(spentBeforeMs + elapsed());
        return this.#nextPass();
      });
      if (!planned.ok) return planned;
      const { pass, pace } = planned.value;
      const newTokens = pass.tokens.length;
      onEvent({
        kind: 'pass',
        expectedMs: pace.expectedMs(newTokens),
        newTokens,
        pastTokens: pass.pastTokens,
      });
      const answered = await attempt(async () => {
        const result = await this.#model.run(pass);
        return resultFault(pass, result, this.#model.shape) ?? this.#group.take(pass, result);
      });
      if (!answered.ok) return answered;
      if (!Array.isArray(answered.value)) return fail(answered.value);
      pace.observe(newTokens, clock() - passBeganMs);
      computedTokens += newTokens;
      passes += 1;
      for (const { ended, joinedMs } of answered.value) {
        onEvent({ kind: 'decoded', decoded: { ...ended, elapsedMs: spentBeforeMs + elapsed() - joinedMs } });
      }
    }
    return summary('finished');
  }

  #nextPass() {
    const { passTokens, targetPassMs, keyValueBytes, scoreTensorBytes } = this.#options;
    const { heads, keyValueFloats } = this.#model.shape;
    const isContext = this.#group.isAnyJoining;
    const pace = isContext ? this.#contextPace : this.#stepPace;
    const writing = this.#group.writingRows;
    // Every turn gets its next token, however short a pass should be; contexts fill the rest of the time.
    const newTokens =
      passTokens ?? (isContext ? Math.max(pace.tokensFor(targetPassMs), writing + 1) : writing);
    const bounds = {
      newTokens,
      keyValueBytes,
      scoreTensorBytes,
      heads,
      keyValueFloats,
      capacityTokens: Infinity,
    };
    return { pass: this.#group.nextPass(bounds), pace };
  }
}
