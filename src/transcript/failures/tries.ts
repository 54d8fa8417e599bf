import type { PastedTranscript } from '../formats/normal-form.ts';
import type { FailedCall } from './failed-call.ts';
import { spelledAt } from './spelled-place.ts';

/** The failed tries of one call, in the order of the log, itself among them. Of a turn that makes it twice, the first counts. */
export function triesOf(
  transcript: PastedTranscript,
  failed: readonly FailedCall[],
  one: FailedCall,
): readonly FailedCall[] {
  const own = spelledAt(transcript, one.call);
  if (own === null) return [one];
  const byTurn = new Map<number, FailedCall>();
  for (const other of failed) {
    if (spelledAt(transcript, other.call)?.key !== own.key) continue;
    const met = byTurn.get(other.call.turn);
    const isOwn = other.call.turn === one.call.turn;
    if (isOwn) byTurn.set(one.call.turn, one);
    else if (met === undefined || (other.call.ordinal ?? 0) < (met.call.ordinal ?? 0))
      byTurn.set(other.call.turn, other);
  }
  return [...byTurn.values()].sort((a, b) => a.call.turn - b.call.turn);
}
