import { cleanPaste } from './clean-paste.ts';
import { findings, type Finding } from './detection.ts';
import type { PastedTranscript, ReadPaste } from './normal-form.ts';
import { faultBeforeReading, jsonFault, notATranscript, unreadFormat } from './paste-faults.ts';
import { settle } from './settle.ts';
import type { SourceText } from './source-text.ts';

/** What the user chose; without a choice the format is found and the first run with a failed call is taken. */
export interface PasteChoice {
  readonly format?: string;
  readonly run?: number;
  readonly hasFailedCall?: (transcript: PastedTranscript) => boolean;
}

/** Reads a pasted log. Never throws: what cannot be read is said with what to do about it. */
export function readPaste(pasted: string, choice: PasteChoice = {}): ReadPaste {
  const before = faultBeforeReading(pasted);
  if (before !== null) return { kind: 'not-read', fault: before };
  const source = cleanPaste(pasted);
  let offer: PastedTranscript | null = null;
  for (const finding of findings(source, choice.format)) {
    if (finding.kind === 'unread')
      return { kind: 'not-read', fault: unreadFormat(finding.format, finding.why) };
    if (finding.kind === 'broken') {
      return { kind: 'not-read', fault: jsonFault(inPaste(finding.fault, source), pasted, offer) };
    }
    const transcript = chosenRun(pasted, source, finding, choice);
    const hasAssistant = transcript.turns.some(({ role }) => role === 'assistant');
    if (finding.fault !== null && (hasAssistant || !finding.isPart)) {
      return { kind: 'not-read', fault: jsonFault(inPaste(finding.fault, source), pasted, transcript) };
    }
    if (hasAssistant) return { kind: 'transcript', transcript: withoutPairs(transcript) };
    if (!finding.isPart && transcript.turns.length > 0) offer ??= transcript;
  }
  return { kind: 'not-read', fault: notATranscript(pasted, offer) };
}

const inPaste = <F extends { readonly at: number }>(fault: F, source: SourceText): F => ({
  ...fault,
  at: fault.at === 0 ? 0 : source.spanOf(fault.at - 1, fault.at).end,
});

/** No more runs than this are looked at for one with a failed call. */
const RUNS_LOOKED_AT = 200;

function chosenRun(
  pasted: string,
  source: SourceText,
  { format, detected }: Extract<Finding, { kind: 'read' }>,
  choice: PasteChoice,
): PastedTranscript {
  const runs = detected.runs.map(({ label, span }) => ({ label, span: source.spanOf(span.start, span.end) }));
  const transcriptOf = (run: number): PastedTranscript =>
    settle(detected.runs[run]?.read() ?? { turns: [], skipped: [], unread: [], warnings: [] }, {
      format,
      detected,
      source,
      pasted,
      runs,
      run,
    });
  if (choice.run !== undefined && choice.run in runs) return transcriptOf(choice.run);
  const first = transcriptOf(0);
  if (choice.hasFailedCall === undefined) return first;
  for (let run = 0; run < Math.min(runs.length, RUNS_LOOKED_AT); run += 1) {
    const transcript = run === 0 ? first : transcriptOf(run);
    if (choice.hasFailedCall(transcript)) return transcript;
  }
  return first;
}

/** Turns without one call that has a result are shown; there is nothing to count in them. */
function withoutPairs(transcript: PastedTranscript): PastedTranscript {
  if (transcript.turns.some(({ answers }) => answers !== null)) return transcript;
  const text = 'No call with a result was found among these turns. You can mark them by hand.';
  return {
    ...transcript,
    warnings: [{ code: 'no-call-with-result', text, span: null }, ...transcript.warnings],
  };
}
