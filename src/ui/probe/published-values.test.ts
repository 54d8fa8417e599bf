import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { publishedValues } from '../../../scripts/published/published-values.mjs';
import { CONDITIONS, itemMeasures, itemValues, parseItemSet } from '../../probe/index.ts';
import { poolCheckpoints } from '../../statistics/index.ts';
import { aRow } from '../../records/sample-row.ts';
import { readPublishedValues, type PublishedCheckpoint } from './published-file.ts';
import {
  publishedChange,
  publishedCheckpoint,
  publishedGroup,
  publishedMeasure,
} from './published-values.ts';

const probes = new URL('../../../static-probes/', import.meta.url);
const values = readPublishedValues(
  JSON.parse(readFileSync(new URL('published/toolshed-1.json', probes), 'utf8')),
);

function studied(id: string): PublishedCheckpoint {
  const found = publishedCheckpoint(values, id);
  if (found === null) throw new Error(`${id} is not in the study`);
  return found;
}
const mean = (measure: Parameters<typeof publishedMeasure>[1]): number =>
  poolCheckpoints(values.checkpoints.flatMap((checkpoint) => publishedMeasure(checkpoint, measure) ?? []))
    ?.value ?? NaN;

describe('the published values', () => {
  it('give the headline numbers by the rules of analysis §4', () => {
    expect(mean('G')).toBeCloseTo(-17.378, 3);
    expect(mean('copy') / -mean('G')).toBeCloseTo(0.8346, 4);
    expect(1 - mean('G of abstract') / mean('G')).toBeCloseTo(0.7627, 4);
    expect(mean('repeats of fail')).toBeCloseTo(0.19, 2);
    expect(mean('p_rep of pre')).toBeCloseTo(0.06, 2);
    expect(mean('p_rep of fail')).toBeCloseTo(0.54, 2);
    expect(mean('repair')).toBeCloseTo(4.3, 2);
    expect(mean('polarity')).toBeCloseTo(0.8, 2);
  });

  it('obey the identities of the measures in every checkpoint that lacks no row', () => {
    const parts = ['G', 'copy', 'sem', 'repair', 'margin_shift'] as const;
    const whole = values.checkpoints
      .map((checkpoint) => parts.map((measure) => publishedMeasure(checkpoint, measure)))
      .filter((cells) => new Set(cells.map((cell) => cell?.items)).size === 1)
      .map((cells) => cells.map((cell) => cell?.value ?? NaN));
    expect(whole).toHaveLength(4);
    for (const [gain = NaN, copy = NaN, sem = NaN, repair = NaN, shift = NaN] of whole) {
      expect(copy + sem).toBeCloseTo(-gain, 3);
      expect(repair + gain).toBeCloseTo(shift, 3);
    }
  });

  it('have the manipulations, paired', () => {
    const small = studied('smollm2-135m-instruct-q4_1');
    expect(publishedChange(small, 'fail_k3')?.value).toBeCloseTo(3.29, 2);
    expect(publishedChange(small, 'fail_instr')).toMatchObject({ items: 60, tasks: 39 });
    expect(publishedChange(studied('qwen2.5-0.5b-instruct'), 'abstract')?.interval.low).toBeCloseTo(-12.8, 2);
    expect(publishedChange(studied('qwen3-0.6b'), 'fail_k3')).toBeNull();
  });

  it('have groups of three items and more, and say which are small', () => {
    const llama = studied('unsloth/Llama-3.2-1B-Instruct');
    expect(publishedGroup(llama, 'operator', 'arg_typo', 'G')).toMatchObject({
      items: 8,
      status: 'few-items',
    });
    expect(publishedGroup(llama, 'operator', 'readonly_target', 'G')).toBeNull();
    expect(publishedMeasure(llama, 'G')).toMatchObject({ items: 35, status: 'published' });
  });

  it('are there per token where the paper has them, and never in another unit', () => {
    const small = studied('smollm2-135m-instruct');
    expect(publishedMeasure(small, 'G', 'per-token')?.value).toBeCloseTo(-1.21, 2);
    expect(publishedMeasure(small, 'repair', 'per-token')).toBeNull();
    expect(publishedMeasure(small, 'G', 'per-byte')).toBeNull();
    expect(publishedMeasure(small, 'repeats of fail', 'per-byte')?.value).toBe(0.43);
  });

  it('use names that the lab’s own measures have', () => {
    const set = readFileSync(new URL('first-eight-1.jsonl', probes), 'utf8');
    const items = parseItemSet(set, 'first-eight-1');
    if (!items.ok) throw new Error(items.error.happened);
    const measures = itemMeasures(
      items.value,
      items.value.map(({ item_id }) => ({ ...aRow, item_id })),
    );
    const known = new Set(measures.flatMap((one) => Object.keys(itemValues(one, 'whole-call').values)));
    for (const { wholeCall, perToken, changes } of values.checkpoints) {
      for (const measure of [...Object.keys(wholeCall), ...Object.keys(perToken)])
        expect(known).toContain(measure);
      for (const condition of Object.keys(changes)) expect(CONDITIONS).toContain(condition);
    }
  });
});

