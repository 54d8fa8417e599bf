import { expose } from 'comlink';
import {
  createOrtModel,
  DroppedFiles,
  mountWeights,
  openCheckpoint,
  ServedFiles,
  type CheckpointFiles,
  type OrtModel,
} from '../../../src/checkpoint/files/index.ts';
import {
  modelShape,
  readConfig,
  readHeaderLength,
  readSafetensorsHeader,
  takeInventory,
  writeLabGraph,
} from '../../../src/checkpoint/graph/index.ts';
import { HIDDEN_BIAS, scoreRequests, type Pass } from '../../../src/engine/index.ts';
import type { Result } from '../../../src/records/index.ts';
import type { NumbersApi, OpenAnswer, OpenWishes } from './numbers-api.ts';
import { scoreAlone, scoreSecondSibling } from './plain-passes.ts';
import { agreement, targetsOf, type Scored } from './reference.ts';
import { falseArchitecture, spoilWeights } from './weight-faults.ts';

let model: OrtModel | null = null;

const current = (): OrtModel => {
  if (model === null) throw new Error('no model is open');
  return model;
};

const must = <T>(result: Result<T>): T => {
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value;
};

const open = async (files: CheckpointFiles, wishes: OpenWishes): Promise<OpenAnswer> => {
  const startedMs = performance.now();
  const result = await openCheckpoint(
    files,
    {
      holding: 'folded',
      threads: 1,
      windowTokens: null,
      job: 'scoring',
      promisedSha256: new Map(),
      ...wishes,
    },
    () => undefined,
  );
  if (!result.ok) return result;
  const { heldAs, parameters, windowTokens, files: read, notices } = result.value;
  ({ model } = result.value);
  const elapsedMs = performance.now() - startedMs;
  const { threads } = model;
  return { ok: true, opened: { heldAs, threads, parameters, windowTokens, files: read, notices, elapsedMs } };
};

/** A tree pass of n rows after P of past, all rows seen by all later ones; for timing. */
const fillerPass = (opened: OrtModel, n: number, pastTokens: number, keepLogits: boolean): Pass => {
  const { keyValueFloats, vocabularySize } = opened.shape;
  const columns = pastTokens + n;
  const attentionBias = new Float32Array(n * columns);
  for (let row = 0; row < n; row++) {
    attentionBias.fill(HIDDEN_BIAS, row * columns + pastTokens + row + 1, (row + 1) * columns);
  }
  return {
    tokens: Int32Array.from({ length: n }, (_, i) => (i * 7919 + 13) % vocabularySize),
    positions: Int32Array.from({ length: n }, (_, i) => pastTokens + i),
    past: Float32Array.from(
      { length: pastTokens * keyValueFloats },
      (_, i) => ((i * 7919) % 1000) / 1000 - 0.5,
    ),
    pastTokens,
    attentionBias,
    scoredRows: Int32Array.of(n - 1),
    targetRows: Int32Array.of(0),
    targets: Int32Array.of(5),
    keepKeyValues: true,
    keepLogits,
  };
};

