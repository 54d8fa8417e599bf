import type { ModelShape } from './port.ts';
import { sampledToken } from './sampling.ts';
import { greedyToken, type ChooseToken } from './token-choice.ts';
import { endAfter } from './turn-end.ts';
import { TurnMask, type BytesOf } from './turn-mask.ts';
import type { DecodedTurn, EncodedTurnRequest } from './turn-request.ts';

/** What a turn became, without its time. */
export type EndedTurn = Omit<DecodedTurn, 'elapsedMs'>;

/** A turn that is being written. */
export class Strand {
  readonly request: EncodedTurnRequest;
  /** Node of the context's last token. */
  readonly start: number;
  readonly joinedMs: number;
  readonly #heldTokens: number;
  readonly #chooseToken: ChooseToken;
  readonly #bytesOf: BytesOf;
  readonly #windowTokens: number;
  readonly #tokenIds: number[] = [];
  #ties = 0;
  #maskedChoices = 0;
  #interventions = 0;
  /** Node of the newest token: what follows it is chosen next. */
  at: number;

  constructor(
    request: EncodedTurnRequest,
    place: { readonly start: number; readonly heldTokens: number; readonly joinedMs: number },
    bytesOf: BytesOf,
    { windowTokens }: ModelShape,
  ) {
    this.request = request;
    this.start = place.start;
    this.at = place.start;
    this.joinedMs = place.joinedMs;
    this.#heldTokens = place.heldTokens;
    this.#chooseToken = request.sampling ? sampledToken(request.sampling) : greedyToken;
    this.#bytesOf = bytesOf;
    this.#windowTokens = windowTokens;
  }

  /** Writes the next token; what the turn became if that ended it, else the token. */
  choose(logits: Float32Array): EndedTurn | number {
    const mask = this.request.ban
      ? new TurnMask(this.request, this.request.ban, this.#tokenIds, this.#bytesOf, this.#windowTokens)
      : null;
    const { token, tie, unmasked } = this.#chooseToken(logits, mask?.allows ?? null);
    if (tie) this.#ties += 1;
    if (mask?.isApplied === true) this.#maskedChoices += 1;
    if (mask?.allows(unmasked) === false) this.#interventions += 1;
    if (token === null) return this.#ended('nothing-allowed', null);
    if (this.request.stopIds.includes(token)) return this.#ended('stop-token', token);
    this.#tokenIds.push(token);
    const end = endAfter(this.request, this.#tokenIds, this.#windowTokens);
    return end === null ? token : this.#ended(end, null);
  }

  #ended(stopReason: DecodedTurn['stopReason'], stopToken: number | null): EndedTurn {
    return {
      id: this.request.id,
      tokenIds: [...this.#tokenIds],
      stopReason,
      stopToken,
      ties: this.#ties,
      maskedChoices: this.#maskedChoices,
      interventions: this.#interventions,
      heldTokens: this.#heldTokens,
    };
  }
}
