// @ts-check
// Lays compressed copies beside the large files of the built page: .br and .gz, as many static hosts and our own server send
// them. Made once for each content; brotli takes its time over the runtime.
import { createHash, randomUUID } from 'node:crypto';
import { constants as modes } from 'node:fs';
import { copyFile, mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const WORTH_IT = new Set([
  '.js',
  '.mjs',
  '.css',
  '.html',
  '.json',
  '.jsonl',
  '.svg',
  '.wasm',
  '.safetensors',
]);
const SMALLEST_BYTES = 2_048;
/** The best quality takes five times as long for an eighth less. */
const BROTLI_QUALITY = 9;
const AT_ONCE = 4;

/** @type {{ suffix: string, pack: (bytes: Buffer) => Promise<Buffer> }[]} */
const CODINGS = [
  {
    suffix: '.br',
    pack: (bytes) =>
      promisify(brotliCompress)(bytes, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
          [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
          [constants.BROTLI_PARAM_LGWIN]: 22,
        },
      }),
  },
  { suffix: '.gz', pack: (bytes) => promisify(gzip)(bytes, { level: 9 }) },
];

/** @param {string} root the repository @param {string} dist folder of the built page */
export async function layCompressedCopies(root, dist) {
  const cache = join(root, '.cache', 'compressed');
  await mkdir(cache, { recursive: true });
  const entries = await readdir(dist, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile() && WORTH_IT.has(extname(entry.name)))
    .map((entry) => join(entry.parentPath, entry.name));
  const lane = async () => {
    for (let file = files.shift(); file !== undefined; file = files.shift()) await layOne(cache, file);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
}

/** @param {string} cache @param {string} file */
async function layOne(cache, file) {
  const bytes = await readFile(file);
  if (bytes.length < SMALLEST_BYTES) return;
  const key = createHash('sha256').update(`${BROTLI_QUALITY} `).update(bytes).digest('hex');
  for (const { suffix, pack } of CODINGS) {
    const made = join(cache, key + suffix);
    const packed = (await readIfThere(made)) ?? (await pack(bytes));
    // One that saves little only costs the reader its unpacking.
    if (packed.length > 0.95 * bytes.length) continue;
    await writeFile(file + suffix, packed);
    // Two files may hold the same bytes and be packed side by side: each has a part of its own until it is whole.
    const part = `${made}.${randomUUID()}`;
    await copyFile(file + suffix, part, modes.COPYFILE_FICLONE);
    await rename(part, made);
  }
}

/** @param {string} file */
async function readIfThere(file) {
  try {
    return await readFile(file);
  } catch {
    return null;
  }
}
