// @ts-check
// The one static server of the lab: `npm start`, `npm run study` and the browser tests use it. It serves a built page and,
// below it, folders of checkpoints. Nothing else: no listing, no upload, no fall-back page for a missing file.
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { listCheckpoints } from './checkpoint-index.mjs';
import { say, sendFile } from './send-file.mjs';
import { findBelow, safeParts } from './served-file.mjs';

/**
 * @typedef {import('node:http').IncomingMessage} Request
 * @typedef {import('node:http').ServerResponse} Response
 * @typedef {import('./send-file.mjs').Fault} Fault
 *
 * @typedef {object} ServerOptions
 * @property {string} dist folder of the built page
 * @property {readonly string[]} [checkpoints] folders served together at `<base>checkpoints/`; the first that has a file wins; none: what the built page itself has there, as on a plain static host
 * @property {readonly { at: string, folder: string }[]} [mounts] more folders, `at` relative to base and ending with '/'
 * @property {string} [base] sub-path, begins and ends with '/'
 * @property {boolean} [isolated] false: a plain static host, without the isolation and policy headers
 * @property {string} [host]
 * @property {number} [port] 0: any free one
 * @property {boolean} [orNextFree] true: where the port is taken, try the twenty after it, then any
 * @property {(path: string, request: Request) => Fault | undefined} [fault] asked for every request, path relative to base
 * @property {(path: string, bytes: number) => void} [sent] told of every body that was sent, as many bytes as went over the line
 */

const ISOLATION = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
};

/**
 * The Content-Security-Policy that the built page declares. A page's <meta> does not bind its workers, a header on their
 * scripts does, so the same policy is sent with every file.
 * @param {string} dist @returns {Promise<string | null>}
 */
async function policyOf(dist) {
  try {
    const html = await readFile(join(dist, 'index.html'), 'utf8');
    const meta = /<meta[^>]*http-equiv="Content-Security-Policy"[^>]*>/is.exec(html)?.[0];
    return (
      /content="([^"]*)"/is
        .exec(meta ?? '')?.[1]
        ?.replace(/\s+/g, ' ')
        .trim() ?? null
    );
  } catch {
    return null;
  }
}

/**
 * `checkpoints/` as a middleware: for the development server, which builds the page itself.
 * @param {readonly string[]} roots
 * @returns {(request: Request, response: Response, next: (error?: unknown) => void) => void}
 */
export function checkpointsMiddleware(roots) {
  return (request, response, next) => {
    const parts = safeParts((request.url ?? '/').split('?')[0] ?? '/');
    void answerCheckpoint(roots, parts, request, response, {}, undefined).catch(next);
  };
}

/**
 * @param {readonly string[]} roots @param {string[] | null} parts below checkpoints/
 * @param {Request} request @param {Response} response
 * @param {Record<string, string>} headers @param {Fault | undefined} fault
 * @returns {Promise<number>} bytes of the body that went out
 */
async function answerCheckpoint(roots, parts, request, response, headers, fault) {
  if (parts?.length === 1 && parts[0] === 'index.json') {
    const body = JSON.stringify(await listCheckpoints(roots));
    response.writeHead(200, {
      ...headers,
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Length': Buffer.byteLength(body),
      'Cache-Control': 'no-store',
    });
    if (request.method === 'HEAD') response.end();
    else await pipeline(Readable.from([body]), response);
    return Buffer.byteLength(body);
  }
  for (const root of parts ? roots : []) {
    const found = await findBelow(root, parts ?? []);
    if (found?.kind === 'file') return sendFile(request, response, found, headers, fault);
  }
  say(response, 404, 'no such file', headers);
  return 0;
}

/**
 * The checkpoints that come with the page, before others: the first that is offered is the one a visitor begins with.
 * @param {string} dist folder of the built page @param {readonly string[]} folders
 * @returns {string[]} for ServerOptions.checkpoints
 */
export const withBuiltIns = (dist, folders) => [join(dist, 'checkpoints'), ...folders];

