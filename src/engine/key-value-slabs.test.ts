import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { fakeModel } from './fake-model.ts';
import { KeyValueSlabs } from './key-value-slabs.ts';
import type { LanguageModel } from './port.ts';
import type { EncodedRequest } from './request.ts';
import { scoreRequests } from './score.ts';

const FLOATS = 4;
const row = (value: number): Float32Array => new Float32Array(FLOATS).fill(value);

describe('the slabs', () => {
  test('give back what was put in, wherever freed rows were used again', () => {
    const slabs = new KeyValueSlabs(200 * FLOATS * 4 + 3, FLOATS);
    expect(slabs.capacityTokens).toBe(200);
    for (let node = 0; node < 200; node += 1) slabs.store(node, row(node), 0);
    const full = slabs.allocatedBytes;
    expect(full).toBe(200 * FLOATS * 4);
    expect(() => {
      slabs.store(1000, row(0), 0);
    }).toThrow(RangeError);
    for (let node = 0; node < 200; node += 3) slabs.release(node);
    for (let node = 0; node < 200; node += 3) slabs.store(node + 1000, row(node + 1000), 0);
    expect(slabs.allocatedBytes).toBe(full);
    const out = new Float32Array(3 * FLOATS);
    for (const node of slabs.nodes()) {
      slabs.copyTo(node, out, 1);
      expect([...out]).toEqual([...row(0), ...row(node), ...row(0)]);
    }
    expect(slabs.usedTokens).toBe(200);
    expect(slabs.has(0)).toBe(false);
    expect(() => {
      slabs.copyTo(0, out, 0);
    }).toThrow(RangeError);
  });

  test('take memory as it is needed', () => {
    const slabs = new KeyValueSlabs(2 ** 40, FLOATS);
    expect(slabs.allocatedBytes).toBe(0);
    slabs.store(5, row(1), 0);
    expect(slabs.allocatedBytes).toBe(64 * FLOATS * 4);
  });
});

test('a row that lives through a hundred passes keeps none of their buffers alive', async () => {
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc') as () => void;
  const outputs: WeakRef<ArrayBufferLike>[] = [];
  const inputs: WeakRef<ArrayBufferLike>[] = [];
  let passes = 0;
  const fake = fakeModel();
  const model: LanguageModel = {
    shape: fake.shape,
    run: async (pass) => {
      passes += 1;
      for (const { buffer } of [pass.past, pass.attentionBias]) inputs.push(new WeakRef(buffer));
      const result = await fake.run(pass);
      if (result.newKeyValues !== null) outputs.push(new WeakRef(result.newKeyValues.buffer));
      return result;
    },
  };
  // All tasks share the first tokens, and tasks i and i + 60 a few more: rows of many passes wait for a later task.
  const requests = Array.from({ length: 120 }, (_, index): EncodedRequest => {
    const shared = [Math.floor((index % 60) / 20), index % 20];
    return {
      id: `r${index}`,
      task: `t${index}`,
      template: 'p',
      context: [1, 2, 3, ...shared, index < 60 ? 4 : 5, 6],
      candidate: [7, 8],
      endOfTurn: null,
      hidden: [],
    };
  });
  const living = (buffers: readonly WeakRef<ArrayBufferLike>[]): number =>
    new Set(buffers.map((buffer) => buffer.deref()).filter((buffer) => buffer !== undefined)).size;
  let alive = { outputs: NaN, inputs: NaN };
  const options = {
    passTokens: 4,
    keyValueBytes: 2 ** 20,
    scoreTensorBytes: 2 ** 26,
    targetPassMs: 1,
    clock: () => 0,
    // Between passes, where nothing but the slabs may hold keys and values.
    gate: async () => {
      await new Promise((resolve) => setTimeout(resolve, 0));
      if (passes === 100) {
        collectGarbage();
        alive = { outputs: living(outputs), inputs: living(inputs) };
      }
      return 'go' as const;
    },
    seed: 1,
  };
  const result = await scoreRequests(model, requests, options, () => undefined);
  expect(result.ok && result.value.counters.passes).toBeGreaterThan(100);
  expect(outputs.length).toBeGreaterThan(70);
  expect(alive.outputs).toBeLessThanOrEqual(1);
  // The past and the mask of one pass.
  expect(alive.inputs).toBeLessThanOrEqual(2);
});
