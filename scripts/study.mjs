#!/usr/bin/env node
// @ts-check
// `npm run study -- probe …` and `npm run study -- rollouts …`: the lab without a page. Each lane is a file of its own.
import { Stop } from './stop.mjs';
import { PROBE_USAGE, probeLane } from './study-probe.mjs';
import { rolloutsLane, ROLLOUTS_USAGE } from './study-rollouts.mjs';

/** @type {Readonly<Record<string, (args: string[]) => Promise<void>>>} */
const LANES = { probe: probeLane, rollouts: rolloutsLane };

async function main() {
  const [word, ...args] = process.argv.slice(2);
  if (word === '--help' || word === '-h') {
    console.log(`usage: ${PROBE_USAGE}\n\nor: ${ROLLOUTS_USAGE}`);
    return;
  }
  const lane = word !== undefined && Object.hasOwn(LANES, word) ? LANES[word] : undefined;
  if (lane === undefined)
    throw new Stop(
      `study: the first word must be "probe" or "rollouts"${word === undefined ? '' : `, not "${word}"`} (see --help)`,
    );
  await lane(args);
}

main().catch((error) => {
  console.error(error instanceof Stop ? error.message : error);
  process.exitCode ??= 1;
});