/** @param {ServerOptions} options */
function handlerOf(options) {
  const { dist, checkpoints = [], mounts = [], base = '/', isolated = true } = options;
  if (!/^\/(.*\/)?$/.test(base)) throw new Error(`base must begin and end with '/': ${base}`);

  /** @param {Request} request @param {Response} response */
  return async (request, response) => {
    const [rawPath = '/', query] = (request.url ?? '/').split('?', 2);
    const policy = isolated ? await policyOf(dist) : null;
    /** @type {Record<string, string>} */
    const headers = isolated ? { ...ISOLATION } : {};
    if (policy !== null) headers['Content-Security-Policy'] = policy;

    if (request.method !== 'GET' && request.method !== 'HEAD') {
      say(response, 405, 'only GET and HEAD', { ...headers, Allow: 'GET, HEAD' });
      return;
    }
    if (`${rawPath}/` === base) {
      response.writeHead(301, { ...headers, Location: base + (query ? `?${query}` : '') });
      response.end();
      return;
    }
    const path = rawPath.startsWith(base) ? rawPath.slice(base.length) : null;
    const fault = path === null ? undefined : options.fault?.(path, request);
    if (fault?.kind === 'silence') return;
    if (fault?.kind === 'wait') await wait(fault.ms);
    if (fault?.kind === 'answer') {
      response.writeHead(fault.status, { ...headers, 'Content-Type': fault.type });
      response.end(request.method === 'HEAD' ? undefined : fault.body);
      return;
    }
    const parts = path === null ? null : safeParts(`/${path}`);
    if (!parts) {
      say(response, 404, 'no such file', headers);
      return;
    }
    if (parts[0] === 'checkpoints' && checkpoints.length > 0) {
      const bytes = await answerCheckpoint(checkpoints, parts.slice(1), request, response, headers, fault);
      options.sent?.(parts.join('/'), bytes);
      return;
    }
    const mount = mounts.find(({ at }) => `/${parts.join('/')}`.startsWith(`/${at}`));
    const found = mount
      ? await findBelow(mount.folder, parts.slice(mount.at.split('/').length - 1))
      : await findBelow(dist, parts.at(-1) === '' ? [...parts.slice(0, -1), 'index.html'] : parts);
    if (found?.kind !== 'file') {
      say(response, 404, 'no such file', headers);
      return;
    }
    const bytes = await sendFile(request, response, found, headers, fault);
    options.sent?.(parts.join('/'), bytes);
  };
}

/**
 * Listens, and says where.
 * @param {ServerOptions} options
 * @returns {Promise<{ url: string, port: number, close: () => Promise<void> }>}
 */
export async function startServer(options) {
  const { host = '127.0.0.1', port = 0, orNextFree = false, base = '/' } = options;
  const handle = handlerOf({ ...options, dist: resolve(options.dist) });
  const server = createServer((request, response) => {
    handle(request, response).catch((error) => {
      // A reader that went away is no fault of ours; anything else must be seen.
      if (error?.code !== 'ERR_STREAM_PREMATURE_CLOSE') console.error(`server: ${request.url}: ${error}`);
      if (response.headersSent) response.destroy();
      else say(response, 500, 'the server failed on this file');
    });
  });
  const tries = orNextFree ? [...Array.from({ length: 21 }, (_, more) => port + more), 0] : [port];
  for (const [index, candidate] of tries.entries()) {
    try {
      await new Promise((done, fail) => {
        server.once('error', fail);
        server.listen(candidate, host, () => {
          server.off('error', fail);
          done(undefined);
        });
      });
      break;
    } catch (error) {
      const taken = /** @type {NodeJS.ErrnoException} */ (error).code === 'EADDRINUSE';
      if (taken && index < tries.length - 1) continue;
      if (taken) throw new Error(`port ${candidate} is taken`, { cause: error });
      throw error;
    }
  }
  const address = server.address();
  const at = address !== null && typeof address === 'object' ? address.port : port;
  const shown = host.includes(':') ? `[${host}]` : host;
  return {
    url: `http://${shown}:${at}${base}`,
    port: at,
    close: () =>
      new Promise((done) => {
        server.close(() => done(undefined));
        server.closeAllConnections();
      }),
  };
}

/** A port that is free at this moment on this computer. */
export async function freePort() {
  const server = createServer();
  await new Promise((done) => server.listen(0, '127.0.0.1', () => done(undefined)));
  const address = server.address();
  await new Promise((done) => server.close(() => done(undefined)));
  if (address === null || typeof address !== 'object') throw new Error('no free port');
  return address.port;
}
