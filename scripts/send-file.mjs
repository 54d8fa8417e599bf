// @ts-check
// One file as an answer: whole or a range of it, compressed where there is a copy, unchanged, or spoilt on purpose.
import { createReadStream } from 'node:fs';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { accepts, encodedCopies } from './encoded-copy.mjs';
import { readRange, typeOf } from './served-file.mjs';

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
 *   | { kind: 'shared-line', take: (bytes: number) => Promise<void> }
 *   | { kind: 'no-ranges' }
 * )} Fault
 *   answer: this instead (HTML with 200, 503, …); cut: the connection breaks after so many bytes; shorten: the file ends
 *   early and the length says so; silence: never answered; no-ranges: Range is ignored, as some hosts do; shared-line: bytes
 *   leave when the line that several requests share has room for them.
 */

/** @param {Response} response @param {number} status @param {string} text @param {Record<string, string>} [headers] */
export function say(response, status, text, headers = {}) {
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

/** How many bytes a shared line is asked to take at a time. */
const LINE_BYTES = 16_384;

/** @param {(bytes: number) => Promise<void>} take */
const overLine = (take) =>
  new Transform({
    async transform(chunk, _encoding, done) {
      for (let at = 0; at < chunk.length; at += LINE_BYTES) {
        const part = chunk.subarray(at, at + LINE_BYTES);
        await take(part.length);
        this.push(part);
      }
      done();
    },
  });

/** Faults that are said in bytes of the file itself. */
const IN_BYTES_OF_FILE = ['cut', 'shorten', 'no-ranges'];

/**
 * @param {Request} request @param {Response} response
 * @param {import('./served-file.mjs').FoundFile} file
 * @param {Record<string, string>} headers @param {Fault | undefined} fault
 * @returns {Promise<number>} bytes of the body that went out
 */
export async function sendFile(request, response, file, headers, fault) {
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

  // A range is one of the file itself; its compressed copy has other bytes, so its mark is a weak one.
  const copies =
    fault !== undefined && IN_BYTES_OF_FILE.includes(fault.kind)
      ? []
      : await encodedCopies(file.path, file.modified);
  if (copies.length > 0) about['Vary'] = 'Accept-Encoding';
  const copy =
    request.headers.range === undefined
      ? copies.find(({ coding }) => accepts(request.headers['accept-encoding'], coding))
      : undefined;
  if (copy !== undefined) about['ETag'] = `W/${file.etag}`;

  const noneMatch = request.headers['if-none-match'];
  const since = Date.parse(request.headers['if-modified-since'] ?? '');
  const unchanged =
    noneMatch === undefined
      ? file.modified.getTime() <= since
      : noneMatch.split(',').some((tag) => ['*', file.etag].includes(tag.trim().replace(/^W\//, '')));
  if (unchanged) {
    response.writeHead(304, about);
    response.end();
    return 0;
  }

  if (copy !== undefined) {
    about['Content-Encoding'] = copy.coding;
    about['Content-Length'] = String(copy.bytes);
    response.writeHead(200, about);
    if (request.method === 'HEAD') {
      response.end();
      return 0;
    }
    await stream(createReadStream(copy.path), response, fault);
    return copy.bytes;
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
    return 0;
  }
  const [first, last] = range.kind === 'part' ? [range.first, range.last] : [0, size - 1];
  about['Content-Length'] = String(last - first + 1);
  if (range.kind === 'part') about['Content-Range'] = `bytes ${first}-${last}/${size}`;
  response.writeHead(range.kind === 'part' ? 206 : 200, about);
  if (request.method === 'HEAD' || last < first) {
    response.end();
    return 0;
  }
  if (fault?.kind === 'cut') {
    const end = Math.min(last, first + fault.afterBytes - 1);
    if (end >= first)
      for await (const part of createReadStream(file.path, { start: first, end })) response.write(part);
    // Give what was written a moment to leave, then break the connection in the middle of the body.
    await wait(50);
    response.destroy();
    return 0;
  }
  await stream(createReadStream(file.path, { start: first, end: last }), response, fault);
  return last - first + 1;
}

/** @param {import('node:stream').Readable} source @param {Response} response @param {Fault | undefined} fault */
async function stream(source, response, fault) {
  if (fault?.kind === 'throttle') await pipeline(source, throttle(fault.bytesPerSecond), response);
  else if (fault?.kind === 'shared-line') await pipeline(source, overLine(fault.take), response);
  else await pipeline(source, response);
}
