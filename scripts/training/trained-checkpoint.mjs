// @ts-check
// One trained stage as it lies in a training's output, looked through before anything is copied.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sha256 } from '../probes/item-set.mjs';
import { Stop } from '../stop.mjs';
import { idOf } from './built-in-stages.mjs';

/** @typedef {import('../../src/checkpoint/graph/index.ts').Architecture} Architecture */
/** @typedef {typeof import('../../src/checkpoint/graph/index.ts')} GraphRoom */
/** @typedef {{ contextIds: number[], candidateIds: number[], logprobsNats: number[] }} SelfCheck */
/**
 * @typedef {object} Trained
 * @property {import('./built-in-stages.mjs').Branch} branch
 * @property {string} stage
 * @property {string} id
 * @property {ReadonlyMap<string, Buffer>} files by name, as they are to lie in the checkpoint's folder
 * @property {Architecture} architecture
 * @property {number} parameters
 * @property {unknown} exam what the trainer's own examination said
 * @property {unknown} recipe
 * @property {SelfCheck} selfCheck
 */

const FILES = ['config.json', 'model.safetensors', 'tokenizer.json', 'tokenizer_config.json'];

/** @param {string} path @param {string} [purpose] */
function read(path, purpose = '') {
  if (!existsSync(path)) throw new Stop(`${path}: there is no such file${purpose}`);
  return readFileSync(path);
}

/** @param {string} path @param {Buffer} bytes @returns {any} */
function jsonOf(path, bytes) {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch (error) {
    throw new Stop(`${path}: not JSON (${error instanceof Error ? error.message : String(error)})`);
  }
}

/** @template T @param {string} path @param {{ ok: true, value: T } | { ok: false, error: { happened: string, details: string } }} result */
function valueOf(path, result) {
  if (result.ok) return result.value;
  throw new Stop(`${path}: ${result.error.happened} ${result.error.details}`.trim());
}

/**
 * Reads a stage with all that its card needs; whatever is missing or does not fit is a Stop.
 * @param {{ from: string, references: string, edition: number }} places @param {import('./built-in-stages.mjs').Shipped} shipped
 * @param {GraphRoom} graph @returns {Trained}
 */
export function readTrained({ from, references, edition }, { branch, stage }, graph) {
  const folder = join(from, 'hf', stage);
  const files = new Map(FILES.map((name) => [name, read(join(folder, name))]));
  const weights = /** @type {Buffer} */ (files.get('model.safetensors')); // read above
  const { architecture, parameters } = looked(folder, files, weights, graph);
  const tokenizer = join(folder, 'tokenizer_config.json');
  if (typeof jsonOf(tokenizer, read(tokenizer)).chat_template !== 'string')
    throw new Stop(`${tokenizer}: it has no chat_template`);
  const [recipe, exam] = ['recipe.json', join('exams', `${stage}.json`)].map((name) => {
    const path = join(from, name);
    return jsonOf(path, read(path, ', and the model card needs it'));
  });
  const path = join(references, `built-in-${edition}.${idOf(branch)}.json`);
  const reference = jsonOf(path, read(path, '; make it with oracle/built_in_references.py'));
  if (reference.provenance?.weightsSha256?.['model.safetensors'] !== sha256(weights))
    throw new Stop(
      `${path}: made of other weights than ${folder}; make it anew with oracle/built_in_references.py`,
    );
  return {
    ...{ branch, stage, id: idOf(branch), files, architecture, parameters, exam, recipe },
    selfCheck: reference.selfCheck,
  };
}

/**
 * A pure Llama with all its tensors in bfloat16, by the page's own reading.
 * @param {string} folder @param {ReadonlyMap<string, Buffer>} files @param {Buffer} weights @param {GraphRoom} graph
 */
function looked(
  folder,
  files,
  weights,
  { PREFIX_BYTES, readConfig, readHeaderLength, readSafetensorsHeader, takeInventory },
) {
  const config = join(folder, 'config.json');
  const architecture = valueOf(config, readConfig(files.get('config.json')?.toString('utf8') ?? ''));
  const { family, attentionBias, queryKeyNorm, rotaryScaling } = architecture;
  if (family !== 'llama' || attentionBias !== 'none' || queryKeyNorm || rotaryScaling.kind !== 'none')
    throw new Stop(`${config}: not a pure Llama (no bias, no norm of heads, no rotary scaling)`);
  const file = join(folder, 'model.safetensors');
  const length = valueOf(file, readHeaderLength(file, weights.subarray(0, PREFIX_BYTES), weights.length));
  const header = weights.subarray(PREFIX_BYTES, PREFIX_BYTES + length);
  const tensors = valueOf(file, readSafetensorsHeader(file, header, weights.length));
  const other = tensors.find(({ dtype }) => dtype !== 'BF16');
  if (other !== undefined) throw new Stop(`${file}: ${other.name} is ${other.dtype}, not BF16`);
  const shard = { file, fileBytes: weights.length, tensors };
  const { parameters } = valueOf(file, takeInventory(architecture, [shard], null));
  return { architecture, parameters };
}
