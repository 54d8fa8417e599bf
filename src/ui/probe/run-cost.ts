import {
  candidatesUnder,
  PAPER_SHOWING,
  underCondition,
  type CandidateScope,
  type ConditionName,
  type ProbeItem,
  type Showing,
} from '../../probe/index.ts';
import { bytes } from '../parts/amounts.ts';

/** English and code in the tokenizers of the small models. */
const CHARACTERS_PER_TOKEN = 3.4;
/** Tokens a second of a 269 MB checkpoint on one thread of an office machine; larger ones are slower. */
const TOKENS_PER_SECOND = 65;
const REFERENCE_BYTES = 269e6;
/** The runtime as our server sends it, compressed. */
const RUNTIME_SENT_BYTES = 2.7e6;
/** Reading the weights and making the session. */
const LOAD_BYTES_PER_SECOND = 30e6;
/** However small the checkpoint: the runtime is started, and attention to what stands before costs what it costs. */
const LEAST_LOAD_MS = 2_000;
const MOST_TOKENS_PER_SECOND = 4_000;

/** More items than this are reckoned from whole tasks among them: a guess must not hold up the page. */
const MOST_RECKONED_ITEMS = 24;

/** One message of a transcript, and what follows it. */
type Following = Map<string, Following>;

/** Tokens a run computes, reckoned from characters: what several contexts begin with is computed once. */
export function guessedTokens(
  items: readonly ProbeItem[],
  conditions: readonly ConditionName[],
  scope: CandidateScope = 'published',
  showing: Showing = PAPER_SHOWING,
): number {
  const reckoned = wholeTasks(items);
  const first: Following = new Map();
  let characters = 0;
  for (const item of reckoned)
    for (const condition of conditions) {
      let following = first;
      for (const { role, content } of underCondition(item, condition, showing)?.messages ?? []) {
        let next = following.get(content);
        if (next === undefined) {
          characters += role.length + content.length;
          next = new Map();
          following.set(content, next);
        }
        following = next;
      }
      for (const { call } of candidatesUnder(item, condition, scope)) characters += call.length;
    }
  return reckoned.length === 0 ? 0 : (characters / CHARACTERS_PER_TOKEN) * (items.length / reckoned.length);
}

/** All items, or those of tasks spread over the set: items of one task share most of what they read. */
function wholeTasks(items: readonly ProbeItem[]): readonly ProbeItem[] {
  if (items.length <= MOST_RECKONED_ITEMS) return items;
  const tasks = [...new Set(items.map(({ task_id }) => task_id))];
  const step = Math.ceil(items.length / MOST_RECKONED_ITEMS);
  const chosen = new Set(tasks.filter((_, index) => index % step === 0));
  return items.filter(({ task_id }) => chosen.has(task_id));
}

/** A guess at the tokens a second before anything is known of this machine. */
export function guessedSpeed(checkpointBytes: number, threads: number): number {
  const ofOneThread = (TOKENS_PER_SECOND * REFERENCE_BYTES) / Math.max(1, checkpointBytes);
  return Math.min(MOST_TOKENS_PER_SECOND, ofOneThread) * Math.max(1, threads * 0.85);
}

/** What has to be fetched for a checkpoint that comes with the page; the runtime comes once, with the first run. */
export const builtInCost = (checkpointBytes: number, hasRuntime = false): string =>
  `Loads ${bytes(checkpointBytes)}${hasRuntime ? '' : `, the first time also the runtime (${bytes(RUNTIME_SENT_BYTES)})`}.`;

/** A guess at the time to read the weights and start the engine, ms. */
export const guessedLoadMs = (checkpointBytes: number): number =>
  LEAST_LOAD_MS + (checkpointBytes / LOAD_BYTES_PER_SECOND) * 1000;