describe('publishedCheckpoint', () => {
  it.each([
    ['smollm2-135m-instruct-q4_1', 'SmolLM2-135M'],
    ['SmolLM2-360M-Instruct', 'SmolLM2-360M'],
    ['HuggingFaceTB/SmolLM2-1.7B-Instruct', 'SmolLM2-1.7B'],
    ['qwen2.5-0.5b-instruct', 'Qwen2.5-0.5B'],
    ['qwen3-0.6b-bf16', 'Qwen3-0.6B'],
    ['llama-3.2-1b-instruct', 'Llama-3.2-1B'],
  ])('knows %s as %s', (id, name) => {
    expect(studied(id).name).toBe(name);
  });

  it.each(['smollm3-3b', 'dropped', 'qwen3-0.6b-base', 'smollm2-135m', 'qwen2.5-0.5b-instruct-tuned'])(
    'has nothing for %s',
    (id) => {
      expect(publishedCheckpoint(values, id)).toBeNull();
    },
  );
});

describe('publishedValues', () => {
  const cell = (mean: number): object => ({
    mean,
    ci_lo: mean - 1,
    ci_hi: mean + 1,
    n_items: 40,
    n_tasks: 20,
  });
  const results = {
    source: {
      paper_title: 'T',
      author: 'A',
      year: 2026,
      repository: 'o/r',
      commits_read: [{ hash: 'a'.repeat(40), used_for: 'prose that is not copied' }],
      date_read: '2026-01-02',
      bootstrap: { main_resamples: 10000, breakdown_resamples: 2000, cluster: 'task' },
    },
    models: { m: { label: 'M', hub_id: 'o/M', params_b: 0.1 } },
    probe: { toolshed: { m: { published: true, G: cell(-0.000_01), G_per_token: cell(-2) } } },
    by_operator: { toolshed: { drop_arg: { m: { G: cell(-3) } }, other: {} } },
    by_error_family: { toolshed: {} },
    by_template: { toolshed: {} },
    by_prefix_depth: { toolshed: { 0: { m: { G: cell(-4) } } } },
    manipulations: {
      variants: {
        fail_echo: { description: 'prose', delta: { m: cell(5) }, G_under_variant: { m: cell(-6) } },
      },
    },
  };

  it('keeps numbers and names, and no prose', () => {
    const text = publishedValues(results);
    const [checkpoint] = readPublishedValues(JSON.parse(text)).checkpoints;
    expect(checkpoint).toMatchObject({
      wholeCall: { G: [0, -1, 1, 40, 20], 'G of fail_echo': [-6, -7, -5, 40, 20] },
      perToken: { G: [-2, -3, -1, 40, 20] },
      changes: { fail_echo: [5, 4, 6, 40, 20] },
      groups: {
        operator: { drop_arg: { G: [-3, -4, -2, 40, 20] } },
        depth: { 0: { G: [-4, -5, -3, 40, 20] } },
      },
    });
    expect(text).not.toContain('prose');
  });

  it('refuses a cell without a number', () => {
    const broken = structuredClone(results);
    Object.assign(broken.probe.toolshed.m.G, { ci_lo: null });
    expect(() => publishedValues(broken)).toThrow();
  });
});
