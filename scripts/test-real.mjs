#!/usr/bin/env node
// @ts-check
// `npm run test:real`: the mirrored checkpoint against committed reference scores. Needs Python 3 and its package index, not
// torch. Steps run in order and the first failure ends it; arguments are handed to the browser tests.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const bin = (/** @type {string} */ name) => join(root, 'node_modules', '.bin', name);

const steps = [
  { name: 'mirror', command: process.execPath, args: ['scripts/mirror/mirror.mjs'] },
  { name: 'tokens', command: bin('vitest'), args: ['run', '--config', 'vitest.real.config.ts'] },
  { name: 'browser', command: process.execPath, args: ['scripts/ensure-chromium.mjs'] },
  {
    name: 'page',
    command: bin('playwright'),
    args: ['test', '--project=real', ...process.argv.slice(2)],
  },
];

if (!existsSync(bin('playwright'))) {
  console.error('test:real: the tools are missing. Run: npm ci');
  process.exit(1);
}
for (const { name, command, args } of steps) {
  const began = performance.now();
  const { status } = spawnSync(command, args, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
  });
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  console.log(`test:real: ${name} ${status === 0 ? 'passed' : 'FAILED'} in ${seconds} s`);
  if (status !== 0) process.exit(status ?? 1);
}
