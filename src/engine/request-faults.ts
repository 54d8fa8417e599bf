import type { LabError } from '../records/index.ts';
import type { ModelShape } from './port.ts';
import type { EncodedRequest } from './request.ts';

/** Why this request cannot be scored, or null. Nothing is trimmed or repaired. */
export function requestFault(request: EncodedRequest, shape: ModelShape): LabError | null {
  const { context, candidate, endOfTurn } = request;
  if (context.length === 0) return refusal(request.id, 'context-empty', 'Its context has no token.', '');
  if (candidate.length === 0) {
    return refusal(
      request.id,
      'candidate-empty',
      'Its candidate has no token, so there is nothing to score.',
      '',
    );
  }
  const asked = endOfTurn === null ? candidate : [...candidate, endOfTurn];
  return (
    tokensFault(request.id, context, 'context', shape) ??
    tokensFault(request.id, asked, 'candidate', shape) ??
    windowFault(request.id, context.length + asked.length, shape) ??
    hiddenFault(request)
  );
}

/** Two requests of one job may not carry the same id: their answers could not be told apart. */
export function repeatedIdFault(id: string): LabError {
  return refusal(id, 'request-id-repeated', 'Another request of this job has the same id.', '');
}

/** A token id that is no row of the vocabulary. */
export function tokensFault(
  id: string,
  tokens: readonly number[],
  where: string,
  { vocabularySize }: ModelShape,
): LabError | null {
  const index = tokens.findIndex((token) => !Number.isInteger(token) || token < 0 || token >= vocabularySize);
  if (index < 0) return null;
  return refusal(
    id,
    'token-outside-vocabulary',
    `Its ${where} holds a token id that this checkpoint does not have.`,
    `token ${String(tokens[index])} at index ${index}; ids run from 0 to ${vocabularySize - 1}`,
  );
}

/** A sequence longer than the positions the model was prepared for. */
export function windowFault(id: string, tokens: number, { windowTokens }: ModelShape): LabError | null {
  if (tokens <= windowTokens) return null;
  return refusal(
    id,
    'past-the-window',
    `It needs ${tokens} tokens, and the model was loaded for ${windowTokens}.`,
    `${tokens} > ${windowTokens}`,
    'Shorten the transcript, or load the checkpoint with a longer window.',
  );
}

function hiddenFault({ id, context, hidden }: EncodedRequest): LabError | null {
  let free = 0;
  for (const { start, end } of hidden) {
    const whole = Number.isInteger(start) && Number.isInteger(end);
    if (!whole || start < free || end <= start || end > context.length - 1) {
      return refusal(
        id,
        'hidden-span-invalid',
        'The parts to hide must be non-empty, sorted, disjoint, and end before the last token of the context.',
        `span ${start}–${end} of a context of ${context.length} tokens`,
      );
    }
    free = end;
  }
  return null;
}

/** A fault of one request; the others go on. */
export function refusal(
  id: string,
  kind: string,
  happened: string,
  details: string,
  cure?: string,
): LabError {
  return {
    kind,
    happened: `The request “${id}” was not computed. ${happened}`,
    stillWorks: 'The other requests of the job go on.',
    cure: cure ?? 'Correct the request and ask again.',
    details: details === '' ? id : `${id}: ${details}`,
  };
}
