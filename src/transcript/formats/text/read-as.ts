import { characterAccount } from '../account.ts';
import { TEXT_FORMATS } from '../formats.ts';
import type { PastedTranscript } from '../normal-form.ts';
import { settle } from '../settle.ts';
import { wholePaste } from '../source-text.ts';

/** What the first text format that knows a paste makes of it, for tests; null: none does. */
export function readAsText(pasted: string, run = 0): PastedTranscript | null {
  const source = wholePaste(pasted);
  for (const format of TEXT_FORMATS) {
    const detected = format.detect(source);
    const read = detected?.runs[run]?.read();
    if (detected === null || read === undefined) continue;
    const runs = detected.runs.map(({ label, span }) => ({
      label,
      span: source.spanOf(span.start, span.end),
    }));
    const transcript = settle(read, { format: format.id, detected, source, pasted, runs, run });
    const { twice, nowhere } = characterAccount(transcript, pasted);
    if (twice + nowhere > 0) throw new Error(`${twice} characters in two places, ${nowhere} in none`);
    return transcript;
  }
  return null;
}

/** The turns in short: role, words, calls. */
export const inShort = (transcript: PastedTranscript | null): readonly string[] =>
  (transcript?.turns ?? []).map(({ role, text, calls, answers }) =>
    [
      role[0]?.toUpperCase(),
      answers === null ? '' : `(${answers.turn}.${answers.ordinal})`,
      text === '' ? '' : ` ${text}`,
      ...calls.map(
        (call) =>
          ` > ${call.name ?? '-'} ${call.text ?? (call.args === null ? `?${call.rawArgs}` : JSON.stringify(call.args))}`,
      ),
    ].join(''),
  );
