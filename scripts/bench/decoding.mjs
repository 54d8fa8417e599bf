// @ts-check
// What a written token costs: after a growing past, and when several texts are written side by side.
import { contextOf, decode } from './in-tab.mjs';

const PASTS = [0, 100, 200, 300, 400, 500, 600];
const WIDTHS = [1, 4, 8, 16];
const STEPS = 24;
/** Fewer steps than this say nothing. */
const FEWEST_STEPS = 6;
/** A shared beginning as of rollouts under one system prompt; sixteen such contexts still fit the engine's memory at once. */
const SHARED_TOKENS = 280;

const counting = 'Count slowly from one to fifty: one, two, three, four, five, six, seven, eight,';
const subjects = ['sea', 'wind', 'sun', 'moon', 'rain', 'snow', 'wood', 'road'].flatMap((word) => [
  `the ${word}`,
  `a small ${word}`,
]);

/**
 * @param {import('@playwright/test').Page} page the engine must be loaded
 * @param {{ quick: boolean }} options
 * @param {(line: string) => void} say
 */
export async function measureDecoding(page, { quick }, say) {
  const byPast = [];
  for (const asked of quick ? [0, 300] : PASTS) {
    const { messages } = await contextOf(page, asked, counting);
    const steps = await decode(page, [messages], STEPS + 1);
    say(`decoding after ${asked} tokens: ${steps === null ? 'nothing' : `${steps.msPerStep.toFixed(1)} ms`}`);
    if (steps !== null) byPast.push(steps);
  }
  const byWidth = [];
  const { messages: shared } = await contextOf(page, SHARED_TOKENS, counting);
  for (const width of quick ? [1, 4] : WIDTHS) {
    const contexts = subjects
      .slice(0, width)
      .map((subject) => [
        ...shared.slice(0, -1),
        { role: /** @type {const} */ ('user'), content: `Write one long sentence about ${subject}.` },
      ]);
    const steps = await decode(page, contexts, STEPS + 1);
    say(
      `decoding ${width} side by side: ${steps === null ? 'nothing' : `${steps.msPerStep.toFixed(1)} ms a step`}`,
    );
    if (steps !== null) byWidth.push({ width, ...steps, tokensPerSecond: (1000 * width) / steps.msPerStep });
  }
  const enough = (/** @type {{ steps: number }} */ { steps }) => steps >= FEWEST_STEPS;
  return { byPast: byPast.filter(enough), byWidth: byWidth.filter(enough) };
}
