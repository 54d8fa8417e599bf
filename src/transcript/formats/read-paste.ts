import type { Detected } from './draft.ts';
import { TEXT_FORMATS, type TextFormat } from './formats.ts';
import type { PasteFault, PastedTranscript, ReadPaste } from './normal-form.ts';
import { settle } from './settle.ts';
import { wholePaste, type SourceText } from './source-text.ts';

/** What the user chose; without a choice the format is found and the first run with a failed call is taken. */
export interface PasteChoice {
  readonly format?: string;
  readonly run?: number;
  readonly hasFailedCall?: (transcript: PastedTranscript) => boolean;
}

/** Reads a pasted log. Never throws: what cannot be read is said with what to do about it. */
export function readPaste(pasted: string, choice: PasteChoice = {}): ReadPaste {
  const source = wholePaste(pasted);
  for (const format of TEXT_FORMATS) {
    if (choice.format !== undefined && choice.format !== format.id) continue;
    const detected = format.detect(source);
    if (detected !== null) return chosenRun(pasted, source, format, detected, choice);
  }
  return { kind: 'not-read', fault: notATranscript() };
}

/** No more runs than this are looked at for one with a failed call. */
const RUNS_LOOKED_AT = 200;

function chosenRun(
  pasted: string,
  source: SourceText,
  format: Pick<TextFormat, 'id'>,
  detected: Detected,
  choice: PasteChoice,
): ReadPaste {
  const runs = detected.runs.map(({ label, span }) => ({ label, span: source.spanOf(span.start, span.end) }));
  const transcriptOf = (run: number): PastedTranscript =>
    settle(detected.runs[run]?.read() ?? { turns: [], skipped: [], unread: [], warnings: [] }, {
      format: format.id,
      detected,
      source,
      pasted,
      runs,
      run,
    });
  if (choice.run !== undefined) return { kind: 'transcript', transcript: transcriptOf(choice.run) };
  const first = transcriptOf(0);
  for (let run = 0; run < Math.min(runs.length, RUNS_LOOKED_AT); run += 1) {
    const transcript = run === 0 ? first : transcriptOf(run);
    if (choice.hasFailedCall?.(transcript) === true) return { kind: 'transcript', transcript };
  }
  return { kind: 'transcript', transcript: first };
}

function notATranscript(): PasteFault {
  return {
    kind: 'not-a-transcript',
    happened: 'No turns were found in the text.',
    stillWorks: 'Everything else on this page.',
    cure: 'Paste the log of an agent that calls tools.',
    details: '',
    nearest: [],
    offer: null,
  };
}
