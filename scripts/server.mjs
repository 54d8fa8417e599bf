// @ts-check
// The one static server of the lab: `npm start`, `npm run study` and the browser tests use it. It serves a built page and,
// below it, folders of checkpoints. Nothing else: no listing, no upload, no fall-back page for a missing file.
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join, resolve } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { listCheckpoints } from './checkpoint-index.mjs';
import { findBelow, readRange, safeParts, typeOf } from './served-file.mjs';

/**
 * @typedef {import('node:http').IncomingMessage} Request
 * @typedef {import('node:http').ServerResponse} Response
 *
 * A way to answer badly, for tests:
 * @typedef {(
 *   | { kind: 'answer', status: number, type: string, body: string }
 *   | { kind: 'cut', afterBytes: number }
 *   | { kind: 'shorten', toBytes: number }
 *   | { kind: 'wait', ms: number }
 *   | { kind: 'silence' }
 *   | { kind: 'throttle', bytesPerSecond: number }
 *   | { kind: 'no-ranges' }
 * )} Fault
 *   answer: this instead (HTML with 200, 503, …); cut: the connection breaks after so many bytes; shorten: the file ends
 *   early and the length says so; silence: never answered; no-ranges: Range is ignored, as some hosts do.
 *
 * @typedef {object} ServerOptions
 * @property {string} dist folder of the built page
 * @property {readonly string[]} [checkpoints] folders served together at `<base>checkpoints/`; the first that has a file wins; none: no such place
 * @property {readonly { at: string, folder: string }[]} [mounts] more folders, `at` relative to base and ending with '/'
 * @property {string} [base] sub-path, begins and ends with '/'
 * @property {boolean} [isolated] false: a plain static host, without the isolation and policy headers
 * @property {string} [host]
 * @property {number} [port] 0: any free one
 * @property {boolean} [orNextFree] true: where the port is taken, try the twenty after it, then any
 * @property {(path: string, request: Request) => Fault | undefined} [fault] asked for every request, path relative to base
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

/** @param {Response} response @param {number} status @param {string} text @param {Record<string, string>} [headers] */
function say(response, status, text, headers = {}) {
  const body = `${text}\n`;
  response.writeHead(status, {
    ...headers,
    'Content-Type': 'text/plain; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'no-store',
  });
  response.end(response.req.method === 'HEAD' ? undefined : body);
}

/** @param {number} bytesPerSecond */
const throttle = (bytesPerSecond) =>
  new Transform({
    async transform(chunk, _encoding, done) {
      const grain = Math.max(1, Math.ceil(bytesPerSecond / 20));
      for (let at = 0; at < chunk.length; at += grain) {
        await wait(50);
        this.push(chunk.subarray(at, at + grain));
      }
      done();
    },
  });

/**
 * @param {Request} request @param {Response} response
 * @param {NonNullable<Awaited<ReturnType<typeof findBelow>>> & { kind: 'file' }} file
 * @param {Record<string, string>} headers @param {Fault | undefined} fault
 */
async function sendFile(request, response, file, headers, fault) {
  const size = fault?.kind === 'shorten' ? Math.min(fault.toBytes, file.bytes) : file.bytes;
  /** @type {Record<string, string>} */
  const about = {
    ...headers,
    'Content-Type': typeOf(file.path),
    'Cache-Control': 'no-cache',
    ETag: file.etag,
    'Last-Modified': file.modified.toUTCString(),
  };
  if (fault?.kind !== 'no-ranges') about['Accept-Ranges'] = 'bytes';

  const noneMatch = request.headers['if-none-match'];
  const since = Date.parse(request.headers['if-modified-since'] ?? '');
  const unchanged =
    noneMatch === undefined
      ? file.modified.getTime() <= since
      : noneMatch.split(',').some((tag) => ['*', file.etag].includes(tag.trim().replace(/^W\//, '')));
  if (unchanged) {
    response.writeHead(304, about);
    response.end();
    return;
  }

  const ifRange = request.headers['if-range'];
  const stillSame = ifRange === undefined || ifRange === file.etag || ifRange === about['Last-Modified'];
  const range =
    stillSame && fault?.kind !== 'no-ranges'
      ? readRange(request.headers.range, size)
      : { kind: /** @type {const} */ ('whole') };
  if (range.kind === 'outside') {
    say(response, 416, 'this range lies outside the file', {
      ...headers,
      'Content-Range': `bytes */${size}`,
    });
    return;
  }
  const [first, last] = range.kind === 'part' ? [range.first, range.last] : [0, size - 1];
  about['Content-Length'] = String(last - first + 1);
  if (range.kind === 'part') about['Content-Range'] = `bytes ${first}-${last}/${size}`;
  response.writeHead(range.kind === 'part' ? 206 : 200, about);
  if (request.method === 'HEAD' || last < first) {
    response.end();
    return;
  }
  if (fault?.kind === 'cut') {
    const end = Math.min(last, first + fault.afterBytes - 1);
    if (end >= first)
      for await (const part of createReadStream(file.path, { start: first, end })) response.write(part);
    // Give what was written a moment to leave, then break the connection in the middle of the body.
    await wait(50);
    response.destroy();
    return;
  }
  const source = createReadStream(file.path, { start: first, end: last });
  if (fault?.kind === 'throttle') await pipeline(source, throttle(fault.bytesPerSecond), response);
  else await pipeline(source, response);
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
    return;
  }
  for (const root of parts ? roots : []) {
    const found = await findBelow(root, parts ?? []);
    if (found?.kind === 'file') return sendFile(request, response, found, headers, fault);
  }
  say(response, 404, 'no such file', headers);
}

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
      await answerCheckpoint(checkpoints, parts.slice(1), request, response, headers, fault);
      return;
    }
    const mount = mounts.find(({ at }) => `/${parts.join('/')}`.startsWith(`/${at}`));
    const found = mount
      ? await findBelow(mount.folder, parts.slice(mount.at.split('/').length - 1))
      : await findBelow(dist, parts.at(-1) === '' ? [...parts.slice(0, -1), 'index.html'] : parts);
    if (found?.kind === 'file') await sendFile(request, response, found, headers, fault);
    else say(response, 404, 'no such file', headers);
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
