#!/usr/bin/env node
// @ts-check
// `npm run verify:transcript`: how long the room for pasted transcripts takes, in the page itself: to the first G, after an
// edit of the error, to hide each message, to compare all ways, with a short and a long log.
/* global document -- in functions that run in the page */
import { basename, dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromiumVersion, openLabBrowser } from '../bench/lab-browser.mjs';
import { commitOf, describeMachine, Doubts, loadNow } from '../bench/machine.mjs';
import { buildPageIfNeeded } from '../build-page.mjs';
import { checkpointFolder } from '../checkpoint-folder.mjs';
import { optionsOf } from '../options-of.mjs';
import { Stop, toExitCode } from '../stop.mjs';
import { tellExpected, tellResult } from './evidence.mjs';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..');
const USAGE = `usage: npm run verify:transcript -- [options]
  --checkpoint X   default smollm2-135m-instruct-q4_1
  --tokens A,B     about so many tokens of context (default 700,8000)
  --threads N      default 2
  --without-ways   leave out the comparison of the ways, which takes longest
  --save           also write docs/evidence/`;
const PATIENCE_MS = 3_600_000;
/** An edit is to be answered within this at 700 tokens. */
const AIM_EDIT_SECONDS = 2;

/** @typedef {import('@playwright/test').Page} Page */

