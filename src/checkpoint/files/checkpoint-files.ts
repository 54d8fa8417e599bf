import { fail, type LabError, type Result } from '../../records/index.ts';
import type { VirtualData } from './virtual-data.ts';

/** Called now and then while bytes are read or stored. */
export type OnBytes = (doneBytes: number, totalBytes: number) => void;

/** A whole weight file as onnxruntime takes it. */
export interface WeightData {
  readonly name: string;
  /** Virtual where the bytes have a place of their own, else the bytes themselves. */
  readonly data: VirtualData | Uint8Array<ArrayBuffer>;
  readonly bytes: number;
  /** Hexadecimal sha256 of the whole file. */
  readonly sha256: string;
  /** What the user should know, for example that the file could not be kept for the next time. */
  readonly notice: string | null;
  /** To be called when the bytes are not needed any more. */
  close(): void;
}

/** The files of one checkpoint, wherever they are. Names are plain file names of one folder. */
export interface CheckpointFiles {
  /** Size in bytes; null when there is no such file. */
  size(name: string): Promise<Result<number | null>>;
  /** A small file as text, decoded as UTF-8. */
  readText(name: string): Promise<Result<string>>;
  /** Bytes [start, end) of a file. */
  readRange(name: string, start: number, end: number): Promise<Result<Uint8Array>>;
  /** A weight file ready to be mounted; this is where it is downloaded, stored and hashed if need be. */
  openWeights(name: string, onBytes: OnBytes): Promise<Result<WeightData>>;
}

/** An error of reading a checkpoint's files. */
export const filesFault = (
  kind: string,
  happened: string,
  cure: string,
  details: string,
): { readonly ok: false; readonly error: LabError } =>
  fail({
    kind,
    happened,
    stillWorks: 'Nothing was loaded or kept; other checkpoints and recorded results still work.',
    cure,
    details,
  });

export const fileMissing = (name: string, where: string) =>
  filesFault(
    'file-missing',
    `The checkpoint has no file "${name}".`,
    'A checkpoint needs config.json, its tokenizer files and model.safetensors (or all its parts and their index).',
    `${name} in ${where}`,
  );
