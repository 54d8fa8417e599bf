import type { EncodedRequest, ScoreRequest, TokenSpan } from '../src/engine/index.ts';
import { fail, ok, type Result } from '../src/records/index.ts';
import { CONTEXT_HEAD_TOKENS, type Message, type Part } from '../src/transcript/index.ts';

/** A transcript in tokens, as far as requests ask. */
interface ContextTokens {
  readonly ids: readonly number[];
  readonly spans: readonly TokenSpan[];
}

/** What requests need of a tokenizer; `C`: what it makes of a transcript. */
interface RequestTokenizer<C extends ContextTokens> {
  readonly endOfTurn: number;
  encodeContext(messages: readonly Message[], parts: readonly Part[]): Result<C>;
  encodeCandidate(text: string): Result<readonly number[]>;
  piece(id: number): string;
  jointDiffers(context: C, candidate: string): boolean;
}

/** A request in tokens, with what its row will say about them. */
export interface EncodedUnit {
  readonly request: EncodedRequest;
  readonly candidatePieces: readonly string[];
  readonly jointDiffers: boolean;
  readonly hiddenTokens: number;
}

interface Candidate {
  readonly ids: readonly number[];
  readonly pieces: readonly string[];
}

/**
 * Turns the score requests of one job into ids. A candidate is encoded once, and so is the list of messages that the
 * candidates of a context share; the tokenizer itself remembers texts that come again in other contexts.
 */
export class RequestEncoder<C extends ContextTokens> {
  readonly #tokenizer: RequestTokenizer<C>;
  readonly #contexts = new WeakMap<readonly Message[], Result<C>>();
  readonly #candidates = new Map<string, Result<Candidate>>();

  constructor(tokenizer: RequestTokenizer<C>) {
    this.#tokenizer = tokenizer;
  }

  /** Fails when the template refuses the transcript, a text cannot be spelt, or a part to hide has no tokens. */
  encode(request: ScoreRequest): Result<EncodedUnit> {
    const context = this.context(request.context);
    if (!context.ok) return context;
    const candidate = this.#candidate(request.candidate);
    if (!candidate.ok) return candidate;
    const hidden = this.#hiddenSpans(request, context.value.ids.length);
    if (!hidden.ok) return hidden;
    return ok({
      request: {
        id: request.id,
        task: request.task,
        template: request.template,
        context: context.value.ids,
        candidate: candidate.value.ids,
        endOfTurn: request.scoreEndOfTurn ? this.#tokenizer.endOfTurn : null,
        hidden: hidden.value,
      },
      candidatePieces: candidate.value.pieces,
      jointDiffers: this.#tokenizer.jointDiffers(context.value, request.candidate),
      hiddenTokens: hidden.value.reduce((sum, span) => sum + span.end - span.start, 0),
    });
  }

  /** Ids of a transcript with the generation prompt. */
  context(messages: readonly Message[]): Result<C> {
    const known = this.#contexts.get(messages);
    if (known !== undefined) return known;
    const encoded = this.#tokenizer.encodeContext(messages, []);
    this.#contexts.set(messages, encoded);
    return encoded;
  }

  #candidate(text: string): Result<Candidate> {
    const known = this.#candidates.get(text);
    if (known !== undefined) return known;
    const ids = this.#tokenizer.encodeCandidate(text);
    const candidate = ids.ok
      ? ok({ ids: ids.value, pieces: ids.value.map((id) => this.#tokenizer.piece(id)) })
      : ids;
    this.#candidates.set(text, candidate);
    return candidate;
  }

  #hiddenSpans(request: ScoreRequest, contextTokens: number): Result<readonly TokenSpan[]> {
    if (request.hidden.length === 0) return ok([]);
    const spans: TokenSpan[] = [];
    for (const part of request.hidden) {
      const located =
        part.sameTokensAs === undefined
          ? this.#spanOf(request.context, part)
          : this.#spanAsLong(request.context, part, part.sameTokensAs);
      if (!located.ok) return located;
      const { end } = located.value;
      const start =
        part.butHead === true ? Math.max(located.value.start, CONTEXT_HEAD_TOKENS) : located.value.start;
      if (end <= start) return partFault(request, part, 'it has no tokens');
      if (end > contextTokens - 1)
        return partFault(request, part, 'it reaches the last token of the context');
      if (part.outsideHead === true && start < CONTEXT_HEAD_TOKENS)
        return partFault(
          request,
          part,
          `it holds one of the first ${CONTEXT_HEAD_TOKENS} tokens of the context`,
        );
      spans.push({ start, end });
    }
    return ok(merged(spans));
  }

  #spanOf(messages: readonly Message[], range: Omit<Part, 'name'>): Result<TokenSpan> {
    const { message, start, end } = range;
    const encoded = this.#tokenizer.encodeContext(messages, [{ name: '', message, start, end }]);
    if (!encoded.ok) return encoded;
    const span = encoded.value.spans[0] ?? { start: 0, end: 0 };
    return ok({ start: span.start, end: span.end });
  }

  /** The last run of tokens wholly inside the stretch that is as long as the tokens of the other range. */
  #spanAsLong(
    messages: readonly Message[],
    stretch: Part,
    as: NonNullable<Part['sameTokensAs']>,
  ): Result<TokenSpan> {
    const other = this.#spanOf(messages, as);
    if (!other.ok) return other;
    const overlapping = this.#spanOf(messages, stretch);
    if (!overlapping.ok) return overlapping;
    // A token that reaches beyond the stretch overlaps the character after it as well, and does not count.
    const after = this.#spanOf(messages, {
      message: stretch.message,
      start: stretch.end,
      end: stretch.end + 1,
    });
    const length = other.value.end - other.value.start;
    const end =
      after.ok && after.value.end > after.value.start
        ? Math.min(overlapping.value.end, after.value.start)
        : overlapping.value.end;
    const start = end - length;
    const fits = length > 0 && start >= Math.max(overlapping.value.start, CONTEXT_HEAD_TOKENS);
    return ok(fits ? { start, end } : { start: 0, end: 0 });
  }
}

function partFault(request: ScoreRequest, part: Part, why: string): Result<never> {
  return fail({
    kind: 'part-not-hidable',
    happened: `The part “${part.name}” cannot be hidden: ${why}.`,
    stillWorks: 'The other parts are measured.',
    cure: 'Nothing needs to be done; this part has no figure here.',
    details: request.id,
  });
}

/** Sorted and disjoint, as the engine wants them: parts may touch or overlap. */
function merged(spans: readonly TokenSpan[]): TokenSpan[] {
  const sorted = spans.toSorted((one, other) => one.start - other.start);
  const result: { start: number; end: number }[] = [];
  for (const span of sorted) {
    const last = result.at(-1);
    if (last !== undefined && span.start <= last.end) last.end = Math.max(last.end, span.end);
    else result.push({ ...span });
  }
  return result;
}
