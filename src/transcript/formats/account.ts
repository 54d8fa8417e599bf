import type { PastedTranscript, SourceSpan } from './normal-form.ts';

/** How many characters of a paste lie where. */
export interface CharacterAccount {
  readonly turns: number;
  readonly skipped: number;
  readonly unread: number;
  /** Characters with two places, and with none: zero in every transcript. */
  readonly twice: number;
  readonly nowhere: number;
}

/** Counts where each character of a paste lies. */
export function characterAccount(transcript: PastedTranscript, pasted: string): CharacterAccount {
  const turns = transcript.turns.flatMap(({ spans }) => spans);
  const skipped = transcript.skipped.map(({ span }) => span);
  const unread = transcript.unread.map(({ span }) => span);
  let twice = 0;
  let covered = 0;
  let read = 0;
  for (const { start, end } of [...turns, ...skipped, ...unread].sort((a, b) => a.start - b.start)) {
    twice += Math.max(0, Math.min(read, end) - start);
    covered += Math.max(0, end - Math.max(start, read));
    read = Math.max(read, end);
  }
  return {
    turns: lengthOf(turns),
    skipped: lengthOf(skipped),
    unread: lengthOf(unread),
    twice,
    nowhere: pasted.length - covered,
  };
}

const lengthOf = (spans: readonly SourceSpan[]): number =>
  spans.reduce((sum, { start, end }) => sum + end - start, 0);
