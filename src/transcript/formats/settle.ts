import { callKey } from './call-key.ts';
import type { Detected, Draft } from './draft.ts';
import type { PastedRun, PastedTranscript, SkippedPart, SourceSpan, UnreadPart } from './normal-form.ts';
import { pairResults } from './pairing.ts';
import type { SourceText } from './source-text.ts';
import { innermost, disjoint, gapsIn, minus } from './spans.ts';

/** What a draft lacks to be a transcript: the format it is of and the paste it came from. */
export interface DraftOrigin {
  readonly format: string;
  readonly detected: Pick<Detected, 'variant' | 'why'>;
  readonly source: SourceText;
  /** The paste as it was. */
  readonly pasted: string;
  readonly runs: readonly PastedRun[];
  readonly run: number;
}

/**
 * Makes a transcript of what a format read: offsets of the paste, results paired with calls, every call with its key,
 * and each character of the paste in one place. Where two claim the same text, what was taken out before reading wins,
 * then turns, then skipped, then unread parts. What nobody claims is layout if it has no letter and no digit, else unread.
 */
export function settle(draft: Draft, origin: DraftOrigin): PastedTranscript {
  const { source, pasted } = origin;
  const here = ({ start, end }: SourceSpan): SourceSpan => source.spanOf(start, end);
  const { answers, warnings } = pairResults(draft.turns);

  let taken = disjoint(source.removed.map(({ span }) => span));
  const claim = <T>(
    claims: readonly { readonly owner: T; readonly span: SourceSpan }[],
  ): { owner: T; span: SourceSpan }[] => {
    const won = minus(innermost(claims), taken);
    taken = disjoint([...taken, ...won.map(({ span }) => span)]);
    return won;
  };
  const turnSpans = draft.turns.map((): SourceSpan[] => []);
  const turnClaims = draft.turns.flatMap(({ spans }, owner) =>
    spans.map((span) => ({ owner, span: here(span) })),
  );
  for (const { owner, span } of claim(turnClaims)) turnSpans[owner]?.push(span);
  const skipped: SkippedPart[] = claim(
    draft.skipped.map(({ what, span }) => ({ owner: what, span: here(span) })),
  ).map(({ owner, span }) => ({ what: owner, span }));
  const unread: UnreadPart[] = claim(
    draft.unread.map(({ why, span }) => ({ owner: why, span: here(span) })),
  ).map(({ owner, span }) => ({ why: owner, span }));
  for (const span of gapsIn(taken, pasted.length)) {
    if (/[\p{L}\p{N}]/u.test(pasted.slice(span.start, span.end))) {
      unread.push({ why: 'Not part of any record of this format.', span });
    } else skipped.push({ what: 'layout', span });
  }
  const removed = innermost(source.removed.map(({ what, span }) => ({ owner: what, span })));
  skipped.push(...removed.map(({ owner, span }) => ({ what: owner, span })));

  return {
    format: origin.format,
    variant: origin.detected.variant,
    why: origin.detected.why,
    turns: draft.turns.map((turn, index) => ({
      index,
      role: turn.role,
      text: turn.text,
      reasoning: turn.reasoning ?? null,
      calls: (turn.calls ?? []).map((call, ordinal) => ({
        ...call,
        id: call.id ?? `#${index}.${ordinal}`,
        key: callKey(call),
        span: here(call.span),
      })),
      answers: answers[index] ?? null,
      flag: turn.flag ?? null,
      name: turn.name ?? null,
      ...(turn.label === undefined ? {} : { label: turn.label }),
      spans: turnSpans[index] ?? [],
    })),
    runs: origin.runs,
    run: origin.run,
    warnings: [...draft.warnings, ...warnings].map((warning) => ({
      ...warning,
      span: warning.span === null ? null : here(warning.span),
    })),
    skipped: skipped.sort((a, b) => a.span.start - b.span.start),
    unread: unread.sort((a, b) => a.span.start - b.span.start),
  };
}
