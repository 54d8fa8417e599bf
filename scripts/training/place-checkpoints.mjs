// @ts-check
// Copies trained stages to where the page serves its built-in checkpoints, each with its lab card and its model card.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { writeBuiltInIndex } from '../built-in-index.mjs';
import { sha256 } from '../probes/item-set.mjs';
import { Stop } from '../stop.mjs';
import { modelCard, nameOf } from './model-card.mjs';
import { readTrained } from './trained-checkpoint.mjs';

/** What thirty laptops behind one line can fetch at once. */
const MOST_BYTES = 3.5e6;
const CARD = 'lab-card.json';

/** One list of numbers a line. @param {unknown} value */
const jsonText = (value) =>
  `${JSON.stringify(value, null, 2).replace(/\[\s+(-?[\d.][^[\]{}"]*?)\s+\]/g, (_, inner) => `[${inner.replace(/\s+/g, ' ')}]`)}\n`;

/** @param {import('./trained-checkpoint.mjs').Trained} trained @param {ReadonlyMap<string, Buffer>} files all but the card */
const cardOf = ({ id, stage, selfCheck, ...trained }, files) => ({
  name: nameOf({ id, stage, selfCheck, ...trained }),
  id,
  scope: 'ToolShed only',
  licence: 'MIT',
  source: `scripts/training, stage ${stage}`,
  files: [...files].map(([path, bytes]) => ({ path, bytes: bytes.length, sha256: sha256(bytes) })),
  selfCheck,
});

/** @param {string | null} path */
function readVerified(path) {
  if (path === null) return null;
  if (!existsSync(path)) throw new Stop(`--verified ${path}: there is no such file`);
  return { file: basename(path), result: JSON.parse(readFileSync(path, 'utf8')) };
}

/**
 * What is measured of other weights must not stand in the card of these.
 * @param {ReturnType<typeof readVerified>} verified @param {import('./trained-checkpoint.mjs').Trained} trained
 */
function checkVerified(verified, { stage, files }) {
  const found = verified?.result.stages?.find((/** @type {{ stage: string }} */ one) => one.stage === stage);
  const weights = sha256(files.get('model.safetensors') ?? Buffer.alloc(0));
  if (found !== undefined && found.weightsSha256 !== weights)
    throw new Stop(`--verified ${verified?.file}: its ${stage} has other weights`);
}

/**
 * All stages are read and checked before the first file is written.
 * @param {{ from: string, to: string, references: string, edition: number, verified: string | null, stages: readonly import('./built-in-stages.mjs').Shipped[] }} asked
 * @param {import('./trained-checkpoint.mjs').GraphRoom} graph
 * @returns {Promise<string[]>} a line for each
 */
export async function placeCheckpoints({ from, to, references, edition, verified: path, stages }, graph) {
  const verified = readVerified(path);
  const ready = stages.map((shipped) => {
    const trained = readTrained({ from, references, edition }, shipped, graph);
    checkVerified(verified, trained);
    const card = Buffer.from(modelCard(trained, verified));
    const described = new Map([...trained.files, ['README.md', card]]);
    const files = new Map([...described, [CARD, Buffer.from(jsonText(cardOf(trained, described)))]]);
    const bytes = [...files.values()].reduce((sum, { length }) => sum + length, 0);
    if (bytes > MOST_BYTES)
      throw new Stop(
        `${from}, ${shipped.stage}: ${(bytes / 1e6).toFixed(2)} MB, more than ${MOST_BYTES / 1e6} MB`,
      );
    return { trained, files, bytes };
  });
  for (const { trained, files } of ready) {
    const folder = join(to, trained.id);
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    for (const [name, bytes] of files) writeFileSync(join(folder, name), bytes);
  }
  await writeBuiltInIndex(to);
  return ready.map(
    ({ trained, bytes }) => `${trained.id}: ${nameOf(trained)}, ${(bytes / 1e6).toFixed(2)} MB`,
  );
}
