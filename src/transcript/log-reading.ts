import { inOrderOfOffer } from './failures/candidate-order.ts';
import type { FailedCall } from './failures/failed-call.ts';
import { failedCalls } from './failures/failed-calls.ts';
import { logStatistics, type LogStatistics } from './failures/log-statistics.ts';
import { characterAccount, type CharacterAccount } from './formats/account.ts';
import { JSON_FORMATS, TEXT_FORMATS } from './formats/formats.ts';
import type { PastedTranscript, ReadPaste } from './formats/normal-form.ts';
import { readPaste, type PasteChoice } from './formats/read-paste.ts';

/** What of a paste the user chose; null: it is found. */
export type LogChoice = Pick<PasteChoice, 'format' | 'run'>;

/** Everything that a pasted log says without a model. */
export interface LogReading {
  readonly read: ReadPaste;
  /** In the order in which they are offered. */
  readonly failed: readonly FailedCall[];
  /** Of the log, or of what is offered of one that could not be read; null: there is nothing. */
  readonly statistics: LogStatistics | null;
  readonly account: CharacterAccount | null;
  /** What it could be read as instead. */
  readonly formats: readonly { readonly id: string; readonly name: string }[];
}

/** Reads a pasted log and counts in it. Never throws. */
export function logReading(pasted: string, choice: LogChoice): LogReading {
  const hasFailedCall = (transcript: PastedTranscript): boolean => failedCalls(transcript).length > 0;
  const read = readPaste(pasted, { ...choice, hasFailedCall });
  const transcript = transcriptIn(read);
  const failed = transcript === null ? [] : inOrderOfOffer(failedCalls(transcript));
  return {
    read,
    failed,
    statistics: transcript === null ? null : logStatistics(transcript, failed),
    account: transcript === null ? null : characterAccount(transcript, pasted),
    formats: [...JSON_FORMATS, ...TEXT_FORMATS]
      .filter((format) => 'detect' in format)
      .map(({ id, name }) => ({ id, name })),
  };
}

const transcriptIn = (read: ReadPaste): PastedTranscript | null =>
  read.kind === 'transcript' ? read.transcript : read.fault.offer;
