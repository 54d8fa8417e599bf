// @ts-check
/* global document -- in functions that run in the page */
// The engine in the tab, asked through the doors of study.html.
import { Stop } from '../stop.mjs';

/** @typedef {import('@playwright/test').Page} Page */
/** @typedef {{ readonly role: 'system' | 'user' | 'assistant', readonly content: string }} Message */
/** @typedef {{ newTokens: number, pastTokens: number, elapsedMs: number }} MeasuredPass */

/** As the page does. */
const KEY_VALUE_BYTES = 256 * 2 ** 20;

/** @template T @param {{ ok: true, value: T } | { ok: false, error: any }} outcome @returns {T} */
function valueOf(outcome) {
  if (outcome.ok) return outcome.value;
  const { happened, cure, details } = outcome.error;
  throw new Stop([happened, cure, details].filter((part) => part !== '').join(' '));
}

/**
 * Teaches the page to keep a book of passes: their size is told when they begin, their time by the worker's own clock
 * when they have ended.
 * @param {Page} page
 */
export const teachPasses = (page) =>
  page.evaluate(() => {
    /** @type {any} */ (globalThis).benchPasses = () => {
      /** @type {{ newTokens: number, pastTokens: number, elapsedMs: number }[]} */
      const passes = [];
      /** @type {{ newTokens: number, pastTokens: number } | null} */
      let begun = null;
      let elapsedMs = 0;
      const book = {
        passes,
        /** @type {string[]} */
        refused: [],
        firstPassAt: Number.NaN,
        take: (/** @type {any} */ event) => {
          if (event.kind === 'refused') book.refused.push(event.error.happened);
          if (event.kind === 'stage' && event.stage.name === 'pass') {
            const { newTokens, pastTokens } = event.stage;
            if (passes.length === 0) book.firstPassAt = performance.now();
            begun = { newTokens, pastTokens };
          } else if (event.kind === 'progress') {
            // The first progress is told before any pass: what it has taken was planning.
            if (begun !== null) passes.push({ ...begun, elapsedMs: event.progress.elapsedMs - elapsedMs });
            elapsedMs = event.progress.elapsedMs;
            begun = null;
          }
        },
      };
      return book;
    };
  });

/**
 * Loads a served checkpoint in a new engine; one that was there is ended first.
 * @param {Page} page @param {string} checkpoint @param {{ holding: string, threads: number }} options
 */
export async function load(page, checkpoint, options) {
  const begun = performance.now();
  const provenance = valueOf(
    await page.evaluate(
      ({ id, holding, threads }) => {
        const { backfireStudy } = /** @type {any} */ (globalThis);
        const baseUrl = new URL(`checkpoints/${id}/`, document.baseURI).href;
        return backfireStudy.load({ kind: 'served', baseUrl }, { holding, threads, windowTokens: null });
      },
      { id: checkpoint, ...options },
    ),
  );
  if (provenance.threads !== options.threads)
    throw new Stop(`asked for ${options.threads} threads, the tab took ${provenance.threads}`);
  return { provenance, seconds: (performance.now() - begun) / 1000 };
}

/** Ends the engine. @param {Page} page */
export const unload = (page) =>
  page.evaluate(() => {
    /** @type {any} */ (globalThis).backfireStudy.end();
  });

/**
 * Scores an item set, as the page does when Run is pressed, and takes the time from asking to the last answer.
 * @param {Page} page
 * @param {{ items: string, name: string, conditions?: readonly string[], candidates?: readonly string[], knockouts?: boolean, limit?: number | null }} asked
 */
export async function probe(page, asked) {
  const told = await page.evaluate(
    async ({ items, name, conditions, candidates, knockouts, limit }) => {
      const { backfireStudy } = /** @type {any} */ (globalThis);
      /** @type {any[]} */
      const rows = [];
      /** @type {string[]} */
      const refused = [];
      const book = /** @type {any} */ (globalThis).benchPasses();
      const begun = performance.now();
      const done = await backfireStudy.probe(
        {
          itemsJsonl: items,
          itemsName: name,
          conditions,
          candidates,
          limit,
          knockouts,
          passTokens: null,
        },
        {
          onRow: (/** @type {any} */ row) => rows.push(row),
          onRefused: (/** @type {string} */ id) => refused.push(id),
          onEvent: book.take,
        },
      );
      const wallMs = performance.now() - begun;
      return { done, rows, refused, passes: book.passes, firstPassMs: book.firstPassAt - begun, wallMs };
    },
    {
      items: asked.items,
      name: asked.name,
      conditions: asked.conditions ?? null,
      candidates: asked.candidates ?? null,
      knockouts: asked.knockouts ?? false,
      limit: asked.limit ?? null,
    },
  );
  const { progress } = valueOf(told.done);
  return { ...told, progress, seconds: told.wallMs / 1000, secondsBeforeFirstPass: told.firstPassMs / 1000 };
}

/** @param {Page} page @param {readonly (readonly Message[])[]} contexts @returns {Promise<number[]>} */
const countTokens = async (page, contexts) =>
  valueOf(
    await page.evaluate(
      (asked) => /** @type {any} */ (globalThis).backfireStudy.countTokens(asked),
      contexts,
    ),
  );

