// @ts-check
// What a written token costs: after a growing past, and when several texts are written side by side.
import { contextOf, decode } from './in-tab.mjs';

const PASTS = [0, 100, 200, 300, 400, 500, 600];
const WIDTHS = [1, 4, 8, 16];
const STEPS = 24;
/** Fewer steps than this say nothing. */
const FEWEST_STEPS = 6;
/** With so many no other ask is tried. */
const ENOUGH_STEPS = 16;
const TRIES = 4;
/** A shared beginning as of rollouts under one system prompt; sixteen such contexts still fit the engine's memory at once. */
const SHARED_TOKENS = 280;

/** Asks that a small model answers with some twenty tokens without a line break, which would end its turn. */
const asks = ['road', 'sea', 'wind', 'river', 'moon', 'rain', 'snow', 'forest'].flatMap((word) => [
  `Write one long sentence about a small ${word}.`,
  `Write one very long sentence about the ${word}, the birds and the ships.`,
]);

/**
 * @param {import('@playwright/test').Page} page the engine must be loaded
 * @param {{ quick: boolean }} options
 * @param {(line: string) => void} say
 */
export async function measureDecoding(page, { quick }, say) {
  const byPast = [];
  for (const asked of quick ? [0, 300] : PASTS) {
    /** @type {Awaited<ReturnType<typeof decode>>} */
    let best = null;
    for (const ask of asks.slice(0, TRIES)) {
      const { messages } = await contextOf(page, asked, ask);
      const steps = await decode(page, [messages], STEPS + 1);
      if (steps !== null && steps.steps > (best?.steps ?? 0)) best = steps;
      if ((best?.steps ?? 0) >= ENOUGH_STEPS) break;
    }
    say(
      `decoding after ${asked} tokens: ${best === null ? 'nothing was written' : `${best.msPerStep.toFixed(1)} ms a token (${best.steps})`}`,
    );
    if (best !== null) byPast.push(best);
  }
  const byWidth = [];
  const { messages: shared } = await contextOf(page, SHARED_TOKENS, asks[0] ?? '');
  for (const width of quick ? [1, 4] : WIDTHS) {
    const contexts = asks
      .slice(0, width)
      .map((ask) => [...shared.slice(0, -1), { role: /** @type {const} */ ('user'), content: ask }]);
    const steps = await decode(page, contexts, STEPS + 1);
    say(
      `decoding ${width} side by side: ${steps === null ? 'nothing was written' : `${steps.msPerStep.toFixed(1)} ms a step (${steps.steps})`}`,
    );
    if (steps !== null) byWidth.push({ width, ...steps, tokensPerSecond: (1000 * width) / steps.msPerStep });
  }
  const enough = (/** @type {{ steps: number }} */ { steps }) => steps >= FEWEST_STEPS;
  return { byPast: byPast.filter(enough), byWidth: byWidth.filter(enough) };
}