function readOptions() {
  const text = /** @type {const} */ ({ type: 'string' });
  const { values } = optionsOf('verify:transcript', {
    options: {
      checkpoint: { type: 'string', default: 'smollm2-135m-instruct-q4_1' },
      tokens: { type: 'string', default: '700,8000' },
      threads: { ...text, default: '2' },
      'without-ways': { type: 'boolean', default: false },
      save: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) return null;
  const folder = checkpointFolder(root, values.checkpoint);
  if (folder === null) throw new Stop(`--checkpoint ${values.checkpoint}: no folder with a config.json`);
  const tokens = values.tokens.split(',').map(Number);
  if (!tokens.every((count) => Number.isInteger(count) && count >= 200))
    throw new Stop(`--tokens ${values.tokens}: whole numbers of at least 200`);
  return { folder, tokens, threads: values.threads, ways: !values['without-ways'], save: values.save };
}

/** A log of a stock room with so many tokens or a few more, whose last call fails twice. @param {number} tokens */
function logOf(tokens) {
  const CHARACTERS_A_TOKEN = 4.7;
  const call = (/** @type {string} */ id, /** @type {object} */ args) => ({
    role: 'assistant',
    content: null,
    tool_calls: [{ id, type: 'function', function: { name: 'find_stock', arguments: JSON.stringify(args) } }],
  });
  const messages = /** @type {object[]} */ ([
    {
      role: 'system',
      content:
        'You look after the stock of a bicycle shop. find_stock(part, shelf) says how many of a part lie on a shelf; a shelf is a letter and a number.',
    },
    { role: 'user', content: 'How many spare parts of each kind do we have? Go shelf by shelf.' },
  ]);
  const parts = ['chain', 'inner tube', 'brake pad', 'saddle', 'pedal', 'spoke', 'bell', 'tyre', 'rim'];
  for (let step = 0; JSON.stringify(messages).length < tokens * CHARACTERS_A_TOKEN; step += 1) {
    const part = parts[step % parts.length] ?? '';
    const shelf = `${'ABCDEF'[step % 6] ?? 'A'}${(step % 14) + 1}`;
    messages.push(call(`c${step}`, { part, shelf }), {
      role: 'tool',
      tool_call_id: `c${step}`,
      content: `${(step * 7) % 23} of "${part}" on shelf ${shelf}, counted on day ${step + 1}`,
    });
  }
  for (const id of ['f1', 'f2'])
    messages.push(call(id, { part: 'mudguard', shelf: 'twelve' }), {
      role: 'tool',
      tool_call_id: id,
      content: 'Error: shelf "twelve" is not a letter and a number',
    });
  return JSON.stringify(messages);
}

/** Seconds until something is so after a press. @param {() => Promise<unknown>} press @param {() => Promise<unknown>} isSo */
async function secondsOf(press, isSo) {
  await press();
  const began = performance.now();
  await isSo();
  return (performance.now() - began) / 1000;
}

/** @param {NonNullable<ReturnType<typeof readOptions>>} options @param {number} tokens @param {(line: string) => void} say */
async function measure({ folder, threads, ways }, tokens, say) {
  const lab = await openLabBrowser({ dist: buildPageIfNeeded(root, say), checkpoints: dirname(folder) });
  try {
    const page = await lab.context.newPage();
    page.setDefaultTimeout(PATIENCE_MS);
    // A cut that leaves nothing out; the room's own proposal would keep less of a long log.
    await page.goto(
      `${lab.url}#/transcript?v=1&checkpoint=${basename(folder)}&style=function&last=100000&system=whole`,
    );
    const field = page.getByRole('textbox', { name: 'The log of a run' });
    await field.waitFor();
    await field.evaluate((element, log) => {
      /** @type {HTMLTextAreaElement} */ (element).value = log;
      element.dispatchEvent(new Event('input', { bubbles: true }));
    }, logOf(tokens));
    const button = (/** @type {string} */ name) => page.getByRole('button', { name, exact: true });
    const measured = (/** @type {number} */ count) =>
      page.waitForFunction(
        (wanted) =>
          [...document.querySelectorAll('.model button')].filter(
            (one) => one.textContent?.includes('Measured') === true,
          ).length >= wanted,
        count,
        { timeout: PATIENCE_MS },
      );
    const readSeconds = await secondsOf(
      () => button('Read it').click(),
      () => page.locator('#log-finding').waitFor(),
    );
    await page.getByLabel('Threads').selectOption(threads);
    const gText = page.locator('.model').getByText(/compares how likely the call was/);
    const firstGSeconds = await secondsOf(
      () => button('Measure this step').click(),
      () => gText.first().waitFor(),
    );
    await measured(1);
    const kept = await page
      .locator('.model')
      .getByText(/tokens are kept|Kept .* tokens/)
      .first()
      .innerText();
    say(`${tokens}: first G after ${firstGSeconds.toFixed(1)} s; ${kept}`);
    const edited = page.locator('.model textarea').first();
    await edited.fill('Error: a shelf is a letter and a number, such as B12; "twelve" is neither');
    const editSeconds = await secondsOf(
      () => button('Measure with this text').click(),
      () => page.getByText('This text is measured.').waitFor(),
    );
    await measured(1);
    const messagesSeconds = await secondsOf(
      () => button('Hide each message').click(),
      () => measured(2),
    );
    say(`${tokens}: edit ${editSeconds.toFixed(1)} s, messages ${messagesSeconds.toFixed(1)} s`);
    const waysSeconds = ways
      ? await secondsOf(
          () => button('Compare the ways').click(),
          () => measured(3),
        )
      : null;
    return {
      aboutTokens: tokens,
      kept,
      readSeconds,
      firstGSeconds,
      editSeconds,
      messagesSeconds,
      waysSeconds,
    };
  } finally {
    await lab.close();
  }
}

async function main() {
  const options = readOptions();
  if (options === null) {
    console.log(USAGE);
    return;
  }
  const say = (/** @type {string} */ line) => {
    console.error(line);
  };
  const doubts = new Doubts(say);
  await doubts.lookBefore('the room');
  const sizes = [];
  for (const tokens of options.tokens) sizes.push(await measure(options, tokens, say));
  const { commit, uncommitted } = commitOf(root);
  const [small] = sizes;
  const expected = [
    { what: 'every part comes to its end at every size', holds: sizes.length === options.tokens.length },
    {
      what: `an edited error is measured within ${AIM_EDIT_SECONDS} s at ${small?.aboutTokens ?? 0} tokens (an aim)`,
      holds: (small?.editSeconds ?? Infinity) <= AIM_EDIT_SECONDS,
    },
  ];
  const result = {
    what: 'how long the room for pasted transcripts takes; the first G includes loading the checkpoint',
    commit,
    uncommitted,
    command: `npm run verify:transcript -- ${process.argv.slice(2).join(' ')}`.trim(),
    date: new Date().toISOString(),
    machine: describeMachine(await chromiumVersion()),
    loadAverages: loadNow(),
    doubts: doubts.warnings,
    checkpoint: basename(options.folder),
    threads: Number(options.threads),
    expected,
    sizes,
  };
  tellResult(result, { name: `transcript-${commit}`, save: options.save });
  tellExpected(expected);
}

await toExitCode(main);
