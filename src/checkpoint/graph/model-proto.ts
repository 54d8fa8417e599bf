import { BinaryWriter, WireType } from '@bufbuild/protobuf/wire';

/**
 * Writes an ONNX ModelProto, field by field. Field numbers and enumerations: onnx.proto of the ONNX specification
 * (IR version 10). Only what the lab graph uses is here.
 */

/** TensorProto.DataType. */
export const ELEMENT = { float32: 1, int32: 6, int64: 7, float16: 10, bfloat16: 16 } as const;
export type Element = keyof typeof ELEMENT;

export type Attribute = number | readonly number[] | { readonly float: number };

/** A dimension: a fixed size, or the name of one that every run chooses. */
export type Dimension = number | string;

export interface ExternalTensor {
  readonly name: string;
  readonly element: Element;
  readonly shape: readonly number[];
  readonly file: string;
  readonly offset: number;
  readonly bytes: number;
}

const IR_VERSION = 10;
const OPSET = 20;
const IS_INT = 2;
const IS_FLOAT = 1;
const IS_INTS = 7;
const STORED_OUTSIDE = 1;

type Fill = (writer: BinaryWriter) => void;

export class ModelProto {
  readonly #earlyNodes: Fill[] = [];
  readonly #nodes: Fill[] = [];
  readonly #initialisers: Fill[] = [];
  readonly #inputs: Fill[] = [];
  readonly #outputs: Fill[] = [];
  #next = 0;

  /** A name that nothing else in this model has. */
  fresh(hint: string): string {
    this.#next += 1;
    return `${hint}_${this.#next}`;
  }

  input(name: string, element: Element, shape: readonly Dimension[]): string {
    this.#inputs.push(valueInfo(name, element, shape));
    return name;
  }

  output(name: string, element: Element, shape: readonly Dimension[]): void {
    this.#outputs.push(valueInfo(name, element, shape));
  }

  /**
   * Adds a node with one output and returns the output's name.
   *
   * `early`: the node depends on weights and inputs only, and is put before all others. onnxruntime walks the graph from
   * its outputs and computes, of what a node needs, that with the higher number first: numbered low, a weight's cast
   * comes right before its use; numbered high, half of all casts would be in memory at the same time.
   */
  node(
    op: string,
    inputs: readonly string[],
    attributes: Readonly<Record<string, Attribute>> = {},
    options: { readonly domain?: string; readonly output?: string; readonly early?: boolean } = {},
  ): string {
    const output = options.output ?? this.fresh(op);
    (options.early === true ? this.#earlyNodes : this.#nodes).push((writer) => {
      for (const input of inputs) writer.tag(1, WireType.LengthDelimited).string(input);
      writer.tag(2, WireType.LengthDelimited).string(output);
      writer.tag(3, WireType.LengthDelimited).string(`n_${output}`);
      writer.tag(4, WireType.LengthDelimited).string(op);
      for (const [name, value] of Object.entries(attributes)) message(writer, 5, attribute(name, value));
      if (options.domain !== undefined) writer.tag(7, WireType.LengthDelimited).string(options.domain);
    });
    return output;
  }

  /** Adds a constant whose values are in the model itself. */
  constant(name: string, element: Element, shape: readonly number[], bytes: Uint8Array): string {
    this.#initialisers.push((writer) => {
      tensorHead(writer, name, element, shape);
      writer.tag(9, WireType.LengthDelimited).bytes(bytes);
    });
    return name;
  }

  /** Adds a constant whose values lie in a file mounted at session creation. */
  external(tensor: ExternalTensor): string {
    this.#initialisers.push((writer) => {
      tensorHead(writer, tensor.name, tensor.element, tensor.shape);
      const entries = { location: tensor.file, offset: `${tensor.offset}`, length: `${tensor.bytes}` };
      for (const [key, value] of Object.entries(entries)) {
        message(writer, 13, (entry) => {
          entry.tag(1, WireType.LengthDelimited).string(key);
          entry.tag(2, WireType.LengthDelimited).string(value);
        });
      }
      writer.tag(14, WireType.Varint).int32(STORED_OUTSIDE);
    });
    return tensor.name;
  }

  /** The finished model. */
  bytes(): Uint8Array<ArrayBuffer> {
    const writer = new BinaryWriter();
    writer.tag(1, WireType.Varint).int64(IR_VERSION);
    writer.tag(2, WireType.LengthDelimited).string('backfire-lab');
    message(writer, 7, (graph) => {
      for (const fill of [...this.#earlyNodes, ...this.#nodes]) message(graph, 1, fill);
      graph.tag(2, WireType.LengthDelimited).string('lab');
      for (const fill of this.#initialisers) message(graph, 5, fill);
      for (const fill of this.#inputs) message(graph, 11, fill);
      for (const fill of this.#outputs) message(graph, 12, fill);
    });
    for (const [domain, version] of [
      ['', OPSET],
      ['com.microsoft', 1],
    ] as const) {
      message(writer, 8, (opset) => {
        opset.tag(1, WireType.LengthDelimited).string(domain);
        opset.tag(2, WireType.Varint).int64(version);
      });
    }
    return writer.finish();
  }
}

const message = (writer: BinaryWriter, field: number, fill: Fill): void => {
  writer.tag(field, WireType.LengthDelimited).fork();
  fill(writer);
  writer.join();
};

const tensorHead = (writer: BinaryWriter, name: string, element: Element, shape: readonly number[]): void => {
  for (const size of shape) writer.tag(1, WireType.Varint).int64(size);
  writer.tag(2, WireType.Varint).int32(ELEMENT[element]);
  writer.tag(8, WireType.LengthDelimited).string(name);
};

const attribute =
  (name: string, value: Attribute): Fill =>
  (writer) => {
    writer.tag(1, WireType.LengthDelimited).string(name);
    let kind = IS_INT;
    if (typeof value === 'number') {
      writer.tag(3, WireType.Varint).int64(value);
    } else if ('float' in value) {
      writer.tag(2, WireType.Bit32).float(value.float);
      kind = IS_FLOAT;
    } else {
      for (const one of value) writer.tag(8, WireType.Varint).int64(one);
      kind = IS_INTS;
    }
    writer.tag(20, WireType.Varint).int32(kind);
  };

const valueInfo =
  (name: string, element: Element, shape: readonly Dimension[]): Fill =>
  (writer) => {
    writer.tag(1, WireType.LengthDelimited).string(name);
    message(writer, 2, (type) => {
      message(type, 1, (tensor) => {
        tensor.tag(1, WireType.Varint).int32(ELEMENT[element]);
        message(tensor, 2, (dimensions) => {
          for (const size of shape) {
            message(dimensions, 1, (dimension) => {
              if (typeof size === 'number') dimension.tag(1, WireType.Varint).int64(size);
              else dimension.tag(2, WireType.LengthDelimited).string(size);
            });
          }
        });
      });
    });
  };
