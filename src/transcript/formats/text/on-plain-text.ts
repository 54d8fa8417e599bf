import type { Draft, DraftRun } from '../draft.ts';
import type { TextFormat } from '../format.ts';
import type { SourceSpan } from '../normal-form.ts';
import { wholePaste, type SourceText } from '../source-text.ts';
import { plainLog } from './plain-log.ts';

/** The same format, which reads a log without its colours and prefixes and answers in the places of the log with them. */
export const onPlainText = (format: TextFormat): TextFormat => ({
  ...format,
  detect: (source) => {
    const plain = plainOf(source);
    const detected = format.detect(plain);
    if (detected === null) return null;
    const there = ({ start, end }: SourceSpan): SourceSpan => plain.spanOf(start, end);
    return {
      ...detected,
      runs: detected.runs.map(({ label, span, read }): DraftRun => ({
        label,
        span: there(span),
        read: () => placed(read(), there, plain),
      })),
    };
  },
});

/** Every format asks for the same text. */
const known = new WeakMap<SourceText, SourceText>();

function plainOf(source: SourceText): SourceText {
  const plain = known.get(source) ?? plainLog(wholePaste(source.text));
  known.set(source, plain);
  return plain;
}

const placed = (draft: Draft, there: (span: SourceSpan) => SourceSpan, { removed }: SourceText): Draft => ({
  turns: draft.turns.map((turn) => ({
    ...turn,
    ...(turn.calls === undefined
      ? {}
      : { calls: turn.calls.map((call) => ({ ...call, span: there(call.span) })) }),
    spans: turn.spans.map(there),
  })),
  skipped: [...draft.skipped.map(({ what, span }) => ({ what, span: there(span) })), ...removed],
  unread: draft.unread.map(({ why, span }) => ({ why, span: there(span) })),
  warnings: draft.warnings.map((warning) => ({
    ...warning,
    span: warning.span === null ? null : there(warning.span),
  })),
});
