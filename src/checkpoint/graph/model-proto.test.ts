import { BinaryReader, WireType } from '@bufbuild/protobuf/wire';
import { describe, expect, it } from 'vitest';
import { ModelProto } from './model-proto.ts';

/** Fields of a message by number: numbers, or the bytes of whatever has a length. */
const fieldsOf = (bytes: Uint8Array): Map<number, (number | Uint8Array)[]> => {
  const reader = new BinaryReader(bytes);
  const fields = new Map<number, (number | Uint8Array)[]>();
  while (reader.pos < reader.len) {
    const [field, type] = reader.tag();
    let value: number | Uint8Array;
    if (type === WireType.Varint) value = Number(reader.int64());
    else if (type === WireType.Bit32) value = reader.float();
    else value = reader.bytes();
    fields.set(field, [...(fields.get(field) ?? []), value]);
  }
  return fields;
};

const part = (bytes: Uint8Array, ...path: readonly number[]): Uint8Array =>
  path.reduce((at, field) => {
    const value = fieldsOf(at).get(field)?.[0];
    if (!(value instanceof Uint8Array)) throw new Error(`no message at ${field}`);
    return value;
  }, bytes);

const text = (value: number | Uint8Array | undefined): string =>
  value instanceof Uint8Array ? new TextDecoder().decode(value) : '';

describe('ModelProto', () => {
  const model = new ModelProto();
  const x = model.input('x', 'float32', ['n', 8]);
  const weight = model.external({
    name: 'w',
    element: 'bfloat16',
    shape: [300, 8],
    file: 'm.safetensors',
    offset: 3_000_000_000,
    bytes: 4_800,
  });
  model.node(
    'Thing',
    [x, weight],
    { axis: -1, epsilon: { float: 0.5 }, perm: [1, 0] },
    { domain: 'com.microsoft', output: 'y' },
  );
  model.output('y', 'float32', ['n', 300]);
  const bytes = model.bytes();

  it('names its version and both operator sets', () => {
    const fields = fieldsOf(bytes);
    expect(fields.get(1)).toEqual([10]);
    const opsets = (fields.get(8) ?? []).map((opset) => fieldsOf(opset as Uint8Array));
    expect(opsets.map((opset) => [text(opset.get(1)?.[0]), opset.get(2)?.[0]])).toEqual([
      ['', 20],
      ['com.microsoft', 1],
    ]);
  });

  it('writes nodes with typed attributes, negative numbers included', () => {
    const node = fieldsOf(part(bytes, 7, 1));
    expect((node.get(1) ?? []).map(text)).toEqual(['x', 'w']);
    expect((node.get(2) ?? []).map(text)).toEqual(['y']);
    expect([text(node.get(4)?.[0]), text(node.get(7)?.[0])]).toEqual(['Thing', 'com.microsoft']);
    const attributes = (node.get(5) ?? []).map((one) => fieldsOf(one as Uint8Array));
    expect(attributes.map((one) => [text(one.get(1)?.[0]), one.get(20)?.[0]])).toEqual([
      ['axis', 2],
      ['epsilon', 1],
      ['perm', 7],
    ]);
    expect(attributes[0]?.get(3)).toEqual([-1]);
    expect(attributes[1]?.get(2)).toEqual([0.5]);
    expect(attributes[2]?.get(8)).toEqual([1, 0]);
  });

  it('points to weights outside, beyond 2 GiB as well', () => {
    const tensor = fieldsOf(part(bytes, 7, 5));
    expect(tensor.get(1)).toEqual([300, 8]);
    expect([tensor.get(2), tensor.get(14)]).toEqual([[16], [1]]);
    const entries = (tensor.get(13) ?? []).map((one) => fieldsOf(one as Uint8Array));
    expect(entries.map((one) => [text(one.get(1)?.[0]), text(one.get(2)?.[0])])).toEqual([
      ['location', 'm.safetensors'],
      ['offset', '3000000000'],
      ['length', '4800'],
    ]);
  });

  it('says what may vary in the shape of an input', () => {
    const shape = part(bytes, 7, 11, 2, 1, 2);
    const dimensions = (fieldsOf(shape).get(1) ?? []).map((one) => fieldsOf(one as Uint8Array));
    expect([text(dimensions[0]?.get(2)?.[0]), dimensions[1]?.get(1)?.[0]]).toEqual(['n', 8]);
  });
});
