import type { LabError, Result } from '../src/records/index.ts';
import type { RunGate } from './run-gate.ts';

/** So long is nothing heard: a pause or cancel is answered as soon as between two passes. */
const TURN_MS = 50;
/** Signs of life, and what a progress bar needs. */
const TELL_EVERY_MS = 250;

export interface EncodingEvents {
  readonly onEncoded: (done: number, all: number) => void;
  /** This request has no tokens; the others go on. */
  readonly onRefused: (id: string, error: LabError) => void;
}

/**
 * Encodes the requests of a job in turns, so that a pause or a cancel is heard and the page sees how far it is. Null:
 * cancelled. The list is emptied: thousands of transcripts are not kept as text beside their tokens.
 */
export async function encodeInTurns<Request extends { readonly id: string }, Unit>(
  requests: Request[],
  encode: (request: Request) => Result<Unit>,
  { clock, gate }: { readonly clock: () => number; readonly gate: RunGate['pass'] },
  events: EncodingEvents,
): Promise<Map<string, Unit> | null> {
  const units = new Map<string, Unit>();
  const all = requests.length;
  let done = 0;
  let turnBegan = clock();
  let toldAt = turnBegan;
  events.onEncoded(0, all);
  requests.reverse();
  for (let request = requests.pop(); request !== undefined; request = requests.pop()) {
    const unit = encode(request);
    if (unit.ok) units.set(request.id, unit.value);
    else events.onRefused(request.id, unit.error);
    done += 1;
    const now = clock();
    if (now - turnBegan < TURN_MS) continue;
    if (now - toldAt >= TELL_EVERY_MS) {
      events.onEncoded(done, all);
      toldAt = now;
    }
    if ((await gate()) === 'cancel') return null;
    turnBegan = clock();
  }
  return units;
}
