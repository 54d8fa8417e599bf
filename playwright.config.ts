import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import { CHROMIUM_FLAGS, findChromium, HOW_TO_GET_CHROMIUM } from './scripts/find-chromium.mjs';
import { freePort } from './scripts/server.mjs';

const executablePath = await findChromium();
if (executablePath === null) throw new Error(HOW_TO_GET_CHROMIUM);

/** One free port for each server; the workers read this file again and inherit the choice by the environment. */
async function portFor(variable: string): Promise<number> {
  const port = Number((process.env[variable] ??= String(await freePort())));
  return port;
}

async function lab(variable: string, checkpoints: string) {
  const port = await portFor(variable);
  const url = `http://127.0.0.1:${port}/`;
  const command = `node scripts/start.mjs --no-open --port ${port} ${checkpoints}`;
  // The first of the servers builds the page when the sources have changed.
  return { url, server: { command, url, timeout: 180_000, reuseExistingServer: false } };
}

/**
 * The browser compiles what it has run for a while a second time, better, beside everything else. On models this small that
 * costs a fifth of a run and never pays; with this budget (the browser's own is 13 million) only what is truly hot is compiled
 * again. Both ways compute the same, and real weights are run with the browser's own budget.
 */
const FEWER_COMPILED_TWICE = '--js-flags=--wasm-tiering-budget=100000000';

const fixtures = await lab('LAB_FIXTURES_PORT', '--no-built-in --checkpoints tests/fixtures/tiny');
const real = await lab('LAB_REAL_PORT', '');

export default defineConfig({
  testDir: 'tests/e2e',
  // Tests share nothing but the server, and nothing in them is timed: what one waits for, another uses.
  workers: Math.min(2, availableParallelism()),
  fullyParallel: true,
  forbidOnly: true,
  // Patience only: somebody else may have the other core.
  timeout: 120_000,
  expect: { timeout: 15_000 },
  reporter: 'list',
  use: {
    browserName: 'chromium',
    headless: true,
    // A page that keeps itself for offline answers requests that tests watch or change; tests/e2e/built-in allows it.
    serviceWorkers: 'block',
    launchOptions: { executablePath, args: CHROMIUM_FLAGS },
    // A trace of every test costs as much as the tests; `--trace retain-on-failure` asks for it.
    trace: 'off',
  },
  projects: [
    {
      name: 'fixtures',
      testIgnore: 'real/**',
      use: {
        baseURL: fixtures.url,
        launchOptions: { executablePath, args: [...CHROMIUM_FLAGS, FEWER_COMPILED_TWICE] },
      },
    },
    {
      name: 'real',
      testMatch: 'real/**/*.spec.ts',
      // One engine with real weights takes all cores there are.
      workers: 1,
      timeout: 600_000,
      use: { baseURL: real.url },
    },
  ],
  webServer: [fixtures.server, real.server],
});
