import { listedIn, type ListedCheckpoint } from './kept-index.ts';

/** Of what a file was when it was kept. */
const SHA256_HEADER = 'Lab-Sha256';
/** Relative to the page. */
export const INDEX = 'checkpoints/index.json';

/**
 * Files that outlast a version of the page: the runtime, and those of built-in checkpoints with the index that lists them.
 * Each is kept whole, unpacked, and under the hash of its bytes.
 */
export class KeptFiles {
  readonly #name: string;
  readonly #base: string;

  /** `base` ends with '/'. */
  constructor(name: string, base: string) {
    this.#name = name;
    this.#base = base;
  }

  #open(): Promise<Cache> {
    return caches.open(this.#name);
  }

  #url(path: string): string {
    return new URL(path, this.#base).href;
  }

  async find(path: string): Promise<Response | undefined> {
    return (await this.#open()).match(this.#url(path), { ignoreVary: true });
  }

  /** Keeps an answer; one that broke off or is a page in a file's place is not kept. */
  async put(path: string, response: Response): Promise<boolean> {
    if (response.status !== 200 || isPage(response)) return false;
    const body = await response.arrayBuffer();
    const headers = new Headers(response.headers);
    headers.delete('Content-Encoding');
    headers.set('Content-Length', String(body.byteLength));
    headers.set(SHA256_HEADER, await sha256Of(body));
    await (await this.#open()).put(this.#url(path), new Response(body, { headers }));
    return true;
  }

  /** What a fresh index no longer lists as it is kept is given up. */
  async putIndex(response: Response): Promise<void> {
    const listed = listedIn(await response.clone().json());
    if (!(await this.put(INDEX, response))) return;
    const cache = await this.#open();
    for (const request of await cache.keys()) {
      const path = request.url.slice(this.#base.length);
      if (!path.startsWith('checkpoints/') || path === INDEX) continue;
      const kept = await cache.match(request, { ignoreVary: true });
      if (kept !== undefined && !isAsListed(path, kept, listed)) await cache.delete(request);
    }
  }

  /** Files of a checkpoint, by the index that is kept, relative to the page; null where it is not listed. */
  async filesOf(checkpoint: string): Promise<readonly string[] | null> {
    const one = (await this.#listed()).find(({ id }) => id === checkpoint);
    return one === undefined ? null : one.files.map(({ path }) => pathOf(one.id, path));
  }

  /** The index without a network: checkpoints of which every file is kept. */
  async index(): Promise<Response> {
    const whole: unknown[] = [];
    for (const { id, files, entry } of await this.#listed()) {
      const kept = await Promise.all(files.map(({ path }) => this.find(pathOf(id, path))));
      if (kept.every((file) => file !== undefined)) whole.push(entry);
    }
    return Response.json({ checkpoints: whole });
  }

  /** Gives up every file below a folder but those. */
  async keepOnly(folder: string, paths: readonly string[]): Promise<void> {
    const cache = await this.#open();
    for (const request of await cache.keys()) {
      const path = request.url.slice(this.#base.length);
      if (path.startsWith(folder) && !paths.includes(path)) await cache.delete(request);
    }
  }

  async #listed(): Promise<readonly ListedCheckpoint[]> {
    const index = await this.find(INDEX);
    return index === undefined ? [] : listedIn(await index.json());
  }
}

const pathOf = (id: string, file: string): string =>
  ['checkpoints', ...id.split('/'), file]
    .map((part, at) => (at === 0 ? part : encodeURIComponent(part)))
    .join('/');

const isPage = (response: Response): boolean =>
  /^text\/html\b/iu.test(response.headers.get('Content-Type') ?? '');

const isAsListed = (path: string, kept: Response, listed: readonly ListedCheckpoint[]): boolean =>
  listed.some(({ id, files }) =>
    files.some(
      (file) =>
        pathOf(id, file.path) === path &&
        Number(kept.headers.get('Content-Length')) === file.bytes &&
        (file.sha256 === undefined || kept.headers.get(SHA256_HEADER) === file.sha256),
    ),
  );

async function sha256Of(body: ArrayBuffer): Promise<string> {
  // eslint-disable-next-line no-restricted-properties -- a service worker lives in a secure context, or not at all
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', body));
  return [...hash].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
