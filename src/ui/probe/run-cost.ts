import type { ConditionName, ProbeItem } from '../../probe/index.ts';
import { candidatesUnder, underCondition } from '../../probe/index.ts';

/** English and code in the tokenizers of the small models. */
const CHARACTERS_PER_TOKEN = 3.4;
/** Speed of a 269 MB checkpoint on one thread of an office machine, tokens a second; larger ones are slower. */
const TOKENS_PER_SECOND = 90;
const REFERENCE_BYTES = 269e6;
/** Reading the weights and making the session. */
const LOAD_BYTES_PER_SECOND = 60e6;

/** A guess at what a run takes, in milliseconds, before anything is known of this machine. */
export function guessedRunMs(
  items: readonly ProbeItem[],
  conditions: readonly ConditionName[],
  checkpointBytes: number,
  threads: number,
): number {
  // What several contexts begin with is computed once: count each distinct message path once.
  const paths = new Map<string, number>();
  let candidateCharacters = 0;
  for (const item of items)
    for (const condition of conditions) {
      let path = '';
      for (const { role, content } of underCondition(item, condition).messages) {
        path += `\n${role}\n${content}`;
        paths.set(path, content.length);
      }
      for (const { call } of candidatesUnder(item, condition)) candidateCharacters += call.length;
    }
  const characters = [...paths.values()].reduce((sum, length) => sum + length, candidateCharacters);
  const speed =
    (TOKENS_PER_SECOND * Math.max(1, threads * 0.85) * REFERENCE_BYTES) / Math.max(1, checkpointBytes);
  return (characters / CHARACTERS_PER_TOKEN / speed + checkpointBytes / LOAD_BYTES_PER_SECOND) * 1000;
}
