import type { LabError } from '../records/index.ts';
import { decodeFault, type DecodedTokens, type EncodedDecodeRequest } from './decode-request.ts';
import type { ModelShape } from './port.ts';
import { samplingFault, type Sampling } from './sampling.ts';
import type { TurnBan } from './turn-ban.ts';

/** A turn to be written: a context to be continued, how its tokens are chosen, and what it may not end as. */
export interface EncodedTurnRequest extends EncodedDecodeRequest {
  /** Null or absent: the likeliest token at every place. */
  readonly sampling?: Sampling | null;
  /** Null or absent: nothing is banned. */
  readonly ban?: TurnBan | null;
  /** Waiting requests of a lower rank go first, equal ones as they came; 0 when absent. */
  readonly rank?: number;
}

/** What the model wrote, and what had to do with it. */
export interface DecodedTurn extends Omit<DecodedTokens, 'stopReason'> {
  /** `nothing-allowed`: every next token was masked. Then the text so far is no action: it may be a banned one. */
  readonly stopReason: DecodedTokens['stopReason'] | 'nothing-allowed';
  /** Choices at which the turn might not have ended as it stood, or a token that was looked at was masked. */
  readonly maskedChoices: number;
  /** Choices at which the token that would have been chosen without the ban was masked. */
  readonly interventions: number;
  /** Tokens of the context whose keys and values were there already when its turn came. */
  readonly heldTokens: number;
}

/** Why this turn cannot be written, or null. `capacityTokens`: rows of keys and values that fit. */
export function turnFault(
  request: EncodedTurnRequest,
  shape: ModelShape,
  capacityTokens: number,
): LabError | null {
  return (
    decodeFault(request, shape, capacityTokens) ??
    (request.sampling ? samplingFault(request.id, request.sampling) : null)
  );
}
