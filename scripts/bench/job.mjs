// @ts-check
// The eight-item job and a plain prefill, in the tab and in native PyTorch, taking turns so that drift hits both.
import { contextOf, load, probe, score, unload } from './in-tab.mjs';

const PREFILL_TOKENS = 600;
/** Past of the packed pass that is compared with the plain prefill (design §8). */
const PACKED_PAST_TOKENS = 650;
const ASK = 'What comes next?';

/** Calls of about twenty tokens that part at their first letters: candidates of one context. */
const manyCandidates = Array.from(
  { length: 40 },
  (_, index) =>
    `${String.fromCharCode(97 + (index % 26))}${index}_update_record(user_id=${1000 + 37 * index}, name="Ada Lovelace")`,
);

/**
 * @typedef {Awaited<ReturnType<typeof measureTab>>} TabRound
 * @typedef {{ prefill: any[], job: any, decode: any }} NativeRound
 */

/** @param {import('@playwright/test').Page} page @param {string} checkpoint @param {number} threads @param {{ items: string, name: string, limit: number | null }} asked */
async function measureTab(page, checkpoint, threads, asked) {
  const loaded = await load(page, checkpoint, { holding: 'folded', threads });
  const job = await probe(page, asked);
  const plain = (await contextOf(page, PREFILL_TOKENS, ASK)).messages;
  const long = (await contextOf(page, PACKED_PAST_TOKENS, ASK)).messages;
  // One candidate token after the context is only predicted, so a pass computes just the context.
  const prefill = [
    ...(await score(page, plain, ['x'], PREFILL_TOKENS)),
    ...(await score(page, plain, ['x'], PREFILL_TOKENS)),
  ];
  // The first pass is the context, the second nothing but candidates that look back at it.
  const packed = (await score(page, long, manyCandidates, PACKED_PAST_TOKENS)).slice(1, 2);
  await unload(page);
  return { loadSeconds: loaded.seconds, provenance: loaded.provenance, job, prefill, packed };
}

/** @param {import('./native.mjs').Native} native @param {number} threads @returns {Promise<NativeRound>} */
async function measureNative(native, threads) {
  const job = await native.measure('job', threads);
  const prefill = [await native.measure('prefill', threads), await native.measure('prefill', threads)];
  return { job, prefill, decode: await native.measure('decode', threads) };
}

/**
 * @param {import('@playwright/test').Page} page
 * @param {import('./native.mjs').Native | null} native
 * @param {{ checkpoint: string, items: string, name: string, limit: number | null, threads: readonly number[], rounds: number }} options
 * @param {import('./machine.mjs').Doubts} doubts @param {(line: string) => void} say
 */
export async function measureJob(page, native, options, doubts, say) {
  const { checkpoint, rounds, threads, ...asked } = options;
  /** @type {{ threads: number, tab: TabRound[], native: NativeRound[] }[]} */
  const measured = threads.map((count) => ({ threads: count, tab: [], native: [] }));
  for (let round = 1; round <= rounds; round += 1) {
    for (const { threads: count, tab, native: rival } of measured) {
      const what = `the job, round ${round} of ${rounds}, ${count} threads`;
      await doubts.lookBefore(`${what}, tab`);
      const own = await measureTab(page, checkpoint, count, asked);
      tab.push(own);
      say(`${what}: tab ${own.job.seconds.toFixed(1)} s`);
      if (native === null) continue;
      await doubts.lookBefore(`${what}, native`);
      const other = await measureNative(native, count);
      rival.push(other);
      say(`${what}: native ${other.job.seconds.toFixed(1)} s`);
    }
  }
  return measured;
}
