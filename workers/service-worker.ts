/**
 * The page without a network (docs/decisions/004-offline.md). It answers for the page's own files from the version it came
 * with, for the runtime and the built-in checkpoints once they were fetched, and for nothing else: other checkpoints'
 * weights pass by it untouched.
 */
import { BUILT_IN_CHECKPOINTS } from '../src/records/index.ts';
import { INDEX, KeptFiles } from './kept-files.ts';
import { partOfKept } from './part-of-kept.ts';
import type { Kept, ToServiceWorker } from './service-worker-door.ts';

declare const self: ServiceWorkerGlobalScope;

/** [path relative to the page, its integrity]; '' is the page itself. Filled in by the build (scripts/offline-shell.mjs). */
type Files = readonly (readonly [path: string, integrity: string])[];
declare const LAB_SHELL: { readonly version: string; readonly files: Files; readonly runtime: Files };

const { scope } = self.registration;
/** Caches belong to an origin: another lab may live below another path of it. */
const PREFIX = `backfire-lab ${new URL(scope).pathname}`;
const SHELL_CACHE = `${PREFIX} shell ${LAB_SHELL.version}`;
const kept = new KeptFiles(`${PREFIX} kept`, scope);
const shell: ReadonlyMap<string, string> = new Map(LAB_SHELL.files);
const runtime: ReadonlyMap<string, string> = new Map(LAB_SHELL.runtime);
const FILES_AT_ONCE = 4;

self.addEventListener('install', (event) => {
  event.waitUntil(fillShell());
});

self.addEventListener('activate', (event) => {
  event.waitUntil(begin());
});

self.addEventListener('fetch', (event) => {
  const answer = answerTo(event);
  if (answer !== null) event.respondWith(answer);
});

self.addEventListener('message', (event) => {
  const said = event.data as ToServiceWorker;
  if (said.kind === 'take-over') event.waitUntil(self.skipWaiting());
  else
    event.waitUntil(
      keep(said.checkpoints).then((answer) => {
        event.ports[0]?.postMessage(answer);
      }),
    );
});

/** All files of this version, or none of it: a file that is not the built one breaks the installation off. */
async function fillShell(): Promise<void> {
  const cache = await caches.open(SHELL_CACHE);
  const waiting = [...shell];
  const lane = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [path, integrity] = next;
      const url = new URL(path, scope);
      // What bears a hash in its name is the same in every version.
      const earlier = path.startsWith('assets/') ? await caches.match(url, { ignoreVary: true }) : undefined;
      const response = earlier ?? (await fetch(url, { cache: 'no-cache', integrity }));
      if (!response.ok) throw new Error(`${path}: status ${response.status}`);
      await cache.put(url, response);
    }
  };
  await Promise.all(Array.from({ length: FILES_AT_ONCE }, lane));
}

async function begin(): Promise<void> {
  for (const name of await caches.keys())
    if (name.startsWith(`${PREFIX} shell `) && name !== SHELL_CACHE) await caches.delete(name);
  await kept.keepOnly('assets/', [...runtime.keys()]);
  // The page that is open gets its offline copy without a reload.
  await self.clients.claim();
}

/** Null: none of ours, the browser asks the network itself. */
function answerTo(event: FetchEvent): Promise<Response> | null {
  const { request } = event;
  const path = pathOf(request.url);
  if (request.method !== 'GET' || path === null) return null;
  if (request.mode === 'navigate') return ['', 'index.html'].includes(path) ? shellFile('', request) : null;
  if (path === INDEX) return index(event);
  if (shell.has(path)) return request.headers.has('Range') ? null : shellFile(path, request);
  return runtime.has(path) || isOfBuiltIn(path) ? keptFile(event, path) : null;
}

/** Relative to the page, without query and fragment; null outside of it. */
function pathOf(address: string): string | null {
  const url = new URL(address);
  const whole = `${url.origin}${url.pathname}`;
  return whole.startsWith(scope) ? whole.slice(scope.length) : null;
}

const isOfBuiltIn = (path: string): boolean =>
  BUILT_IN_CHECKPOINTS.some((id) => path.startsWith(`checkpoints/${id}/`));

async function shellFile(path: string, request: Request): Promise<Response> {
  const cache = await caches.open(SHELL_CACHE);
  return (await cache.match(new URL(path, scope), { ignoreVary: true })) ?? fetch(request);
}

/** What is offered can change at any time: asked anew, and without a network as far as it is kept. */
async function index(event: FetchEvent): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(event.request);
  } catch {
    return kept.index();
  }
  // A host without the list may answer with anything.
  if (response.ok) event.waitUntil(kept.putIndex(response.clone()).catch(() => undefined));
  return response;
}

/** Kept with its first whole answer. */
async function keptFile(event: FetchEvent, path: string): Promise<Response> {
  const { request } = event;
  const range = request.headers.get('Range');
  const found = await kept.find(path);
  if (found !== undefined) {
    if (range === null) event.waitUntil(keepRest(path).catch(() => undefined));
    return partOfKept(found, range);
  }
  let response: Response;
  try {
    response = await fetch(request);
  } catch (lost) {
    // A file that the checkpoint does not have is looked for as well: its host would say so.
    const files = await kept.filesOf(path.split('/')[1] ?? '');
    if (files === null || files.includes(path)) throw lost;
    return new Response('no such file\n', { status: 404, headers: { 'Content-Type': 'text/plain' } });
  }
  if (range === null && response.status === 200)
    event.waitUntil(
      kept
        .put(path, response.clone())
        .then(() => keepRest(path))
        .catch(() => undefined),
    );
  return response;
}

/** With its weights a checkpoint is kept whole: runs do not ask for all of its files, and it is offered as a whole or not. */
async function keepRest(path: string): Promise<void> {
  if (!isOfBuiltIn(path) || !path.endsWith('.safetensors')) return;
  for (const other of (await kept.filesOf(path.split('/')[1] ?? '')) ?? [])
    if ((await kept.find(other)) === undefined)
      await kept.put(other, await fetch(new URL(other, scope), { cache: 'no-cache' }));
}

/** Everything that runs with built-in checkpoints need beside the page. */
async function keep(checkpoints: readonly string[]): Promise<Kept> {
  try {
    // A page that was open before this worker has asked without it.
    if ((await kept.find(INDEX)) === undefined)
      await kept.putIndex(await fetch(new URL(INDEX, scope), { cache: 'no-store' }));
    const files: string[] = [];
    for (const checkpoint of checkpoints) {
      const some = await kept.filesOf(checkpoint);
      if (some === null) return { kept: false, why: `${checkpoint} is not offered` };
      files.push(...some);
    }
    let newly = false;
    for (const path of [...runtime.keys(), ...files]) {
      if ((await kept.find(path)) !== undefined) continue;
      const integrity = runtime.get(path) ?? '';
      const response = await fetch(new URL(path, scope), { cache: 'no-cache', integrity });
      if (!(await kept.put(path, response)))
        return { kept: false, why: `${path}: status ${response.status}` };
      newly = true;
    }
    return { kept: true, newly };
  } catch (thrown) {
    return { kept: false, why: String(thrown) };
  }
}
