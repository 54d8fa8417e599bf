#!/usr/bin/env node
// @ts-check
// `npm run check`: every "check:" script of package.json, as many at a time as there are cores. None stops another; what
// each has to say comes in one piece, and only of those that fail all of it.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../', import.meta.url));
/** A linter that knows types holds more than a gigabyte. */
const MOST_AT_ONCE = 4;

/** @type {{ scripts: Record<string, string> }} */
const { scripts } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'));
// In the order of package.json: the longest first, so that none is left alone at the end.
const waiting = Object.keys(scripts).filter((name) => name.startsWith('check:'));
/** @type {string[]} */
const failed = [];

/** @param {string} name @returns {Promise<void>} */
function run(name) {
  const began = performance.now();
  return new Promise((ended) => {
    let said = '';
    const child = spawn('npm', ['run', '--silent', name], { cwd: root, shell: process.platform === 'win32' });
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (part) => {
        said += part;
      });
    child.on('error', (error) => {
      said += error.message;
    });
    child.on('close', (code) => {
      const seconds = ((performance.now() - began) / 1000).toFixed(1);
      console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${name} (${scripts[name]}), ${seconds} s`);
      if (code !== 0) {
        failed.push(name);
        console.log(said.trimEnd());
      }
      ended();
    });
  });
}

async function lane() {
  for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) await run(name);
}

await Promise.all(Array.from({ length: Math.min(availableParallelism(), MOST_AT_ONCE) }, lane));
if (failed.length > 0) {
  console.error(`check: ${failed.join(', ')} failed`);
  process.exitCode = 1;
}
