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
import { virtualBlob } from './virtual-blob.ts';

/** Files the user dropped or chose: read where they lie, never copied. */
export class DroppedFiles implements CheckpointFiles {
  readonly #files: ReadonlyMap<string, File>;

  private constructor(files: ReadonlyMap<string, File>) {
    this.#files = files;
  }

  /** Folders are flattened, so two files of one name (two checkpoints in one drop) are refused. */
  static of(files: readonly File[]): Result<DroppedFiles> {
    const byName = new Map<string, File>();
    for (const file of files) {
      if (byName.has(file.name)) {
        return filesFault(
          'file-repeated',
          `Two of the dropped files are called "${file.name}".`,
          'Drop the files of one checkpoint only.',
          files.map((one) => one.webkitRelativePath || one.name).join('\n'),
        );
      }
      byName.set(file.name, file);
    }
    return ok(new DroppedFiles(byName));
  }

  size(name: string): Promise<Result<number | null>> {
    return Promise.resolve(ok(this.#files.get(name)?.size ?? null));
  }

  readText(name: string): Promise<Result<string>> {
    return this.#with(name, (file) => file.text());
  }

  readRange(name: string, start: number, end: number): Promise<Result<Uint8Array>> {
    return this.#with(name, async (file) => new Uint8Array(await file.slice(start, end).arrayBuffer()));
  }

  openWeights(name: string, onBytes: OnBytes): Promise<Result<WeightData>> {
    return this.#with(name, async (file) => {
      const hash = new RunningSha256();
      let doneBytes = 0;
      for await (const part of partsOf(file.stream())) {
        hash.add(part);
        doneBytes += part.byteLength;
        onBytes(doneBytes, file.size);
      }
      return {
        name,
        data: virtualBlob(file),
        bytes: file.size,
        sha256: hash.hex(),
        notice: null,
        close: () => undefined,
      };
    });
  }

  async #with<T>(name: string, read: (file: File) => Promise<T>): Promise<Result<T>> {
    const file = this.#files.get(name);
    if (file === undefined) return fileMissing(name, 'the dropped files');
    try {
      return ok(await read(file));
    } catch (cause) {
      // A file that was changed, moved or locked since it was dropped can no longer be read.
      return filesFault(
        'file-unreadable',
        `The file "${name}" can no longer be read.`,
        'It may have been changed or moved since: drop the files again.',
        `${name}: ${String(cause)}`,
      );
    }
  }
}
