import { cpSync, mkdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const TINY = 'tests/fixtures/tiny';
/** One that nothing is wrong with, under a name that no server offers. */
export const GOOD = 'llama-gqa-tied-bf16';
const SHARDED = 'llama-rope-scaled-untied-f32-two-shards';

const HTML = '<!doctype html><html lang="en"><title>Not here</title><p>There is no such file.</p></html>\n';

/** A small checkpoint with one thing wrong, and how the lab must name it. */
export interface BadCheckpoint {
  readonly name: string;
  readonly base: string;
  readonly spoil: (folder: string) => void;
  /** What the error says. */
  readonly says: RegExp;
  /** What stands in its details. */
  readonly details: RegExp;
}

type Json = Record<string, unknown>;

const editJson = (path: string, edit: (json: Json) => void): void => {
  const json = JSON.parse(readFileSync(path, 'utf8')) as Json;
  edit(json);
  writeFileSync(path, JSON.stringify(json));
};

/** Rewrites a safetensors file's header; the numbers behind it stay as they are. */
function editHeader(path: string, edit: (header: Record<string, Json>) => void): void {
  const bytes = readFileSync(path);
  const end = 8 + Number(bytes.readBigUInt64LE(0));
  const header = JSON.parse(bytes.subarray(8, end).toString('utf8')) as Record<string, Json>;
  edit(header);
  const text = Buffer.from(JSON.stringify(header));
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(text.byteLength));
  writeFileSync(path, Buffer.concat([length, text, bytes.subarray(end)]));
}

/** Puts NaN into every number of one bfloat16 tensor. */
function spoilNumbers(path: string, tensor: string): void {
  const bytes = readFileSync(path);
  const start = 8 + Number(bytes.readBigUInt64LE(0));
  const header = JSON.parse(bytes.subarray(8, start).toString('utf8')) as Record<
    string,
    { data_offsets: [number, number] }
  >;
  const [from, to] = header[tensor]?.data_offsets ?? [0, 0];
  if (to === from) throw new Error(`no tensor ${tensor} in ${path}`);
  for (let at = start + from; at < start + to; at += 2) bytes.writeUInt16LE(0x7fc0, at);
  writeFileSync(path, bytes);
}

export const BAD_CHECKPOINTS: readonly BadCheckpoint[] = [
  {
    name: 'truncated',
    base: GOOD,
    spoil: (folder) => {
      truncateSync(join(folder, 'model.safetensors'), 100_000);
    },
    says: /model\.safetensors: the file is cut short/,
    details: /the file has 100000/,
  },
  {
    name: 'wrong-shape',
    base: GOOD,
    spoil: (folder) => {
      editHeader(join(folder, 'model.safetensors'), (header) => {
        const entry = header['model.layers.0.mlp.down_proj.weight'] as { shape: number[] };
        entry.shape.reverse();
      });
    },
    says: /"model\.layers\.0\.mlp\.down_proj\.weight" has another shape/,
    details: /found \[64, 48\], needed \[48, 64\]/,
  },
  {
    name: 'unknown-kind',
    base: GOOD,
    spoil: (folder) => {
      editJson(join(folder, 'config.json'), (config) => {
        config['model_type'] = 'mamba';
        config['architectures'] = ['MambaForCausalLM'];
      });
    },
    says: /mamba/i,
    details: /mamba/i,
  },
  {
    name: 'html-tokenizer',
    base: GOOD,
    spoil: (folder) => {
      writeFileSync(join(folder, 'tokenizer.json'), HTML);
    },
    says: /tokenizer\.json is not JSON/,
    details: /<!doctype html>/,
  },
  {
    name: 'shard-outside',
    base: SHARDED,
    spoil: (folder) => {
      editJson(join(folder, 'model.safetensors.index.json'), (index) => {
        const map = index['weight_map'] as Record<string, string>;
        for (const tensor of Object.keys(map)) map[tensor] = `../${GOOD}/model.safetensors`;
      });
    },
    says: /points outside the checkpoint's folder/,
    details: /\.\.\/llama/,
  },
  {
    name: 'not-a-number',
    base: GOOD,
    spoil: (folder) => {
      spoilNumbers(join(folder, 'model.safetensors'), 'model.norm.weight');
    },
    says: /not a number/,
    details: /NaN/,
  },
];

/** A checkpoint that is sound, but too small for any of our items. */
export const SHORT_WINDOW = 'short-window';

/** Writes one bad checkpoint below `root`; gives its folder. */
export function writeBad(root: string, { name, base, spoil }: BadCheckpoint): string {
  const folder = copyOf(root, name, base);
  spoil(folder);
  return folder;
}

export function writeShortWindow(root: string): string {
  const folder = copyOf(root, SHORT_WINDOW, GOOD);
  editJson(join(folder, 'config.json'), (config) => {
    config['max_position_embeddings'] = 64;
  });
  return folder;
}

/** A folder with files of a checkpoint, without its config.json. */
export function writeWithoutConfig(root: string): string {
  const folder = copyOf(root, 'without-config', GOOD);
  rmSync(join(folder, 'config.json'));
  return folder;
}

/** A folder in which two checkpoints lie. */
export function writeTwo(root: string): string {
  const folder = join(root, 'two');
  copyOf(folder, 'one', GOOD);
  copyOf(folder, 'other', SHARDED);
  return folder;
}

export function copyOf(root: string, name: string, base = GOOD): string {
  const folder = join(root, name);
  mkdirSync(folder, { recursive: true });
  cpSync(join(TINY, base), folder, { recursive: true });
  return folder;
}
