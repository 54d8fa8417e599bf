import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import * as v from 'valibot';
import { virtualBlob } from './virtual-blob.ts';
import { VirtualData } from './virtual-data.ts';

/** What makes a served file the same as the stored one. */
export interface FileIdentity {
  readonly url: string;
  readonly bytes: number;
  /** The server's own mark of the file's state (ETag, else Last-Modified); '' when it gives none: never the same. */
  readonly version: string;
}

/** Written after the last byte: a file without a fitting mark was never finished and does not count. */
const Mark = v.object({
  url: v.string(),
  bytes: v.number(),
  version: v.string(),
  sha256: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/u)),
});

type FileMark = v.InferOutput<typeof Mark>;

export interface StoredWeights {
  readonly data: VirtualData;
  readonly sha256: string;
  /** Ends the reading, so that other tabs may write again. */
  close(): void;
}

const FOLDER = 'weights';

/** Weight files kept in the browser's own storage (OPFS) between visits. Works in dedicated workers only. */
export class WeightStore {
  readonly #folder: FileSystemDirectoryHandle;

  private constructor(folder: FileSystemDirectoryHandle) {
    this.#folder = folder;
  }

  /** Null where the browser gives no storage (private windows, old browsers). */
  static async open(): Promise<WeightStore | null> {
    try {
      const root = await navigator.storage.getDirectory();
      return new WeightStore(await root.getDirectoryHandle(FOLDER, { create: true }));
    } catch {
      return null;
    }
  }

  /** A file that was stored completely and has not changed on its server since, or null. */
  async find(identity: FileIdentity): Promise<StoredWeights | null> {
    if (identity.version === '') return null;
    const names = storedNames(identity.url);
    try {
      const markFile = await (await this.#folder.getFileHandle(names.mark)).getFile();
      const mark = v.parse(Mark, JSON.parse(await markFile.text()));
      const same =
        mark.url === identity.url && mark.bytes === identity.bytes && mark.version === identity.version;
      return same ? await this.#read(names.data, mark) : null;
    } catch {
      // No mark, a mark that cannot be read, or no file: as good as not stored.
      return null;
    }
  }

  /** Room for a file; null when it certainly does not fit or another tab is using it. */
  async begin(identity: FileIdentity): Promise<WeightWriter | null> {
    const names = storedNames(identity.url);
    try {
      const file = await this.#folder.getFileHandle(names.data, { create: true });
      // Refused while another tab writes or reads the file, whose mark must stay then.
      const access = await file.createSyncAccessHandle();
      await this.#remove(names.mark);
      access.truncate(0);
      const { quota, usage } = await navigator.storage.estimate();
      if (quota !== undefined && quota - (usage ?? 0) < identity.bytes) {
        access.close();
        await this.#remove(names.data);
        return null;
      }
      return {
        write: (bytes) => {
          if (access.write(bytes) !== bytes.byteLength)
            throw new Error('the browser stored less than it was given');
        },
        finish: async (hash) => {
          access.flush();
          access.close();
          const mark: FileMark = { ...identity, sha256: hash };
          await this.#writeText(names.mark, JSON.stringify(mark));
          return this.#read(names.data, mark);
        },
        abandon: async () => {
          access.close();
          await this.#remove(names.data);
        },
      };
    } catch {
      return null;
    }
  }

  /** Reads through an access handle where one is to be had; while another tab holds one, through the file itself. */
  async #read(name: string, { bytes, sha256: hash }: FileMark): Promise<StoredWeights | null> {
    const handle = await this.#folder.getFileHandle(name);
    let access: FileSystemSyncAccessHandle;
    try {
      access = await handle.createSyncAccessHandle();
    } catch {
      const blob = await handle.getFile();
      return blob.size === bytes ? { data: virtualBlob(blob), sha256: hash, close: () => undefined } : null;
    }
    if (access.getSize() !== bytes) {
      access.close();
      return null;
    }
    const data = new VirtualData(bytes, (target, start) => {
      const read = access.read(target, { at: start });
      if (read !== target.byteLength)
        throw new Error(`read ${read} of ${target.byteLength} bytes at ${start}`);
    });
    return {
      data,
      sha256: hash,
      close: () => {
        access.close();
      },
    };
  }

  async #writeText(name: string, text: string): Promise<void> {
    const access = await (await this.#folder.getFileHandle(name, { create: true })).createSyncAccessHandle();
    access.truncate(0);
    access.write(utf8ToBytes(text));
    access.flush();
    access.close();
  }

  async #remove(name: string): Promise<void> {
    try {
      await this.#folder.removeEntry(name);
    } catch (cause) {
      if (!(cause instanceof DOMException && cause.name === 'NotFoundError')) throw cause;
    }
  }
}

/** A file being stored. `write` throws when the storage is full; then `abandon`. */
export interface WeightWriter {
  write(bytes: Uint8Array<ArrayBuffer>): void;
  finish(hash: string): Promise<StoredWeights | null>;
  abandon(): Promise<void>;
}

const storedNames = (url: string): { data: string; mark: string } => {
  const key = bytesToHex(sha256(utf8ToBytes(url))).slice(0, 32);
  return { data: `${key}.safetensors`, mark: `${key}.json` };
};
