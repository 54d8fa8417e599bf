// @ts-check
// What the tokens of a run of rollouts would cost native PyTorch: one text at a time, with its key/value cache.
import { join } from 'node:path';
import { median } from '../bench/numbers.mjs';
import { startNative, whyNoNative } from '../bench/native.mjs';

/** The native side is measured by its own prefill and decoding; any item does to start it. */
const ITEMS = 'toolshed-clean-1-quick-12.jsonl';
const REPEATS = 3;

/**
 * Reckoned from PyTorch's own speed after some 600 tokens, for as many tokens as the page computed: a program that
 * kept its cache for one rollout at a time would compute more, so the true ratio is not larger than this one.
 * @param {{ root: string, python: string | null, folder: string, threads: number }} where
 * @param {{ minutes: number, computedTokens: number, writtenTokens: number, writtenTokensPerSecond: number }} page what the page took
 */
export async function besideNative({ root, python, folder, threads }, page) {
  const reason = whyNoNative(python);
  if (reason !== null || python === null) return { reason: reason ?? '' };
  const itemsFile = join(root, 'static-probes', ITEMS);
  const native = await startNative({ root, python, folder, itemsFile, limit: 1, conditions: ['pre'] });
  try {
    const prefillRates = [];
    const msPerToken = [];
    for (let repeat = 0; repeat < REPEATS; repeat += 1) {
      const { tokens, seconds } = await native.measure('prefill', threads);
      prefillRates.push(tokens / seconds);
      const { at } = await native.measure('decode', threads);
      msPerToken.push(at.at(-1).msPerToken);
    }
    const contextTokens = page.computedTokens - page.writtenTokens;
    const minutes =
      (contextTokens / median(prefillRates) + (page.writtenTokens * median(msPerToken)) / 1000) / 60;
    return {
      about: native.about,
      prefillTokensPerSecond: median(prefillRates),
      writtenTokensPerSecond: 1000 / median(msPerToken),
      reckonedMinutes: minutes,
      pageMinutesToNative: page.minutes / minutes,
    };
  } finally {
    native.close();
  }
}
