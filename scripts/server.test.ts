import { mkdirSync, mkdtempSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeBuiltInIndex } from './built-in-index.mjs';
import { readRange, safeParts } from './served-file.mjs';
import { freePort, type ServerOptions, startServer, withBuiltIns } from './server.mjs';

const SECRET = 'nobody may read this';
let home = '';
let dist = '';
const running: { close: () => Promise<void> }[] = [];

beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'lab-server-'));
  dist = join(home, 'dist');
  const checkpoint = join(home, 'checkpoints', 'tiny');
  for (const folder of [join(dist, 'assets'), checkpoint, join(home, 'checkpoints', 'owner', 'nested')])
    mkdirSync(folder, { recursive: true });
  writeFileSync(join(home, 'secret.txt'), SECRET);
  writeFileSync(
    join(dist, 'index.html'),
    `<meta http-equiv="Content-Security-Policy" content="default-src\n 'self'" /><h1>lab</h1>`,
  );
  writeFileSync(join(dist, 'assets', 'a b.js'), 'export {}');
  writeFileSync(join(dist, 'assets', 'x.wasm'), '');
  writeFileSync(join(dist, '.hidden'), SECRET);
  symlinkSync(join(home, 'secret.txt'), join(dist, 'linked-out.txt'));
  symlinkSync(home, join(dist, 'linked-folder'));
  symlinkSync(join(dist, 'index.html'), join(dist, 'linked-inside.html'));
  writeFileSync(join(checkpoint, 'config.json'), '{}');
  writeFileSync(join(checkpoint, 'model.safetensors'), Buffer.from(Array.from({ length: 100 }, (_, i) => i)));
  const card = {
    id: 'ignored',
    name: 'Tiny',
    scope: 'ToolShed only',
    files: [{ path: 'config.json', sha256: 'ab' }],
  };
  writeFileSync(join(checkpoint, 'lab-card.json'), JSON.stringify(card));
  writeFileSync(join(home, 'checkpoints', 'owner', 'nested', 'config.json'), '{}');
  writeFileSync(join(home, 'checkpoints', 'owner', 'nested', 'lab-card.json'), 'not json');
});

afterAll(async () => {
  for (const server of running) await server.close();
  rmSync(home, { recursive: true });
});

async function serve(options: Partial<ServerOptions> = {}) {
  const server = await startServer({ dist, checkpoints: [join(home, 'checkpoints')], ...options });
  running.push(server);
  return server;
}

