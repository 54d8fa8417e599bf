// @ts-check
// Before browser tests: a Chromium is there, or is installed where that is ours to do (root on Debian), or one line says how.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { findChromium, HOW_TO_GET_CHROMIUM } from './find-chromium.mjs';

const PACKAGES = ['chromium-headless-shell', 'chromium'];

/** @param {string[]} args */
function apt(args) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  return spawnSync('apt-get', args, { env, stdio: ['ignore', 'inherit', 'inherit'] }).status === 0;
}

try {
  let path = await findChromium();
  if (path === null && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log('chromium: not found, installing it with apt-get');
    // Not everywhere is there a package of the headless shell.
    if (apt(['update'])) PACKAGES.some((name) => apt(['install', '-y', '--no-install-recommends', name]));
    path = await findChromium();
  }
  if (path === null) throw new Error(HOW_TO_GET_CHROMIUM);
  console.log(`chromium: ${path}`);
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
