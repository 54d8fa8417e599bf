import { ok, type Result } from '../../records/index.ts';
import {
  fileMissing,
  filesFault,
  type CheckpointFiles,
  type OnBytes,
  type WeightData,
} from './checkpoint-files.ts';
import { RunningSha256 } from './running-sha256.ts';
import { partsOf } from './stream-parts.ts';
import { WeightStore, type FileIdentity, type WeightWriter } from './weight-store.ts';

/** A built-in checkpoint's weights are below it. */
const SMALL_BYTES = 8e6;

/** Files in a folder on a server, by plain GET with Range where the server knows it. */
export class ServedFiles implements CheckpointFiles {
  readonly #baseUrl: string;
  readonly #identities = new Map<string, FileIdentity>();

  /** `baseUrl` is absolute and ends in '/'. */
  constructor(baseUrl: string) {
    this.#baseUrl = baseUrl;
  }

  async size(name: string): Promise<Result<number | null>> {
    const identity = await this.#identity(name);
    return identity.ok ? ok(identity.value?.bytes ?? null) : identity;
  }

  async readText(name: string): Promise<Result<string>> {
    const response = await this.#get(name, {});
    if (!response.ok) return response;
    if (response.value === null) return fileMissing(name, this.#baseUrl);
    try {
      return ok(await response.value.text());
    } catch (cause) {
      return connectionLost(name, cause);
    }
  }

  async readRange(name: string, start: number, end: number): Promise<Result<Uint8Array>> {
    const response = await this.#get(name, { Range: `bytes=${start}-${end - 1}` });
    if (!response.ok) return response;
    if (response.value === null) return fileMissing(name, this.#baseUrl);
    // A server that does not know Range sends the whole file: take what is needed and hang up.
    const skip = response.value.status === 206 ? 0 : start;
    const wanted = new Uint8Array(end - start);
    let at = 0;
    try {
      for await (const part of partsOf(response.value.body)) {
        const from = Math.max(0, skip - at);
        const to = Math.min(part.byteLength, skip + wanted.byteLength - at);
        if (to > from) wanted.set(part.subarray(from, to), at + from - skip);
        at += part.byteLength;
        if (at >= skip + wanted.byteLength) break;
      }
    } catch (cause) {
      return connectionLost(name, cause);
    }
    if (at < skip + wanted.byteLength) return cutShort(name, at - skip, wanted.byteLength);
    return ok(wanted);
  }

  async openWeights(name: string, onBytes: OnBytes): Promise<Result<WeightData>> {
    const known = await this.#identity(name);
    if (!known.ok) return known;
    if (known.value === null) return fileMissing(name, this.#baseUrl);
    const identity = known.value;
    const store = await WeightStore.open();
    const stored = await store?.find(identity);
    if (stored) return ok({ name, bytes: identity.bytes, notice: null, ...stored });
    const writer = (await store?.begin(identity)) ?? null;
    return this.#download(name, identity, writer, onBytes);
  }

  /** Streams a file into the browser's storage; where that ends or does not exist, into memory. */
  async #download(
    name: string,
    identity: FileIdentity,
    writer: WeightWriter | null,
    onBytes: OnBytes,
  ): Promise<Result<WeightData>> {
    const { bytes } = identity;
    let memory: Uint8Array<ArrayBuffer> | null = null;
    if (writer === null) {
      try {
        memory = new Uint8Array(bytes);
      } catch (cause) {
        return tooLargeForMemory(name, bytes, cause);
      }
    }
    const response = await this.#get(name, {});
    if (!response.ok || response.value === null) {
      await writer?.abandon();
      return response.ok ? fileMissing(name, this.#baseUrl) : response;
    }
    const hash = new RunningSha256();
    let at = 0;
    try {
      for await (const part of partsOf(response.value.body)) {
        if (at + part.byteLength > bytes) {
          await writer?.abandon();
          return changedMeanwhile(name, bytes, at + part.byteLength);
        }
        hash.add(part);
        if (memory !== null) memory.set(part, at);
        else if (!stores(writer, part)) {
          // The storage filled up: once more from the start, into memory.
          await writer?.abandon();
          return await this.#download(name, identity, null, onBytes);
        }
        at += part.byteLength;
        onBytes(at, bytes);
      }
    } catch (cause) {
      await writer?.abandon();
      return connectionLost(name, cause);
    }
    if (at < bytes) {
      await writer?.abandon();
      return cutShort(name, at, bytes);
    }
    const sha256 = hash.hex();
    if (memory !== null) {
      const notice = isSecureContext
        ? `There was no room to keep ${name} in this browser: it will be downloaded again next time.`
        : `Over plain http a browser keeps no model: ${name} will be downloaded again next time.`;
      return ok({ name, data: memory, bytes, sha256, notice, close: () => undefined });
    }
    try {
      const stored = await writer?.finish(sha256);
      if (stored) return ok({ name, bytes, notice: null, ...stored });
    } catch {
      // Not kept after all: as if there were no storage.
    }
    return this.#download(name, identity, null, onBytes);
  }

  /** Size and version of a file, null when the server does not have it. */
  async #identity(name: string): Promise<Result<FileIdentity | null>> {
    const seen = this.#identities.get(name);
    if (seen !== undefined) return ok(seen);
    const response = await this.#get(name, { Range: 'bytes=0-0' });
    if (!response.ok || response.value === null) return response.ok ? ok(null) : response;
    const { status, headers, body, url } = response.value;
    const bytes = announcedBytes(response.value);
    // A page that hides behind another type still begins like one.
    const begin = bytes === null ? await firstPart(body) : '';
    if (bytes !== null) await body?.cancel();
    if (begin.trimStart().startsWith('<')) return webPage(name, url, begin.slice(0, 60));
    if (bytes === null) {
      return filesFault(
        'size-unknown',
        `The server does not say how large "${name}" is.`,
        'Serve the folder with a server that sends Content-Length or understands Range.',
        `${url}: status ${status}, Content-Range ${headers.get('Content-Range') ?? '(none)'}`,
      );
    }
    // A weak mark is that of a compressed copy: the same file.
    const version = headers.get('ETag')?.replace(/^W\//u, '') ?? headers.get('Last-Modified') ?? '';
    const identity = { url: new URL(name, this.#baseUrl).href, bytes, version };
    this.#identities.set(name, identity);
    return ok(identity);
  }

  /**
   * Always from the server. Large weights have their own store, and a second copy in the HTTP cache would only take room;
   * of a small file it spares the service worker, which keeps built-in checkpoints, a second download.
   */
  #cacheFor(name: string, headers: Readonly<Record<string, string>>): RequestCache {
    const isWhole = !('Range' in headers);
    return isWhole && (this.#identities.get(name)?.bytes ?? 0) <= SMALL_BYTES ? 'reload' : 'no-store';
  }

  /** Null for "no such file". A page where a file was asked for means the same on hosts that answer everything. */
  async #get(name: string, headers: Readonly<Record<string, string>>): Promise<Result<Response | null>> {
    const url = new URL(name, this.#baseUrl).href;
    let response: Response;
    try {
      response = await fetch(url, { headers, cache: this.#cacheFor(name, headers) });
    } catch (cause) {
      return connectionLost(name, cause);
    }
    if (response.status === 404) {
      await response.body?.cancel();
      return ok(null);
    }
    // 416: the asked range lies outside, as every range of an empty file does; its answer tells the size.
    if (!response.ok && response.status !== 416) {
      await response.body?.cancel();
      return filesFault(
        'server-refused',
        `The server did not give "${name}".`,
        response.status >= 500 ? 'Try again in a while.' : 'Check the address and who may read it.',
        `${url}: status ${response.status} ${response.statusText}`,
      );
    }
    if (/^text\/html\b/iu.test(response.headers.get('Content-Type') ?? '')) {
      await response.body?.cancel();
      return webPage(name, url, `Content-Type ${response.headers.get('Content-Type') ?? ''}`);
    }
    return ok(response);
  }
}

/** Size of the whole file as an answer to a request for its first byte tells it; null when it does not. */
const announcedBytes = ({ status, headers }: Response): number | null => {
  const range = /^bytes (?:0-0|\*)\/(\d+)$/u.exec(headers.get('Content-Range') ?? '')?.[1];
  if (status === 206 || status === 416) return range === undefined ? null : Number(range);
  // With a content encoding the length is that of the compressed body.
  const whole = headers.get('Content-Encoding') === null ? headers.get('Content-Length') : null;
  return whole === null ? null : Number(whole);
};

/** The beginning of a body as text; the rest is not read. */
const firstPart = async (body: ReadableStream<Uint8Array<ArrayBuffer>> | null): Promise<string> => {
  try {
    for await (const part of partsOf(body)) return new TextDecoder().decode(part.subarray(0, 200));
  } catch {
    // What cannot be read says nothing.
  }
  return '';
};

const webPage = (name: string, url: string, sign: string) =>
  filesFault(
    'file-is-web-page',
    `The server answered with a web page instead of "${name}".`,
    'The file is missing there, or the address is not that of a checkpoint’s folder: check it.',
    `${url}: ${sign}`,
  );

const stores = (writer: WeightWriter | null, part: Uint8Array<ArrayBuffer>): boolean => {
  try {
    writer?.write(part);
    return writer !== null;
  } catch {
    return false;
  }
};

const connectionLost = (name: string, cause: unknown) =>
  filesFault(
    'connection-lost',
    `The connection broke while "${name}" was read.`,
    'Check the network and the server, then load again.',
    `${name}: ${String(cause)}`,
  );

const cutShort = (name: string, bytes: number, promised: number) =>
  filesFault(
    'weights-truncated',
    `The server sent only a part of "${name}".`,
    'Load again; if it happens again, the file on the server is damaged.',
    `${name}: ${bytes} of ${promised} bytes`,
  );

const changedMeanwhile = (name: string, promised: number, bytes: number) =>
  filesFault(
    'file-changed',
    `The server sent more of "${name}" than it had announced.`,
    'The file may have been replaced just now: load again.',
    `${name}: ${promised} bytes announced, at least ${bytes} sent`,
  );

const tooLargeForMemory = (name: string, bytes: number, cause: unknown) =>
  filesFault(
    'out-of-memory',
    `"${name}" does not fit into memory, and this browser gives no storage for it.`,
    'Leave the private window, free some disk space, or drop the files on the page instead.',
    `${name}: ${bytes} bytes; ${String(cause)}`,
  );