/** Sends a request line as it stands: clients tidy paths before they send them. */
async function raw(port: number, target: string, method = 'GET'): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(`${method} ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
    });
    socket.on('data', (part) => (answer += part.toString('latin1')));
    socket.on('close', () => {
      resolve(answer);
    });
    socket.on('error', reject);
  });
}

describe('what may be read', () => {
  it.each([
    '/../secret.txt',
    '/%2e%2e/secret.txt',
    '/..%2fsecret.txt',
    '/assets/..%2f..%2f..%2fsecret.txt',
    '/assets/%2e%2e/%2e%2e/secret.txt',
    '/..%5csecret.txt',
    '//secret.txt',
    '/%00secret.txt',
    '/%zz',
    '/.hidden',
    '/linked-out.txt',
    '/linked-folder/secret.txt',
    '/checkpoints/../../secret.txt',
    '/checkpoints/%2e%2e/secret.txt',
    '/checkpoints/tiny/..%2f..%2f..%2fsecret.txt',
    '/missing',
    '/missing.html',
    '/assets',
    '/checkpoints/',
    '/checkpoints/tiny',
  ])('%s is refused as plain text', async (target) => {
    const { port } = await serve();
    const answer = await raw(port, target);
    expect(answer).toMatch(/^HTTP\/1\.1 404 /);
    expect(answer).toContain('text/plain');
    expect(answer).not.toContain(SECRET);
    expect(answer).not.toContain('<h1>');
  });

  it('links that stay inside, spaces and the folder itself are served', async () => {
    const { url } = await serve();
    expect(await (await fetch(`${url}linked-inside.html`)).text()).toContain('<h1>lab</h1>');
    expect((await fetch(`${url}assets/a%20b.js`)).status).toBe(200);
    expect(await (await fetch(url)).text()).toContain('<h1>lab</h1>');
  });

  it('only GET and HEAD', async () => {
    const { port } = await serve();
    expect(await raw(port, '/index.html', 'POST')).toMatch(/^HTTP\/1\.1 405 .*Allow: GET, HEAD/s);
    const head = await raw(port, '/index.html', 'HEAD');
    expect(head).toMatch(/^HTTP\/1\.1 200 .*Content-Length: \d\d/s);
    expect(head).not.toContain('<h1>');
  });

  it('parts of a path', () => {
    expect(safeParts('/a/b.json')).toEqual(['a', 'b.json']);
    expect(safeParts('/a/')).toEqual(['a', '']);
    for (const path of ['/a//b', '/a/../b', '/a/%2E%2E', '/a%2Fb', '/a%5Cb', '/C:/b', '/%', '/a/.b'])
      expect(safeParts(path), path).toBeNull();
  });
});

describe('headers', () => {
  it('isolates, names types, and sends the policy of the page with every file', async () => {
    const { url } = await serve();
    const { headers } = await fetch(`${url}assets/x.wasm`);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'application/wasm',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-embedder-policy': 'require-corp',
      'cross-origin-resource-policy': 'same-origin',
      'content-security-policy': "default-src 'self'",
    });
  });

  it('a plain host sends none of them', async () => {
    const { url } = await serve({ isolated: false });
    const { headers } = await fetch(url);
    expect([...headers.keys()].filter((name) => /cross-origin|policy/.test(name))).toEqual([]);
  });

  it('a sub-path is the only door', async () => {
    const { url, port } = await serve({ base: '/some/sub/' });
    expect((await fetch(url)).status).toBe(200);
    expect(await raw(port, '/some/sub')).toMatch(/^HTTP\/1\.1 301 .*Location: \/some\/sub\/\r\n/s);
    expect(await raw(port, '/index.html')).toMatch(/^HTTP\/1\.1 404 /);
  });
});

describe('ranges and validators', () => {
  const file = 'checkpoints/tiny/model.safetensors';

  it.each([
    ['bytes=10-19', 206, 'bytes 10-19/100', 10, 10],
    ['bytes=90-', 206, 'bytes 90-99/100', 90, 10],
    ['bytes=-5', 206, 'bytes 95-99/100', 95, 5],
    ['bytes=90-500', 206, 'bytes 90-99/100', 90, 10],
    ['bytes=0-1,5-6', 200, null, 0, 100],
    ['lines=0-1', 200, null, 0, 100],
    ['bytes=9-3', 200, null, 0, 100],
  ])('%s', async (range, status, contentRange, first, length) => {
    const { url } = await serve();
    const response = await fetch(url + file, { headers: { Range: range } });
    const bytes = new Uint8Array(await response.arrayBuffer());
    expect([response.status, response.headers.get('content-range')]).toEqual([status, contentRange]);
    expect([bytes[0], bytes.length]).toEqual([first, length]);
  });

  it('outside the file', async () => {
    const { url } = await serve();
    const response = await fetch(url + file, { headers: { Range: 'bytes=100-' } });
    expect([response.status, response.headers.get('content-range')]).toEqual([416, 'bytes */100']);
    expect(readRange('bytes=-0', 100).kind).toBe('outside');
    expect(readRange('bytes=0-', 0).kind).toBe('outside');
  });

  it('unchanged files are not sent twice, changed ones never in parts of two', async () => {
    const { url } = await serve();
    const first = await fetch(url + file);
    const etag = first.headers.get('etag') ?? '';
    expect((await fetch(url + file, { headers: { 'If-None-Match': etag } })).status).toBe(304);
    expect((await fetch(url + file, { headers: { 'If-None-Match': '"other"' } })).status).toBe(200);
    const part = { Range: 'bytes=0-9' };
    expect((await fetch(url + file, { headers: { ...part, 'If-Range': etag } })).status).toBe(206);
    expect((await fetch(url + file, { headers: { ...part, 'If-Range': '"other"' } })).status).toBe(200);
  });
});

describe('checkpoints', () => {
  it('lists folders that hold a config.json, named by their card', async () => {
    const { url } = await serve();
    const index: unknown = await (await fetch(`${url}checkpoints/index.json`)).json();
    expect(index).toEqual({
      checkpoints: [
        {
          id: 'owner/nested',
          name: 'owner/nested',
          scope: 'general',
          files: [
            { path: 'config.json', bytes: 2 },
            { path: 'lab-card.json', bytes: 8 },
          ],
        },
        {
          id: 'tiny',
          name: 'Tiny',
          scope: 'ToolShed only',
          files: [
            { path: 'config.json', bytes: 2, sha256: 'ab' },
            { path: 'lab-card.json', bytes: expect.any(Number) as number },
            { path: 'model.safetensors', bytes: 100 },
          ],
        },
      ],
    });
  });

  it('an absent folder is an empty list', async () => {
    const { url } = await serve({ checkpoints: [join(home, 'nothing')] });
    expect(await (await fetch(`${url}checkpoints/index.json`)).json()).toEqual({ checkpoints: [] });
    const without = await serve({ checkpoints: [] });
    expect((await fetch(`${without.url}checkpoints/index.json`)).status).toBe(404);
  });

  it('those of the page come first, a mirror of the same name is hidden; a plain host has its written index', async () => {
    const page = join(home, 'page');
    const builtIn = join(page, 'checkpoints');
    for (const name of ['toolshed-base', 'tiny']) {
      mkdirSync(join(builtIn, name), { recursive: true });
      writeFileSync(join(builtIn, name, 'config.json'), '{"built": "in"}');
    }
    await writeBuiltInIndex(builtIn);
    const idsAt = async (url: string) => {
      const index: unknown = await (await fetch(`${url}checkpoints/index.json`)).json();
      return (index as { checkpoints: { id: string }[] }).checkpoints.map(({ id }) => id);
    };
    const { url } = await serve({
      dist: page,
      checkpoints: withBuiltIns(page, [join(home, 'checkpoints')]),
    });
    expect(await idsAt(url)).toEqual(['tiny', 'toolshed-base', 'owner/nested']);
    expect(await (await fetch(`${url}checkpoints/tiny/config.json`)).json()).toEqual({ built: 'in' });
    expect((await fetch(`${url}checkpoints/tiny/model.safetensors`)).status).toBe(200);
    const plain = await serve({ dist: page, checkpoints: [], isolated: false });
    expect(await idsAt(plain.url)).toEqual(['tiny', 'toolshed-base']);
    expect((await fetch(`${plain.url}checkpoints/toolshed-base/config.json`)).status).toBe(200);
  });

  it('further mounts', async () => {
    const { url } = await serve({
      mounts: [{ at: 'more/deep/', folder: join(home, 'checkpoints', 'tiny') }],
    });
    expect((await fetch(`${url}more/deep/config.json`)).status).toBe(200);
    expect((await fetch(`${url}more/config.json`)).status).toBe(404);
  });
});

describe('compressed copies', () => {
  const text = 'export const words = "so many words";'.repeat(40);
  const address = 'assets/big.js';
  const folder = () => join(dist, 'assets');
  beforeAll(() => {
    writeFileSync(join(folder(), 'big.js'), text);
    writeFileSync(join(folder(), 'big.js.br'), brotliCompressSync(text));
    writeFileSync(join(folder(), 'big.js.gz'), gzipSync(text));
  });
  /** The header as it was asked, nothing that a client adds or undoes. */
  const asked = (port: number, headers: Record<string, string>) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      get({ host: '127.0.0.1', port, path: `/${address}`, headers }, (answer) => {
        answer.resume();
        resolve(answer);
      }).on('error', reject);
    });

  it.each([
    ['br;q=1.0, gzip', 'br'],
    ['gzip, deflate', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['identity', undefined],
    ['brotli', undefined],
  ])('Accept-Encoding: %s', async (accepted, coding) => {
    const counted: [string, number][] = [];
    const { port } = await serve({ sent: (path, bytes) => counted.push([path, bytes]) });
    const { headers } = await asked(port, { 'accept-encoding': accepted });
    expect([headers['content-encoding'], headers.vary]).toEqual([coding, 'Accept-Encoding']);
    await expect.poll(() => counted).toEqual([[address, Number(headers['content-length'])]]);
    expect(Number(headers['content-length']) < text.length).toBe(coding !== undefined);
  });

  it('are undone by the client; a range is one of the file itself; unchanged in any form', async () => {
    const { url, port } = await serve();
    expect(await (await fetch(url + address)).text()).toBe(text);
    const part = await asked(port, { 'accept-encoding': 'br', range: 'bytes=7-11' });
    expect([part.statusCode, part.headers['content-encoding'], part.headers['content-range']]).toEqual([
      206,
      undefined,
      `bytes 7-11/${text.length}`,
    ]);
    const whole = await asked(port, { 'accept-encoding': 'br' });
    expect(whole.headers.etag).toBe(`W/${part.headers.etag ?? ''}`);
    const again = await asked(port, { 'accept-encoding': 'gzip', 'if-none-match': whole.headers.etag ?? '' });
    expect(again.statusCode).toBe(304);
  });

  it('one that is older than its file is not of it', async () => {
    utimesSync(join(folder(), 'big.js.br'), new Date(0), new Date(0));
    const { port } = await serve();
    expect((await asked(port, { 'accept-encoding': 'br, gzip' })).headers['content-encoding']).toBe('gzip');
  });
});

describe('ports', () => {
  it('the next free one, or an error that says which is taken', async () => {
    const first = await serve({ port: await freePort() });
    const second = await serve({ port: first.port, orNextFree: true });
    expect(second.port).not.toBe(first.port);
    await expect(serve({ port: first.port })).rejects.toThrow(`port ${first.port} is taken`);
  });
});

describe('faults on purpose', () => {
  const file = 'checkpoints/tiny/model.safetensors';
  const withFault = (fault: ReturnType<NonNullable<ServerOptions['fault']>>) =>
    serve({ fault: (path) => (path === file ? fault : undefined) });

  it('breaks the connection in the middle', async () => {
    const { url } = await withFault({ kind: 'cut', afterBytes: 40 });
    const response = await fetch(url + file);
    expect(response.headers.get('content-length')).toBe('100');
    await expect(response.arrayBuffer()).rejects.toThrow();
  });

  it('ends the file early, as if it were complete', async () => {
    const { url } = await withFault({ kind: 'shorten', toBytes: 40 });
    expect((await (await fetch(url + file)).arrayBuffer()).byteLength).toBe(40);
  });

  it('answers with a page', async () => {
    const { url } = await withFault({ kind: 'answer', status: 200, type: 'text/html', body: '<p>hello' });
    const response = await fetch(url + file);
    expect([response.status, response.headers.get('content-type'), await response.text()]).toEqual([
      200,
      'text/html',
      '<p>hello',
    ]);
  });

  it('ignores ranges', async () => {
    const { url } = await withFault({ kind: 'no-ranges' });
    const response = await fetch(url + file, { headers: { Range: 'bytes=0-9' } });
    expect([response.status, response.headers.get('accept-ranges')]).toEqual([200, null]);
  });

  it('shares one line among several', async () => {
    let taken = 0;
    const { url } = await withFault({
      kind: 'shared-line',
      take: (bytes) => {
        taken += bytes;
        return Promise.resolve();
      },
    });
    await Promise.all([1, 2].map(async () => (await fetch(url + file)).arrayBuffer()));
    expect(taken).toBe(200);
  });

  it('is slow, late, or never answers', async () => {
    const slow = await withFault({ kind: 'throttle', bytesPerSecond: 400 });
    const began = performance.now();
    expect((await (await fetch(slow.url + file)).arrayBuffer()).byteLength).toBe(100);
    expect(performance.now() - began).toBeGreaterThan(200);
    const late = await withFault({ kind: 'wait', ms: 200 });
    const second = performance.now();
    expect((await fetch(late.url + file)).status).toBe(200);
    expect(performance.now() - second).toBeGreaterThan(190);
    const never = await withFault({ kind: 'silence' });
    await expect(fetch(never.url + file, { signal: AbortSignal.timeout(300) })).rejects.toThrow();
    expect((await fetch(`${never.url}index.html`)).status).toBe(200);
  });
});
