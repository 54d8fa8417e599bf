import { ok, type Result } from '../../records/index.ts';
import { firstRepeatedKey } from './repeated-key.ts';
import { refuse } from './refusal.ts';

/** Where one tensor lies in its file. */
export interface StoredTensor {
  readonly name: string;
  readonly dtype: string;
  readonly shape: readonly number[];
  /** First byte, counted from the start of the file. */
  readonly offset: number;
  readonly bytes: number;
}

/** Bytes before the header: its length as a little-endian 64-bit number. */
export const PREFIX_BYTES = 8;
/** The format's own limit. */
const MOST_HEADER_BYTES = 100_000_000;

const BITS: Readonly<Record<string, number>> = {
  F64: 64,
  F32: 32,
  F16: 16,
  BF16: 16,
  F8_E5M2: 8,
  F8_E4M3: 8,
  I64: 64,
  I32: 32,
  I16: 16,
  I8: 8,
  U64: 64,
  U32: 32,
  U16: 16,
  U8: 8,
  BOOL: 8,
};

const CURE = 'Download the file again and compare its size with the one its source states.';

const broken = (file: string, kind: string, happened: string, details: string) =>
  refuse(kind, `${file}: ${happened}`, CURE, `${file}: ${details}`);

/**
 * Length in bytes of the JSON header, from the first eight bytes of a file of `fileBytes` bytes.
 * Refuses a file that is too short for what it announces.
 */
export const readHeaderLength = (file: string, prefix: Uint8Array, fileBytes: number): Result<number> => {
  if (prefix.byteLength < PREFIX_BYTES || fileBytes < PREFIX_BYTES) {
    return broken(file, 'weights-truncated', 'the file ends before its header.', `${fileBytes} bytes`);
  }
  const view = new DataView(prefix.buffer, prefix.byteOffset, PREFIX_BYTES);
  const length = view.getBigUint64(0, true);
  if (length > BigInt(MOST_HEADER_BYTES)) {
    return broken(
      file,
      'weights-not-safetensors',
      'this is not a safetensors file: the length of its header is impossible.',
      `first bytes ${JSON.stringify(String.fromCharCode(...prefix.subarray(0, PREFIX_BYTES)))}, read as ${length}`,
    );
  }
  if (PREFIX_BYTES + Number(length) > fileBytes) {
    return broken(
      file,
      'weights-truncated',
      'the file ends inside its header.',
      `header of ${length} bytes, file of ${fileBytes} bytes`,
    );
  }
  return ok(Number(length));
};

/**
 * The tensors of a safetensors file, by ascending offset, from the bytes of its JSON header.
 *
 * The format (github.com/huggingface/safetensors, "Format") promises that the tensors fill the rest of the file
 * without overlap or gap; a header that breaks the promise, or a file that is longer or shorter than its header
 * says, is refused with the tensor's name.
 */
export const readSafetensorsHeader = (
  file: string,
  header: Uint8Array,
  fileBytes: number,
): Result<readonly StoredTensor[]> => {
  const dataStart = PREFIX_BYTES + header.byteLength;
  let text: string;
  let json: unknown;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(header);
    json = JSON.parse(text);
  } catch (cause) {
    return broken(file, 'weights-header-invalid', 'the header is not valid JSON.', String(cause));
  }
  if (!isRecord(json)) {
    return broken(file, 'weights-header-invalid', 'the header is not a JSON object.', text.slice(0, 60));
  }
  const repeated = firstRepeatedKey(text);
  if (repeated !== null) {
    return broken(file, 'tensor-repeated', `the header names "${repeated}" twice.`, repeated);
  }
  const tensors: StoredTensor[] = [];
  for (const [name, entry] of Object.entries(json)) {
    if (name === '__metadata__') continue;
    const tensor = readEntry(file, name, entry, dataStart);
    if (!tensor.ok) return tensor;
    tensors.push(tensor.value);
  }
  tensors.sort((a, b) => a.offset - b.offset || a.bytes - b.bytes);
  return checkCover(file, tensors, dataStart, fileBytes);
};

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isSize = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;

const isSizes = (value: unknown): value is readonly number[] => Array.isArray(value) && value.every(isSize);

const readEntry = (file: string, name: string, entry: unknown, dataStart: number): Result<StoredTensor> => {
  const invalid = (what: string) =>
    broken(
      file,
      'tensor-entry-invalid',
      `the header's entry of tensor "${name}" ${what}.`,
      `${name}: ${JSON.stringify(entry).slice(0, 200)}`,
    );
  if (!isRecord(entry)) return invalid('is not an object');
  const extra = Object.keys(entry).find((key) => !['dtype', 'shape', 'data_offsets'].includes(key));
  if (extra !== undefined) return invalid(`has the unknown key "${extra}"`);
  const { dtype, shape, data_offsets: offsets } = entry;
  if (typeof dtype !== 'string' || BITS[dtype] === undefined) return invalid('has an unknown dtype');
  if (!isSizes(shape)) return invalid('has no usable shape');
  if (!isSizes(offsets)) return invalid('has no usable data_offsets');
  const [begin, end] = offsets;
  if (offsets.length !== 2 || begin === undefined || end === undefined || end < begin) {
    return invalid('has no usable data_offsets');
  }
  const elements = shape.reduce((product, size) => product * size, 1);
  const bytes = (elements * BITS[dtype]) / 8;
  if (!Number.isSafeInteger(bytes) || bytes !== end - begin) {
    return invalid(`claims ${end - begin} bytes for ${shape.join(' × ')} values of ${dtype}`);
  }
  return ok({ name, dtype, shape, offset: dataStart + begin, bytes });
};

const checkCover = (
  file: string,
  tensors: readonly StoredTensor[],
  dataStart: number,
  fileBytes: number,
): Result<readonly StoredTensor[]> => {
  let at = dataStart;
  let before = 'the header';
  for (const { name, offset, bytes } of tensors) {
    if (offset < at) {
      return broken(
        file,
        'tensors-overlap',
        `tensor "${name}" overlaps ${before}.`,
        `${name} begins at ${offset}, ${before} ends at ${at}`,
      );
    }
    if (offset > at) {
      return broken(
        file,
        'tensors-gap',
        `there is a gap before tensor "${name}".`,
        `${name} begins at ${offset}, ${before} ends at ${at}`,
      );
    }
    at = offset + bytes;
    before = `tensor "${name}"`;
  }
  if (at > fileBytes) {
    const cut = tensors.find(({ offset, bytes }) => offset + bytes > fileBytes)?.name ?? '?';
    return broken(
      file,
      'weights-truncated',
      `the file is cut short: tensor "${cut}" lies beyond its end.`,
      `header promises ${at} bytes, the file has ${fileBytes}`,
    );
  }
  if (at < fileBytes) {
    return broken(
      file,
      'weights-surplus-bytes',
      `the file is longer than its header says: ${fileBytes - at} bytes after ${before}.`,
      `header promises ${at} bytes, the file has ${fileBytes}`,
    );
  }
  return ok(tensors);
};
