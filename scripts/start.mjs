#!/usr/bin/env node
// @ts-check
// `npm start`: builds the page when needed, serves it on this computer, opens it.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { buildPageIfNeeded } from './build-page.mjs';
import { listCheckpoints } from './checkpoint-index.mjs';
import { startServer, withBuiltIns } from './server.mjs';
import { Stop, toExitCode } from './stop.mjs';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const DEFAULT_PORT = 4173;
const USAGE = `usage: npm start [-- options]
  --port N             this port and no other (default: ${DEFAULT_PORT}, or a free one near it)
  --host ADDRESS       listen there (default 127.0.0.1: only this computer)
  --no-open            do not open a browser
  --checkpoints DIR    serve checkpoints from here instead of ./checkpoints (may be given more than once)
  --no-built-in        do not offer the checkpoints that come with the page
  --base /sub/path/    serve below a sub-path
  --plain              serve like a plain static host, without isolation headers: one thread`;

function readOptions() {
  let values;
  try {
    ({ values } = parseArgs({
      options: {
        port: { type: 'string' },
        host: { type: 'string', default: '127.0.0.1' },
        'no-open': { type: 'boolean', default: false },
        checkpoints: { type: 'string', multiple: true },
        'no-built-in': { type: 'boolean', default: false },
        base: { type: 'string', default: '/' },
        plain: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    }));
  } catch (error) {
    throw new Stop(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`);
  }
  const port = values.port === undefined ? null : Number(values.port);
  if (port !== null && !(Number.isInteger(port) && port >= 0 && port <= 65535))
    throw new Stop(`--port ${values.port}: not a port number (0 to 65535)`);
  if (!/^\/(.*\/)?$/.test(values.base)) throw new Stop(`--base ${values.base}: must begin and end with '/'`);
  for (const folder of values.checkpoints ?? [])
    if (!existsSync(folder)) throw new Stop(`--checkpoints ${folder}: no such folder`);
  return { ...values, port };
}

/** @param {string} url */
function openInBrowser(url) {
  const hasDisplay =
    ['darwin', 'win32'].includes(process.platform) ||
    Boolean(process.env['DISPLAY'] || process.env['WAYLAND_DISPLAY']);
  if (!hasDisplay) return;
  const [command, args] =
    process.platform === 'darwin'
      ? ['open', [url]]
      : process.platform === 'win32'
        ? ['cmd', ['/c', 'start', '', url]]
        : ['xdg-open', [url]];
  const child = spawn(command, args, { detached: true, stdio: 'ignore' });
  // No opener on this computer: the printed address is enough.
  child.on('error', () => undefined);
  child.unref();
}

async function main() {
  const options = readOptions();
  if (options.help) {
    console.log(USAGE);
    return;
  }
  const dist = buildPageIfNeeded(root, console.log);
  const own = (options.checkpoints ?? [join(root, 'checkpoints')]).map((folder) => resolve(folder));
  const folders = options['no-built-in'] ? own : withBuiltIns(dist, own);
  const server = await startServer({
    dist,
    checkpoints: folders,
    base: options.base,
    isolated: !options.plain,
    host: options.host,
    port: options.port ?? DEFAULT_PORT,
    orNextFree: options.port === null,
  }).catch((error) => {
    throw new Stop(`Cannot listen on ${options.host}: ${error.message}`);
  });

  const isEverywhere = ['0.0.0.0', '::'].includes(options.host);
  const url = isEverywhere ? `http://127.0.0.1:${server.port}${options.base}` : server.url;
  console.log(`Backfire Lab: ${url}`);
  if (isEverywhere)
    console.log('Other computers reach it over plain http, where browsers allow one thread only.');
  const { checkpoints } = await listCheckpoints(folders);
  for (const { name, files } of checkpoints) {
    const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
    console.log(`Checkpoint here: ${name} (${(bytes / 1e6).toFixed(1)} MB)`);
  }
  if (checkpoints.length === 0)
    console.log(
      `No checkpoint in ${own.map((folder) => relative(process.cwd(), folder) || folder).join(', ')}. To make one: npm run mirror`,
    );
  console.log('Ctrl+C stops the server.');
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.once(signal, () => void server.close().then(() => process.exit(0)));
  }
  if (!options['no-open']) openInBrowser(url);
}

await toExitCode(main);
