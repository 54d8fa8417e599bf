import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PREFIX_BYTES, readHeaderLength, readSafetensorsHeader } from './safetensors-header.ts';

type Entry = Readonly<Record<string, unknown>>;

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Reads a header given as text, or as the entries of its JSON, of a file with `dataBytes` bytes after it. */
const read = (header: string | Readonly<Record<string, unknown>>, dataBytes: number) => {
  const bytes = bytesOf(typeof header === 'string' ? header : JSON.stringify(header));
  return readSafetensorsHeader('m.safetensors', bytes, PREFIX_BYTES + bytes.byteLength + dataBytes);
};

const two = (a: Partial<Entry> = {}, b: Partial<Entry> = {}) => ({
  a: { dtype: 'F32', shape: [2, 3], data_offsets: [0, 24], ...a },
  b: { dtype: 'BF16', shape: [4], data_offsets: [24, 32], ...b },
});

const prefixOf = (length: bigint): Uint8Array => {
  const bytes = new Uint8Array(PREFIX_BYTES);
  new DataView(bytes.buffer).setBigUint64(0, length, true);
  return bytes;
};

describe('readHeaderLength', () => {
  it('reads a little-endian length', () => {
    expect(readHeaderLength('m', prefixOf(300n), 1000)).toEqual({ ok: true, value: 300 });
  });

  it.each([
    ['an empty file', new Uint8Array(0), 0, 'weights-truncated'],
    ['seven bytes', new Uint8Array(7), 7, 'weights-truncated'],
    ['a header that ends after the file', prefixOf(993n), 1000, 'weights-truncated'],
    ['a web page', bytesOf('<!doctype html>'), 5000, 'weights-not-safetensors'],
    ['a length of 2^63', prefixOf(2n ** 63n), 1e12, 'weights-not-safetensors'],
  ])('refuses %s', (_, prefix, fileBytes, kind) => {
    expect(readHeaderLength('m', prefix, fileBytes)).toMatchObject({ ok: false, error: { kind } });
  });
});

describe('readSafetensorsHeader', () => {
  it('gives places in the file, by offset', () => {
    const { a, b } = two();
    const result = read({ __metadata__: { format: 'pt' }, b, a }, 32);
    if (!result.ok) throw new Error(result.error.details);
    const start = result.value[0]?.offset ?? 0;
    expect(result.value).toEqual([
      { name: 'a', dtype: 'F32', shape: [2, 3], offset: start, bytes: 24 },
      { name: 'b', dtype: 'BF16', shape: [4], offset: start + 24, bytes: 8 },
    ]);
    expect(start).toBe(
      PREFIX_BYTES + bytesOf(JSON.stringify({ __metadata__: { format: 'pt' }, b, a })).length,
    );
  });

  it('takes scalars, empty tensors and padding after the JSON', () => {
    const header = {
      s: { dtype: 'F32', shape: [], data_offsets: [0, 4] },
      e: { dtype: 'F32', shape: [0, 5], data_offsets: [4, 4] },
    };
    expect(read(`${JSON.stringify(header)}    `, 4)).toMatchObject({ ok: true });
  });

  it.each([
    ['no JSON', 'weights-header-invalid', '{"a": ', 0],
    ['an array', 'weights-header-invalid', '[]', 0],
    ['an unknown dtype', 'tensor-entry-invalid', two({ dtype: 'Q4_1' }), 32],
    ['a dtype from the prototype', 'tensor-entry-invalid', two({ dtype: 'constructor' }), 32],
    ['no shape', 'tensor-entry-invalid', two({ shape: undefined }), 32],
    ['a negative size', 'tensor-entry-invalid', two({ shape: [-2, -3] }), 32],
    ['a broken size', 'tensor-entry-invalid', two({ shape: [1.5, 4] }), 32],
    ['a shape that overflows', 'tensor-entry-invalid', two({ shape: [2 ** 52, 2 ** 52] }), 32],
    ['another shape than bytes', 'tensor-entry-invalid', two({ shape: [2, 4] }), 32],
    ['one offset', 'tensor-entry-invalid', two({ data_offsets: [0] }), 32],
    ['three offsets', 'tensor-entry-invalid', two({ data_offsets: [0, 24, 24] }), 32],
    ['offsets backwards', 'tensor-entry-invalid', two({ data_offsets: [24, 0] }), 32],
    ['an unknown key', 'tensor-entry-invalid', two({ scale: 2 }), 32],
    ['an entry that is no object', 'tensor-entry-invalid', { a: 7 }, 0],
    ['an overlap', 'tensors-overlap', two({}, { data_offsets: [20, 28] }), 28],
    [
      'the same bytes twice',
      'tensors-overlap',
      two({}, { dtype: 'F32', shape: [6], data_offsets: [0, 24] }),
      24,
    ],
    ['a gap', 'tensors-gap', two({}, { data_offsets: [28, 36] }), 36],
    ['a gap at the beginning', 'tensors-gap', two({ data_offsets: [4, 28] }, { data_offsets: [28, 36] }), 36],
    ['a cut file', 'weights-truncated', two(), 31],
    ['a file cut at the first tensor', 'weights-truncated', two(), 0],
    ['bytes after the last tensor', 'weights-surplus-bytes', two(), 33],
  ])('refuses %s', (_, kind, header, dataBytes) => {
    const result = read(header, dataBytes);
    expect(result).toMatchObject({ ok: false, error: { kind } });
    if (!result.ok && /^tensor/u.test(kind)) expect(result.error.happened).toMatch(/tensor "[ab]"/u);
  });

  it('refuses a tensor that is named twice, however it is spelled', () => {
    const entry = '{"dtype":"F32","shape":[1],"data_offsets":[0,4]}';
    const once = '{"dtype":"F32","shape":[1],"data_offsets":[4,8]}';
    for (const header of [`{"a":${entry},"a":${once}}`, `{"a":${entry},"\\u0061":${once}}`]) {
      expect(read(header, 8)).toMatchObject({ ok: false, error: { kind: 'tensor-repeated' } });
    }
    const key = '{"a":{"dtype":"F16","dtype":"F32","shape":[1],"data_offsets":[0,4]}}';
    expect(read(key, 4)).toMatchObject({ ok: false, error: { kind: 'tensor-repeated' } });
  });

  it('refuses text that is not UTF-8', () => {
    const bytes = Uint8Array.of(0x7b, 0xff, 0x7d);
    expect(readSafetensorsHeader('m', bytes, PREFIX_BYTES + 3)).toMatchObject({ ok: false });
  });

  it('takes every well-formed file and no shortened one', () => {
    const sizes = fc.array(fc.array(fc.integer({ min: 1, max: 9 }), { maxLength: 3 }), {
      minLength: 1,
      maxLength: 8,
    });
    fc.assert(
      fc.property(sizes, fc.nat(1000), (shapes, cut) => {
        let at = 0;
        const header: Record<string, Entry> = {};
        shapes.forEach((shape, i) => {
          const bytes = 2 * shape.reduce((product, size) => product * size, 1);
          header[`t${i}`] = { dtype: 'F16', shape, data_offsets: [at, at + bytes] };
          at += bytes;
        });
        expect(read(header, at).ok).toBe(true);
        expect(read(header, at - 1 - (cut % at)).ok).toBe(false);
      }),
    );
  });
});
