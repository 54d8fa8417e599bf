import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import * as graph from '../../src/checkpoint/graph/index.ts';
import { sha256 } from '../probes/item-set.mjs';
import { stagesOf } from './built-in-stages.mjs';
import { placeCheckpoints } from './place-checkpoints.mjs';

const TINY = 'tests/fixtures/tiny/llama-gqa-tied-bf16';
const STAGES = stagesOf('base=base,noisy=noisy-1');
let home = '';
const at = (...parts: string[]): string => join(home, ...parts);

function put(path: string, value: unknown): void {
  writeFileSync(path, typeof value === 'string' ? value : JSON.stringify(value));
}

const json = (...parts: string[]): unknown => JSON.parse(readFileSync(at(...parts), 'utf8'));

/** What a training leaves, as small as can be, and references of its weights. */
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'lab-place-'));
  for (const folder of ['exams', 'references']) mkdirSync(at(folder));
  put(at('recipe.json'), { seeds: [1, 2, 3], stages: { base: { steps: 7 }, noisy: { steps: 5 } } });
  const weightsSha256 = { 'model.safetensors': sha256(readFileSync(join(TINY, 'model.safetensors'))) };
  for (const { branch, stage } of STAGES) {
    for (const name of ['config.json', 'model.safetensors', 'tokenizer.json', 'tokenizer_config.json'])
      cpSync(join(TINY, name), at('hf', stage, name));
    put(at('exams', `${stage}.json`), { pool: { points: 9, all: { right_before_percent: 66.7 } } });
    put(at('references', `built-in-1.toolshed-${branch}.json`), {
      provenance: { weightsSha256 },
      selfCheck: { contextIds: [1, 2], candidateIds: [3], logprobsNats: [-0.5] },
    });
  }
});

afterEach(() => {
  rmSync(home, { recursive: true });
});

const place = (verified: string | null = null): Promise<string[]> =>
  placeCheckpoints(
    { from: home, to: at('placed'), references: at('references'), edition: 1, verified, stages: STAGES },
    graph,
  );

/** Refused in one line that says so, with nothing written. */
async function expectRefused(what: RegExp): Promise<void> {
  const told: unknown = await place().catch((error: unknown) => error);
  expect(told).toBeInstanceOf(Error);
  expect((told as Error).message).toMatch(what);
  expect((told as Error).message).not.toContain('\n');
  expect(existsSync(at('placed'))).toBe(false);
}

describe('placing', () => {
  it('copies the files, and writes a card that the page reads, a model card and the index', async () => {
    expect(await place()).toEqual([
      expect.stringMatching(/^toolshed-base: ToolShed base \(0\.1 M parameters\), 0\.\d\d MB$/),
      expect.stringMatching(/^toolshed-noisy: /),
    ]);
    const files = { readText: () => Promise.resolve({ ok: true, value: text('lab-card.json') }) };
    // By a path that the types do not follow: what reads cards in the page has a worker's types, not a test's.
    const reader = '../../workers/checkpoint-card.ts';
    const { readCard } = (await import(reader)) as { readCard: (from: typeof files) => Promise<unknown> };
    const card = await readCard(files);
    expect(card).toMatchObject({
      ok: true,
      value: { id: 'toolshed-noisy', scope: 'ToolShed only', selfCheck: { candidateIds: [3] } },
    });
    const listed = (json('placed', 'toolshed-noisy', 'lab-card.json') as { files: Listed[] }).files;
    expect(listed.map(({ path }) => path).sort()).toEqual([
      ...['README.md', 'config.json', 'model.safetensors', 'tokenizer.json', 'tokenizer_config.json'],
    ]);
    for (const { path, bytes, sha256: hash } of listed) {
      const placed = readFileSync(at('placed', 'toolshed-noisy', path));
      expect([placed.length, sha256(placed)]).toEqual([bytes, hash]);
    }
    expect(text('README.md')).toMatch(/^# ToolShed noisy/);
    // Its own steps, its exam, and no figure that was not measured.
    expect(text('README.md')).toContain('| steps | 5 |');
    expect(text('README.md')).toContain('66.7');
    expect(text('README.md')).toContain('not measured yet');
    const index = json('placed', 'index.json') as { checkpoints: { id: string }[] };
    expect(index.checkpoints.map(({ id }) => id)).toEqual(['toolshed-base', 'toolshed-noisy']);
  });

  it.each([
    ['hf/noisy-1/tokenizer.json', /tokenizer\.json: there is no such file$/],
    ['exams/noisy-1.json', /noisy-1\.json: there is no such file/],
    ['recipe.json', /recipe\.json: there is no such file/],
    ['references/built-in-1.toolshed-noisy.json', /make it with oracle\/built_in_references\.py/],
  ])('refuses where %s is missing', async (path, what) => {
    rmSync(at(path));
    await expectRefused(what);
  });

  it('refuses another architecture, references and figures of other weights, and what is too large', async () => {
    const config = json('hf', 'noisy-1', 'config.json') as object;
    put(at('hf', 'noisy-1', 'config.json'), { ...config, attention_bias: true });
    await expectRefused(/not a pure Llama/);
    put(at('hf', 'noisy-1', 'config.json'), config);
    put(at('verified.json'), { stages: [{ stage: 'noisy-1', weightsSha256: 'other' }] });
    await expect(place(at('verified.json'))).rejects.toThrow(/its noisy-1 has other weights/);
    put(at('hf', 'noisy-1', 'tokenizer.json'), ' '.repeat(3.6e6));
    await expectRefused(/more than 3\.5 MB/);
    put(at('references', 'built-in-1.toolshed-noisy.json'), { provenance: {}, selfCheck: null });
    await expectRefused(/made of other weights/);
  });
});

describe('stages', () => {
  it('are pairs of a known branch and a stage', () => {
    expect(stagesOf('clean=clean-2')).toEqual([{ branch: 'clean', stage: 'clean-2' }]);
    for (const wrong of ['clean', 'loud=loud-1', 'clean=a=b'])
      expect(() => stagesOf(wrong)).toThrow('--stages');
  });
});

interface Listed {
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
}
const text = (name: string): string => readFileSync(at('placed', 'toolshed-noisy', name), 'utf8');
