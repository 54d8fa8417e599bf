import * as v from 'valibot';
import { AMOUNTS, NO_PREDICTION, SIGNS, type Prediction } from './prediction.ts';

const KEY = 'backfire-lab-predictions';

const guess = v.object({
  sign: v.nullable(v.picklist(SIGNS)),
  repeats: v.nullable(v.picklist(AMOUNTS)),
  right: v.nullable(v.picklist(AMOUNTS)),
});
const prediction = v.object({
  state: v.picklist(['open', 'locked', 'skipped']),
  guesses: v.record(v.string(), guess),
});
const kept = v.record(v.string(), v.unknown());

function all(): Readonly<Record<string, unknown>> {
  try {
    return v.parse(kept, JSON.parse(localStorage.getItem(KEY) ?? '{}'));
  } catch {
    // No storage, or something else under this name: nothing was predicted.
    return {};
  }
}

/** What was predicted for a question in this browser; what cannot be read was not. */
export function keptPrediction(question: string): Prediction {
  const read = v.safeParse(prediction, all()[question]);
  return read.success ? read.output : NO_PREDICTION;
}

/** Keeps it through a reload. Where there is no storage it lasts as long as the page. */
export function keepPrediction(question: string, said: Prediction): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...all(), [question]: said }));
  } catch {
    // It stays on the page all the same.
  }
}
