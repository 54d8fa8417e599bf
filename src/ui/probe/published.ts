import type { Published } from '../../figures/index.ts';

/** G of the paper (its 35 to 100 ToolShed items), nats, by the beginning of a checkpoint's id. */
const VALUES: readonly (readonly [idStart: string, value: number, low: number, high: number])[] = [
  ['smollm2-135m', -23.92, -25.86, -22.09],
  ['smollm2-360m', -18.62, -21.0, -16.38],
  ['smollm2-1.7b', -13.91, -15.53, -12.35],
  ['qwen2.5-0.5b', -13.91, -16.12, -11.82],
  ['qwen3-0.6b', -21.5, -25.07, -18.18],
  ['llama-3.2-1b', -12.41, -15.71, -9.62],
];

/** The paper's value for a checkpoint; undefined where it has none. */
export function publishedFor(checkpointId: string): Published | undefined {
  const found = VALUES.find(([idStart]) => checkpointId.toLowerCase().startsWith(idStart));
  if (found === undefined) return undefined;
  const [, valueNats, low, high] = found;
  return { valueNats, interval: { low, high } };
}
