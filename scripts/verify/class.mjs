#!/usr/bin/env node
// @ts-check
// `npm run verify:class`: thirty computers open the class at once behind one slow line. What a fresh visit fetches is taken
// from a real browser, once; then simulated clients fetch the same over one shared line. Minutes; exits with 1 when an
// expectation fails.
import { existsSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { chromiumVersion, openLabBrowser } from '../bench/lab-browser.mjs';
import { commitOf, describeMachine } from '../bench/machine.mjs';
import { median } from '../bench/numbers.mjs';
import { buildPageIfNeeded } from '../build-page.mjs';
import { optionsOf } from '../options-of.mjs';
import { startServer } from '../server.mjs';
import { Stop, toExitCode } from '../stop.mjs';
import { tellExpected, tellResult } from './evidence.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));
const USAGE = `usage: npm run verify:class -- [options]
  --clients N       how many come at once (default 30)
  --mbits N         what the line carries, Mbit/s (default 5)
  --checkpoints DIR a folder with the built-in checkpoints (default: those the page was built with)
  --save            also write docs/evidence/class-<commit>.json, whether or not all holds`;
const CLASS = '#/training-data?preset=class';
const PATIENCE_MS = 180_000;
/** Connections that a browser opens to one host. */
const CONNECTIONS = 6;
/** Head of an answer, roughly: it crosses the line as well. */
const HEAD_BYTES = 600;
/** The first visit of one computer, and a second visit of all of them. */
const BUDGET = { firstVisitBytes: 6e6, secondVisitBytes: 100_000 };

function readOptions() {
  const { values } = optionsOf('verify:class', {
    options: {
      clients: { type: 'string', default: '30' },
      mbits: { type: 'string', default: '5' },
      checkpoints: { type: 'string' },
      save: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) return null;
  const clients = Number(values.clients);
  if (!Number.isInteger(clients) || clients < 1)
    throw new Stop(`--clients ${values.clients}: must be a whole number above 0`);
  const mbits = Number(values.mbits);
  if (!(mbits > 0)) throw new Stop(`--mbits ${values.mbits}: must be a number above 0`);
  if (values.checkpoints !== undefined && !existsSync(values.checkpoints))
    throw new Stop(`--checkpoints ${values.checkpoints}: no such folder`);
  return { clients, mbits, checkpoints: values.checkpoints, save: values.save };
}

/** @typedef {{ path: string, range: string | undefined, mayBeOld: boolean, bytes: number }} Asked one request of a real visit */

/**
 * What a browser fetches when it opens the class, the first time and the second.
 * @param {string} dist @param {string} checkpoints
 * @returns {Promise<{ first: Asked[], second: Asked[] }>}
 */
async function realVisits(dist, checkpoints) {
  /** @type {Asked[]} */
  let asked = [];
  const lab = await openLabBrowser({
    dist,
    checkpoints,
    fault: (path, { headers }) => {
      const mayBeOld = headers['if-none-match'] !== undefined || headers['if-modified-since'] !== undefined;
      asked.push({ path, range: headers.range, mayBeOld, bytes: 0 });
      return undefined;
    },
    sent: (path, bytes) => {
      const one = asked.find((request) => request.path === path && request.bytes === 0);
      if (one !== undefined) one.bytes = bytes;
    },
  });
  try {
    const page = lab.context.pages()[0] ?? (await lab.context.newPage());
    const ready = page.getByText('Ready to work offline.').first();
    await page.goto(lab.url + CLASS);
    await ready.waitFor({ timeout: PATIENCE_MS });
    const first = asked;
    asked = [];
    await page.reload();
    await ready.waitFor({ timeout: PATIENCE_MS });
    return { first, second: asked };
  } finally {
    await lab.close();
  }
}

/**
 * One line for all: bytes leave in the order in which they were asked for, as fast as it carries.
 * @param {number} bytesPerSecond
 */
function sharedLine(bytesPerSecond) {
  let freeAtMs = performance.now();
  return async (/** @type {number} */ bytes) => {
    freeAtMs = Math.max(freeAtMs, performance.now()) + (1000 * bytes) / bytesPerSecond;
    await wait(freeAtMs - performance.now());
  };
}

/**
 * Fetches all of it, a few at a time, in the order of the real visit; gives the seconds it took and the marks of what came.
 * @param {string} url @param {readonly Asked[]} asked @param {ReadonlyMap<string, string>} known marks by path
 */
async function simulatedVisit(url, asked, known) {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  /** @type {Map<string, string>} */
  const marks = new Map(known);
  const waiting = [...asked];
  const begun = performance.now();
  const lane = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const mark = next.mayBeOld ? marks.get(next.path) : undefined;
      /** @type {Record<string, string>} */
      const headers = { 'accept-encoding': 'gzip, deflate, br' };
      if (next.range !== undefined) headers['range'] = next.range;
      if (mark !== undefined) headers['if-none-match'] = mark;
      const etag = await drained(new URL(next.path, url), agent, headers);
      if (etag !== undefined) marks.set(next.path, etag);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, lane));
  agent.destroy();
  return { seconds: (performance.now() - begun) / 1000, marks };
}

/** @param {URL} url @param {Agent} agent @param {Record<string, string>} headers @returns {Promise<string | undefined>} */
const drained = (url, agent, headers) =>
  new Promise((done, fail) => {
    get(url, { agent, headers }, (answer) => {
      answer.resume();
      answer.on('end', () => done(answer.headers.etag));
      answer.on('error', fail);
    }).on('error', fail);
  });

/** @param {readonly number[]} seconds */
const figures = (seconds) => ({
  firstSeconds: Math.min(...seconds),
  medianSeconds: median(seconds),
  lastSeconds: Math.max(...seconds),
});

/** @param {readonly Asked[]} asked */
const bytesOf = (asked) => asked.reduce((sum, { bytes }) => sum + bytes, 0);

/** @param {NonNullable<ReturnType<typeof readOptions>>} options @param {(line: string) => void} say */
async function measure({ clients, mbits, checkpoints }, say) {
  const dist = buildPageIfNeeded(root, say);
  const folder = checkpoints === undefined ? join(dist, 'checkpoints') : resolve(checkpoints);
  if (!existsSync(join(folder, 'toolshed-noisy', 'config.json')))
    throw new Stop('verify:class: the page was built without its checkpoints (see --checkpoints)');
  say('one visit in a real browser …');
  const { first, second } = await realVisits(dist, folder);
  say(
    `a first visit: ${first.length} requests, ${(bytesOf(first) / 1e6).toFixed(2)} MB; a second one: ${second.length}, ${(bytesOf(second) / 1e3).toFixed(0)} kB`,
  );
  const take = sharedLine((mbits * 1e6) / 8);
  const server = await startServer({
    dist,
    checkpoints: [folder],
    fault: () => {
      void take(HEAD_BYTES);
      return { kind: 'shared-line', take };
    },
  });
  try {
    say(`${clients} clients at once …`);
    const visits = await Promise.all(
      Array.from({ length: clients }, () => simulatedVisit(server.url, first, new Map())),
    );
    say('… and once more …');
    const again = await Promise.all(visits.map(({ marks }) => simulatedVisit(server.url, second, marks)));
    return {
      clients,
      mbits,
      firstVisit: {
        requests: first.length,
        bytes: bytesOf(first),
        ...figures(visits.map(({ seconds }) => seconds)),
      },
      secondVisit: {
        requests: second.length,
        bytes: bytesOf(second),
        ...figures(again.map(({ seconds }) => seconds)),
      },
      /** What the line needs for as many bytes, however they are shared out. */
      lineSeconds: (clients * bytesOf(first) * 8) / (mbits * 1e6),
      files: first
        .filter(({ bytes }) => bytes > 50_000)
        .map(({ path, range, bytes }) => ({ path, range: range ?? null, bytes })),
    };
  } finally {
    await server.close();
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
  const measured = await measure(options, say);
  const { firstVisit, secondVisit } = measured;
  const expected = [
    {
      what: `a first visit takes ${BUDGET.firstVisitBytes / 1e6} MB or less`,
      holds: firstVisit.bytes <= BUDGET.firstVisitBytes,
    },
    {
      what: `a second visit takes ${BUDGET.secondVisitBytes / 1e3} kB or less`,
      holds: secondVisit.bytes <= BUDGET.secondVisitBytes,
    },
  ];
  const { commit, uncommitted } = commitOf(root);
  const result = {
    what: 'a class opens the page at once behind one line: seconds until everything a run needs is there',
    commit,
    uncommitted,
    command: `npm run verify:class -- --clients ${options.clients} --mbits ${options.mbits}`,
    date: new Date().toISOString(),
    machine: describeMachine(await chromiumVersion()),
    standIns: options.checkpoints !== undefined,
    expected,
    ...measured,
  };
  tellResult(result, { name: `class-${commit}`, save: options.save });
  tellExpected(expected);
}

await toExitCode(main);
