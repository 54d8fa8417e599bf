import type { Architecture } from './architecture.ts';
import { ModelProto } from './model-proto.ts';
import type { HeldAs } from './holding.ts';
import type { TensorPlacement } from './tensor-inventory.ts';
import { widenedPlacement } from './widening.ts';

export const MICROSOFT = { domain: 'com.microsoft' };

/** The layers' common building blocks, on a model in the making. */
export class GraphParts {
  readonly model = new ModelProto();
  readonly #architecture: Architecture;
  readonly #placements: ReadonlyMap<string, TensorPlacement>;
  readonly #heldAs: HeldAs;
  readonly #known = new Set<string>();

  constructor(architecture: Architecture, placements: ReadonlyMap<string, TensorPlacement>, heldAs: HeldAs) {
    this.#architecture = architecture;
    this.#placements = placements;
    this.#heldAs = heldAs;
  }

  /** A weight as it is stored, under its own name. */
  stored(name: string): string {
    const placement = this.placement(name);
    if (!this.#known.has(name)) {
      this.#known.add(name);
      this.model.external({ name, ...placement });
    }
    return name;
  }

  placement(name: string): TensorPlacement {
    const placement = this.#placements.get(name);
    // The inventory was checked against the same architecture, so this is a mistake in the lab itself.
    if (placement === undefined) throw new Error(`no placement for ${name}`);
    return placement;
  }

  /** A weight in float32: widened on reading when weights are folded, else cast in every run. */
  weight(name: string): string {
    return this.#heldAs === 'folded'
      ? this.#folded(`${name}.float32`, widenedPlacement(this.placement(name)))
      : this.widened(this.stored(name), name, { early: true });
  }

  /** Rows [begin, end) of a matrix in float32, a weight of its own. Only where weights are folded. */
  foldedRows(name: string, begin: number, end: number): string {
    const { shape, offset, bytes, ...rest } = widenedPlacement(this.placement(name));
    const [rows = 1, ...columns] = shape;
    const rowBytes = bytes / rows;
    return this.#folded(`${name}.float32.${begin}`, {
      ...rest,
      shape: [end - begin, ...columns],
      offset: offset + begin * rowBytes,
      bytes: (end - begin) * rowBytes,
    });
  }

  #folded(name: string, placement: TensorPlacement): string {
    if (!this.#known.has(name)) {
      this.#known.add(name);
      this.model.external({ name, ...placement });
    }
    return name;
  }

  /** `value`, which has the element type of the stored weight `name`, in float32. */
  widened(value: string, name: string, options: { readonly early?: boolean } = {}): string {
    return this.placement(name).element === 'float32'
      ? value
      : this.model.node('Cast', [value], { to: 1 }, options);
  }

  /** x · Wᵀ + b, W stored [out, in]; x [rows, in]. */
  linear(x: string, weight: string, bias: string | null): string {
    const inputs = [x, this.weight(weight), ...(bias === null ? [] : [this.weight(bias)])];
    return this.model.node('Gemm', inputs, { transB: 1 });
  }

  /** Root-mean-square norm over the last axis, times the weight. */
  norm(x: string, weight: string): string {
    return this.model.node('SimplifiedLayerNormalization', [x, this.weight(weight)], {
      axis: -1,
      epsilon: { float: this.#architecture.normEpsilon },
    });
  }

  /** Sizes as in ONNX: -1 is inferred, 0 keeps the input's size at that place. */
  reshape(x: string, sizes: readonly number[]): string {
    return this.model.node('Reshape', [x, this.int64(sizes)]);
  }

  int64(values: readonly number[]): string {
    const name = `int64_${values.join('_')}`;
    if (!this.#known.has(name)) {
      this.#known.add(name);
      const bytes = new Uint8Array(BigInt64Array.from(values, BigInt).buffer);
      this.model.constant(name, 'int64', [values.length], bytes);
    }
    return name;
  }

  int32(value: number): string {
    const name = `int32_${value}`;
    if (!this.#known.has(name)) {
      this.#known.add(name);
      this.model.constant(name, 'int32', [1], new Uint8Array(Int32Array.of(value).buffer));
    }
    return name;
  }

  /** The same without dimensions, as operators want their own parameters. */
  int32Scalar(value: number): string {
    const name = `int32_scalar_${value}`;
    if (!this.#known.has(name)) {
      this.#known.add(name);
      this.model.constant(name, 'int32', [], new Uint8Array(Int32Array.of(value).buffer));
    }
    return name;
  }

  /** A constant under a name of its own; the same name is the same constant. */
  float32(name: string, shape: readonly number[], values: Float32Array<ArrayBuffer>): string {
    if (!this.#known.has(name)) {
      this.#known.add(name);
      this.model.constant(name, 'float32', shape, new Uint8Array(values.buffer));
    }
    return name;
  }
}
