import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';

/** Every wall, and imports that must be stopped at it. Paths are as in the repository. */
const bad: readonly (readonly [rule: string, file: string, specifier: string])[] = [
  ['no-cycles', 'src/lab/cycle-a.ts', './cycle-b.ts'],
  ['no-unresolvable', 'src/lab/lost.ts', './nothing.ts'],
  ['pure-rooms-import-pure-rooms', 'src/probe/framework.ts', 'svelte'],
  ['pure-rooms-import-pure-rooms', 'src/engine/node.ts', 'node:fs'],
  ['pure-rooms-import-pure-rooms', 'src/engine/lab.ts', '../lab/client.ts'],
  ['pure-rooms-import-pure-rooms', 'src/checkpoint/graph/files.ts', '../files/index.ts'],
  ['probe-and-rollout-are-strangers', 'src/probe/stranger.ts', '../rollout/index.ts'],
  ['rollout-and-probe-are-strangers', 'src/rollout/stranger.ts', '../probe/index.ts'],
  ['pasted-step-is-a-stranger-to-both', 'src/pasted-step/stranger.ts', '../probe/index.ts'],
  ['ui-knows-no-worker', 'src/ui/worker.ts', '../../workers/engine.ts'],
  ['ui-knows-no-worker', 'src/ui/Worker.svelte', '../../workers/engine.ts'],
  ['ui-knows-no-worker', 'src/ui/files.ts', '../checkpoint/files/index.ts'],
  ['ui-knows-no-worker', 'src/ui/link.ts', 'comlink'],
  ['lab-knows-worker-doors-only', 'src/lab/worker.ts', '../../workers/engine.ts'],
  ['lab-knows-worker-doors-only', 'src/lab/files.ts', '../checkpoint/files/index.ts'],
  ['nobody-below-imports-ui', 'src/lab/view.ts', '../ui/view.ts'],
  ['workers-know-no-page', 'workers/page.ts', '../src/lab/client.ts'],
  ['comlink-at-the-doors', 'src/checkpoint/files/link.ts', 'comlink'],
  ['ort-and-transformers-off-the-main-thread', 'src/lab/ort.ts', 'onnxruntime-web/wasm'],
  ['ort-and-transformers-off-the-main-thread', 'src/lab/hub.ts', '@huggingface/transformers'],
  ...[
    ...[
      'transcript',
      'toolshed',
      'probe',
      'rollout',
      'pasted-step',
      'engine',
      'statistics',
      'figures',
      'records',
    ],
    ...['checkpoint/graph', 'checkpoint/files'],
  ].map((room) => {
    const rule = `enter-${room.replace('/', '-')}-by-its-index`;
    return [rule, `workers/into-${room.replace('/', '-')}.ts`, `../src/${room}/inner.ts`] as const;
  }),
];

/** Imports that no wall may stop. */
const good: readonly (readonly [file: string, specifier: string])[] = [
  ['src/probe/uses.ts', '../transcript/index.ts'],
  ['src/figures/scale.ts', 'd3-scale'],
  ['src/lab/uses.ts', '../probe/index.ts'],
  ['src/lab/door.ts', '../../workers/engine-door.ts'],
  ['src/ui/Uses.svelte', '../lab/client.ts'],
  ['workers/uses.ts', '../src/checkpoint/files/index.ts'],
  ['workers/link.ts', 'comlink'],
];

const root = resolve(import.meta.dirname, '..');
let copy = '';
let found: { rule: string; from: string }[] = [];
let walls: string[] = [];

function put(file: string, text: string): void {
  const path = join(copy, file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

beforeAll(async () => {
  // Inside the repository, so that packages are found.
  mkdirSync(join(root, '.cache'), { recursive: true });
  copy = mkdtempSync(join(root, '.cache', 'walls-'));
  for (const name of ['.dependency-cruiser.cjs', 'tsconfig.base.json', 'package.json'])
    copyFileSync(join(root, name), join(copy, name));
  for (const [, , specifier] of bad.filter(([rule]) => rule.startsWith('enter-'))) {
    put(join('workers', specifier), 'export const inner = 1;');
    put(join('workers', specifier, '..', 'index.ts'), `export * from './inner.ts';`);
  }
  put('src/lab/cycle-b.ts', `import './cycle-a.ts';`);
  for (const file of ['src/lab/client.ts', 'src/ui/view.ts', 'workers/engine.ts', 'workers/engine-door.ts'])
    put(file, 'export const thing = 1;');
  for (const [file, specifier] of [...bad.map(([, ...rest]) => rest), ...good]) {
    const line = `import * as it from '${specifier}'; export const used = it;`;
    put(
      file,
      file.endsWith('.svelte') ? `<script lang="ts">${line.replace('export', '')}</script>{used}` : line,
    );
  }
  const program = join(root, 'node_modules', 'dependency-cruiser', 'bin', 'dependency-cruise.mjs');
  const args = [program, '--config', '.dependency-cruiser.cjs', '--output-type', 'json', 'src', 'workers'];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: copy, maxBuffer: 1e8 }).catch(
    // Violations make it exit with their number.
    (error: unknown) => error as { stdout: string },
  );
  const report = JSON.parse(stdout) as {
    summary: {
      violations: { from: string; rule: { name: string } }[];
      ruleSetUsed: { forbidden: { name: string }[] };
    };
  };
  found = report.summary.violations.map(({ from, rule }) => ({ rule: rule.name, from }));
  walls = report.summary.ruleSetUsed.forbidden.map(({ name }) => name);
}, 60_000);

afterAll(() => {
  rmSync(copy, { recursive: true, force: true });
});

it.each(bad)('%s stops %s ← %s', (rule, file) => {
  expect(found).toContainEqual({ rule, from: file });
});

it.each(good)('%s ← %s passes', (file) => {
  expect(found.filter(({ from }) => from === file)).toEqual([]);
});

it('no wall is without its proof', () => {
  expect([...new Set(bad.map(([rule]) => rule))].sort()).toEqual([...walls].sort());
});