const api: NumbersApi = {
  openServed: (baseUrl, wishes) => open(new ServedFiles(baseUrl), wishes),

  openDropped(files, wishes) {
    const dropped = DroppedFiles.of(files);
    return dropped.ok ? open(dropped.value, wishes) : Promise.resolve(dropped);
  },

  async openSpoiled(baseUrl, fault) {
    const files = new ServedFiles(baseUrl);
    const right = must(readConfig(must(await files.readText('config.json'))));
    const names = [
      'model.safetensors',
      'model-00001-of-00002.safetensors',
      'model-00002-of-00002.safetensors',
    ];
    const bytesOf = new Map<string, Uint8Array<ArrayBuffer>>();
    const shards = [];
    for (const file of names) {
      const response = await fetch(new URL(file, baseUrl));
      if (!response.ok) continue;
      const bytes = new Uint8Array(await response.arrayBuffer());
      const header = must(readHeaderLength(file, bytes.subarray(0, 8), bytes.length));
      const tensors = must(readSafetensorsHeader(file, bytes.subarray(8, 8 + header), bytes.length));
      shards.push({ file, fileBytes: bytes.length, tensors });
      bytesOf.set(file, bytes);
    }
    const { placements } = must(takeInventory(right, shards, null));
    const architecture = falseArchitecture(fault, right);
    spoilWeights(fault, right, placements, bytesOf);
    const windowTokens = Math.min(1024, right.windowTokens);
    model = await createOrtModel({
      graphBytes: writeLabGraph(architecture, placements, { heldAs: 'folded', windowTokens }),
      externalData: mountWeights(
        [...bytesOf].map(([name, data]) => ({ name, data })),
        placements,
        'folded',
      ),
      shape: modelShape(architecture, windowTokens),
      threads: 1,
      heldAs: 'folded',
    });
  },

  async compareAlone({ requests }, cutAt, fault) {
    const scored: Scored[] = [];
    for (const request of requests) {
      const cut = Math.floor(request.context.length * cutAt);
      scored.push(await scoreAlone(current(), request, cutAt === 0 ? [] : [cut], fault));
    }
    return agreement(requests, scored);
  },

  async compareSiblings({ requests }, fault) {
    const seconds = [];
    const scored: Scored[] = [];
    for (const [i, second] of requests.entries()) {
      const first = requests[i - 1];
      if (first === undefined || first.candidate.length < 2 || second.hidden.length > 0) continue;
      if (JSON.stringify(first.context) !== JSON.stringify(second.context)) continue;
      seconds.push(second);
      scored.push(await scoreSecondSibling(current(), first, second, fault));
    }
    return agreement(seconds, scored);
  },

  async compareEngine({ requests }, passTokens) {
    const byId = new Map<string, Scored>();
    const encoded = requests.map(({ id, task, context, candidate, endOfTurn, hidden }) => ({
      id,
      task,
      template: task,
      context,
      candidate,
      endOfTurn,
      hidden: hidden.map(([start, end]) => ({ start, end })),
    }));
    const summary = await scoreRequests(
      current(),
      encoded,
      {
        seed: 1,
        passTokens,
        keyValueBytes: 2 ** 28,
        scoreTensorBytes: 2 ** 27,
        targetPassMs: 1_000,
        clock: () => performance.now(),
        gate: () => Promise.resolve('go'),
      },
      (event) => {
        if (event.kind === 'refused') throw new Error(JSON.stringify(event.error));
        if (event.kind !== 'scores') return;
        for (const scores of event.scores) {
          const end = scores.endOfTurnLogprobNats;
          byId.set(scores.id, {
            logprobsNats: [...scores.logprobsNats, ...(end === null ? [] : [end])],
            gapsNats: [
              ...scores.gapsNats,
              ...(scores.endOfTurnGapNats === null ? [] : [scores.endOfTurnGapNats]),
            ],
          });
        }
      },
    );
    must(summary);
    const scored = requests.map((request) => byId.get(request.id) ?? { logprobsNats: [], gapsNats: [] });
    return agreement(requests, scored);
  },

  async worstLogSumError({ requests }) {
    let worst = 0;
    for (const request of requests.slice(0, 8)) {
      const ids = [...request.context, ...targetsOf(request)].slice(0, -1);
      const pass = fillerPass(current(), ids.length, 0, true);
      const target = request.candidate[0] ?? 0;
      const { logits, logprobsNats } = await current().run({
        ...pass,
        tokens: Int32Array.from(ids),
        targets: Int32Array.of(target),
      });
      const row = Array.from(logits ?? []);
      const most = Math.max(...row);
      const sum = row.reduce((total, x) => total + Math.exp(x - most), 0);
      worst = Math.max(
        worst,
        Math.abs((row[target] ?? NaN) - most - Math.log(sum) - (logprobsNats[0] ?? NaN)),
      );
    }
    return worst;
  },

  async timePass(n, pastTokens, times) {
    const pass = fillerPass(current(), n, pastTokens, n === 1);
    const elapsedMs: number[] = [];
    for (let i = 0; i < times; i++) {
      const startedMs = performance.now();
      await current().run(pass);
      elapsedMs.push(performance.now() - startedMs);
    }
    return elapsedMs;
  },

  withoutStorage() {
    Object.defineProperty(navigator.storage, 'getDirectory', {
      value: () => Promise.reject(new DOMException('no storage here', 'SecurityError')),
    });
    return Promise.resolve();
  },

  async release() {
    await model?.release();
    model = null;
  },
};

expose(api);
