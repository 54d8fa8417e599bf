import { candidatesUnder, underCondition, type ConditionName, type ProbeItem } from '../../probe/index.ts';

/** English and code in the tokenizers of the small models. */
const CHARACTERS_PER_TOKEN = 3.4;
/** Tokens a second of a 269 MB checkpoint on one thread of an office machine; larger ones are slower. */
const TOKENS_PER_SECOND = 65;
const REFERENCE_BYTES = 269e6;
/** Reading the weights and making the session. */
const LOAD_BYTES_PER_SECOND = 30e6;

/** Tokens a run computes, reckoned from characters: what several contexts begin with is computed once. */
export function guessedTokens(items: readonly ProbeItem[], conditions: readonly ConditionName[]): number {
  const lengths = new Map<string, number>();
  let characters = 0;
  for (const item of items)
    for (const condition of conditions) {
      let path = '';
      for (const { role, content } of underCondition(item, condition)?.messages ?? []) {
        path += `\n${role}\n${content}`;
        lengths.set(path, content.length);
      }
      for (const { call } of candidatesUnder(item, condition)) characters += call.length;
    }
  for (const length of lengths.values()) characters += length;
  return characters / CHARACTERS_PER_TOKEN;
}

/** A guess at the tokens a second before anything is known of this machine. */
export function guessedSpeed(checkpointBytes: number, threads: number): number {
  return (TOKENS_PER_SECOND * Math.max(1, threads * 0.85) * REFERENCE_BYTES) / Math.max(1, checkpointBytes);
}

/** A guess at the time to read the weights and start the engine, ms. */
export const guessedLoadMs = (checkpointBytes: number): number =>
  (checkpointBytes / LOAD_BYTES_PER_SECOND) * 1000;
