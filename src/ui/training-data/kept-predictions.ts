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

/**
 * Keeps it through a reload. Where there is no storage it lasts as long as the page. Answers that are still open never
 * take the place of what was committed to: another tab may have locked its own since this one was opened.
 */
export function keepPrediction(question: string, said: Prediction): void {
  if (said.state === 'open' && keptPrediction(question).state !== 'open') return;
  keep({ ...all(), [question]: said });
}

/** What was committed to is put away, openly: the question is asked anew. */
export function forgetPrediction(question: string): void {
  keep({ ...all(), [question]: NO_PREDICTION });
}

function keep(predictions: Readonly<Record<string, unknown>>): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(predictions));
  } catch {
    // It stays on the page all the same.
  }
}
