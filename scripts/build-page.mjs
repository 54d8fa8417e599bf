// @ts-check
// Builds dist/ when the sources have changed: `npm start`, `npm run study` and `npm run bench` begin with it.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { reasonToBuild } from './build-freshness.mjs';
import { Stop } from './stop.mjs';

/**
 * @param {string} root the repository
 * @param {(line: string) => void} say told when there is something to wait for
 * @returns {string} the folder of the built page
 */
export function buildPageIfNeeded(root, say) {
  const dist = join(root, 'dist');
  const reason = reasonToBuild(root, dist);
  if (reason === null) return dist;
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  if (!existsSync(vite)) throw new Stop(`${reason}, and the tools to build it are missing. Run: npm ci`);
  say(`Building the page: ${reason}.`);
  // What the build says goes to stderr: stdout may carry results.
  const { status } = spawnSync(process.execPath, [vite, 'build', '--logLevel', 'warn'], {
    cwd: root,
    stdio: ['ignore', 2, 2],
  });
  if (status !== 0) throw new Stop('The page could not be built; the lines above say why.');
  return dist;
}