const ships = ['Orion', 'Heron', 'Marta', 'Old Oak', 'Swift', 'Pearl', 'Anna', 'North Star'];
const towns = ['Lisbon', 'Bergen', 'Genoa', 'Cork', 'Riga', 'Cadiz', 'Hull'];
const loads = ['salt', 'timber', 'wool', 'letters', 'apples', 'copper', 'grain', 'lamps'];
const pick = (/** @type {readonly string[]} */ names, /** @type {number} */ index) =>
  names[index % names.length];

/** Prose that does not repeat itself: after a thousand equal words a model only wants to stop. */
const prose = Array.from(
  { length: 80 },
  (_, day) =>
    `On day ${day + 1} the ${pick(ships, day)} left the harbour for ${pick(towns, day)} with ${7 + 3 * day} people and a load of ${pick(loads, 3 * day)}.`,
)
  .join(' ')
  .split(' ');

/** @param {number} words @param {string} ask @returns {Message[]} */
const filled = (words, ask) => [
  { role: 'system', content: ['You write stories.', ...prose.slice(0, words)].join(' ') },
  { role: 'user', content: ask },
];

/**
 * A transcript of just so many tokens, or as few less as whole words allow; at least what the template itself takes.
 * @param {Page} page @param {number} tokens @param {string} ask what the user says last
 */
export async function contextOf(page, tokens, ask) {
  let [low, high] = [0, prose.length + 1];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    const [count = Number.POSITIVE_INFINITY] = await countTokens(page, [filled(middle, ask)]);
    if (count <= tokens) low = middle;
    else high = middle;
  }
  const messages = filled(low, ask);
  const [count = 0] = await countTokens(page, [messages]);
  return { messages, tokens: count };
}

/**
 * Scores candidates after one context, each pass as large as allowed.
 * @param {Page} page @param {readonly Message[]} context @param {readonly string[]} candidates @param {number | null} passTokens
 * @returns {Promise<readonly MeasuredPass[]>}
 */
export async function score(page, context, candidates, passTokens) {
  const told = await page.evaluate(
    async ({ requests, most, keyValueBytes }) => {
      const { backfireStudy } = /** @type {any} */ (globalThis);
      const book = /** @type {any} */ (globalThis).benchPasses();
      const done = await backfireStudy.score({ requests, passTokens: most, keyValueBytes }, book.take);
      return { done, passes: book.passes, refused: book.refused };
    },
    {
      most: passTokens,
      keyValueBytes: KEY_VALUE_BYTES,
      requests: candidates.map((candidate, index) => ({
        id: String(index),
        task: 'bench',
        template: 'bench',
        context,
        candidate,
        scoreEndOfTurn: false,
        hidden: [],
      })),
    },
  );
  valueOf(told.done);
  if (told.refused.length > 0) throw new Stop(`not scored: ${told.refused[0]}`);
  return told.passes;
}

/**
 * Writes on after the contexts, side by side, and times the steps in which all of them still wrote.
 * @param {Page} page @param {readonly (readonly Message[])[]} contexts @param {number} maximumTokens
 */
export async function decode(page, contexts, maximumTokens) {
  const told = await page.evaluate(
    async ({ asked, most }) => {
      const { backfireStudy } = /** @type {any} */ (globalThis);
      /** @type {{ newTokens: number, pastTokens: number, at: number }[]} */
      const passes = [];
      const done = await backfireStudy.decode(
        asked.map((context, index) => ({ id: String(index), context, maximumTokens: most })),
        asked.length,
        (/** @type {any} */ event) => {
          if (event.kind !== 'stage' || event.stage.name !== 'pass') return;
          const { newTokens, pastTokens } = event.stage;
          passes.push({ newTokens, pastTokens, at: performance.now() });
        },
      );
      return { done, passes, ended: performance.now() };
    },
    { asked: contexts, most: maximumTokens },
  );
  const written = valueOf(told.done);
  // A text of k tokens took k − 1 steps after the pass that read its context; a stop token took one more.
  const steps = Math.min(
    ...written.map((/** @type {any} */ { tokenIds, stopReason }) =>
      stopReason === 'stop-token' ? tokenIds.length : tokenIds.length - 1,
    ),
  );
  const all = Math.max(
    ...written.map((/** @type {any} */ { tokenIds, stopReason }) =>
      stopReason === 'stop-token' ? tokenIds.length : tokenIds.length - 1,
    ),
  );
  const first = told.passes.length - all;
  const begun = told.passes.slice(first, first + steps);
  const end = told.passes[first + steps]?.at ?? told.ended;
  const start = begun[0]?.at;
  if (start === undefined || begun.some(({ newTokens }) => newTokens !== contexts.length)) return null;
  return {
    steps,
    pastTokens: begun.reduce((sum, { pastTokens }) => sum + pastTokens, 0) / steps,
    msPerStep: (end - start) / steps,
    text: /** @type {string} */ (written[0]?.text ?? ''),
  };
}
