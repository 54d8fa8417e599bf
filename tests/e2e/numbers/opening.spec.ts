import { cp, mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { ServerOptions } from '../../../scripts/server.mjs';
import type { OpenAnswer, OpenWishes } from './numbers-api.ts';
import { expect, freshWorker, test } from './numbers-test.ts';
import type { Reference } from './reference.ts';

const NAME = 'llama-gqa-tied-bf16';
const SHARDED = 'llama-rope-scaled-untied-f32-two-shards';
const TOLERANCE_NATS = 2e-5;

const reference = async (name = NAME): Promise<Reference> =>
  JSON.parse(await readFile(`tests/fixtures/tiny/${name}/reference.json`, 'utf8')) as Reference;

const openServed = (page: Page, url: string, wishes: OpenWishes = {}): Promise<OpenAnswer> =>
  page.evaluate(async ([from, wanted]) => await window.numbers.openServed(from, wanted), [
    url,
    wishes,
  ] as const);

/** Opens files of a served checkpoint as if they had been dropped; `cut` shortens the weights. */
const openDropped = (page: Page, url: string, names: readonly string[], cut = 0): Promise<OpenAnswer> =>
  page.evaluate(
    async ([from, wanted, less]) => {
      const files: File[] = [];
      for (const name of wanted) {
        const bytes = await (await fetch(new URL(name, from))).arrayBuffer();
        files.push(
          new File([name.endsWith('.safetensors') ? bytes.slice(0, bytes.byteLength - less) : bytes], name),
        );
      }
      return await window.numbers.openDropped(files, {});
    },
    [url, names, cut] as const,
  );

const worstNats = async (page: Page, name = NAME): Promise<number> =>
  page.evaluate(async (given) => (await window.numbers.compareAlone(given, 0, {})).worstNats, {
    requests: (await reference(name)).requests.slice(0, 3),
  });

const weightsOf = (downloads: readonly string[]): readonly string[] =>
  downloads.filter((path) => path.endsWith('.safetensors'));

/** A copy of a fixture that a test may change. */
const withCopy = async (use: (root: string, folder: string) => Promise<void>): Promise<void> => {
  const root = await mkdtemp(join(tmpdir(), 'lab-checkpoints-'));
  try {
    await cp(`tests/fixtures/tiny/${NAME}`, join(root, NAME), { recursive: true });
    await use(root, join(root, NAME));
  } finally {
    await rm(root, { recursive: true, force: true });
  }
};

test('a served checkpoint is downloaded once and kept', async ({ numbersPage }) => {
  const { page, checkpoint, downloads } = await numbersPage();
  for (const name of [NAME, SHARDED]) {
    const first = await openServed(page, checkpoint(name));
    expect(first).toMatchObject({ ok: true, opened: { notices: [] } });
    const count = weightsOf(downloads).length;
    await freshWorker(page);
    const second = await openServed(page, checkpoint(name));
    expect(await worstNats(page, name)).toBeLessThanOrEqual(TOLERANCE_NATS);
    // Nothing was downloaded for the second, and its hashes are those of the first.
    expect(weightsOf(downloads)).toHaveLength(count);
    if (!first.ok || !second.ok) throw new Error('not opened');
    expect(second.opened.files).toEqual(first.opened.files);
    await freshWorker(page);
  }
  expect(weightsOf(downloads)).toHaveLength(3);
});

test('a stored checkpoint that changed on its server is downloaded again', async ({ numbersPage }) => {
  await withCopy(async (root, folder) => {
    const { page, checkpoint, downloads } = await numbersPage({ checkpoints: [root] });
    await openServed(page, checkpoint(NAME));
    await utimes(join(folder, 'model.safetensors'), new Date(0), new Date(0));
    await freshWorker(page);
    await openServed(page, checkpoint(NAME));
    expect(weightsOf(downloads)).toHaveLength(2);
  });
});

test('two workers may read one stored checkpoint at a time', async ({ numbersPage }) => {
  const { page, checkpoint, downloads } = await numbersPage();
  await openServed(page, checkpoint(NAME));
  const both = await page.evaluate(async (url) => {
    const other = window.startNumbers();
    return Promise.all([window.numbers.openServed(url, {}), other.openServed(url, {})]);
  }, checkpoint(NAME));
  expect(both.map(({ ok }) => ok)).toEqual([true, true]);
  expect(weightsOf(downloads)).toHaveLength(1);
});

test('without storage a checkpoint is held in memory, and says so', async ({ numbersPage }) => {
  const { page, checkpoint } = await numbersPage();
  await page.evaluate(() => window.numbers.withoutStorage());
  const answer = await openServed(page, checkpoint(NAME));
  expect(answer).toMatchObject({
    ok: true,
    opened: { notices: [expect.stringContaining('downloaded again')] },
  });
  expect(await worstNats(page)).toBeLessThanOrEqual(TOLERANCE_NATS);
});

test('a server that does not know Range will do', async ({ numbersPage }) => {
  const { page, checkpoint } = await numbersPage({ fault: () => ({ kind: 'no-ranges' }) });
  expect(await openServed(page, checkpoint(NAME))).toMatchObject({ ok: true });
  expect(await worstNats(page)).toBeLessThanOrEqual(TOLERANCE_NATS);
});

test('on a page without isolation one thread is used', async ({ numbersPage }) => {
  const { page, checkpoint } = await numbersPage({ isolated: false });
  expect(await openServed(page, checkpoint(NAME), { threads: 2 })).toMatchObject({
    ok: true,
    opened: { threads: 1 },
  });
  expect(await worstNats(page)).toBeLessThanOrEqual(TOLERANCE_NATS);
});

test('dropped files are read where they lie', async ({ numbersPage }) => {
  const { page, checkpoint } = await numbersPage();
  const answer = await openDropped(page, checkpoint(NAME), ['config.json', 'model.safetensors']);
  expect(answer).toMatchObject({ ok: true, opened: { notices: [], files: [{ bytes: 191848 }] } });
  expect(await worstNats(page)).toBeLessThanOrEqual(TOLERANCE_NATS);

  await freshWorker(page);
  const sharded = await openDropped(page, checkpoint(SHARDED), [
    'config.json',
    'model.safetensors.index.json',
    'model-00001-of-00002.safetensors',
    'model-00002-of-00002.safetensors',
  ]);
  expect(sharded).toMatchObject({ ok: true });
  expect(await worstNats(page, SHARDED)).toBeLessThanOrEqual(TOLERANCE_NATS);
});

test('dropped files that are no whole checkpoint are refused by name', async ({ numbersPage }) => {
  const { page, checkpoint } = await numbersPage();
  const url = checkpoint(NAME);
  const cases: readonly (readonly [readonly string[], number, string, string])[] = [
    [['model.safetensors'], 0, 'file-missing', 'config.json'],
    [['config.json'], 0, 'file-missing', 'model.safetensors'],
    [['config.json', 'config.json'], 0, 'file-repeated', 'config.json'],
    [['config.json', 'model.safetensors'], 100, 'weights-truncated', 'model.safetensors'],
    [['config.json', 'model.safetensors'], 191_845, 'weights-truncated', 'model.safetensors'],
  ];
  for (const [names, cut, kind, named] of cases) {
    const answer = await openDropped(page, url, names, cut);
    expect(answer).toMatchObject({ ok: false, error: { kind, happened: expect.stringContaining(named) } });
  }
  // Nothing of this harmed the worker.
  expect(await openDropped(page, url, ['config.json', 'model.safetensors'])).toMatchObject({ ok: true });
});

const WEIGHTS = 'model.safetensors';
type Fault = ReturnType<NonNullable<ServerOptions['fault']>>;
const page200: Fault = {
  kind: 'answer',
  status: 200,
  type: 'text/html; charset=utf-8',
  body: '<!doctype html>',
};

const serverFaults: readonly (readonly [string, string, Fault, string])[] = [
  ['a web page as config', 'config.json', page200, 'file-is-web-page'],
  ['a web page as weights', WEIGHTS, page200, 'file-is-web-page'],
  [
    'a web page that calls itself bytes',
    WEIGHTS,
    { kind: 'answer', status: 200, type: 'application/octet-stream', body: '<!doctype html><html></html>' },
    'file-is-web-page',
  ],
  [
    'a web page that calls itself JSON',
    'config.json',
    { kind: 'answer', status: 200, type: 'application/json', body: '<!doctype html>' },
    'config-not-json',
  ],
  [
    'a busy server',
    WEIGHTS,
    { kind: 'answer', status: 503, type: 'text/plain', body: 'busy' },
    'server-refused',
  ],
  ['a short file', WEIGHTS, { kind: 'shorten', toBytes: 150_000 }, 'weights-truncated'],
  ['an empty file', WEIGHTS, { kind: 'shorten', toBytes: 0 }, 'weights-truncated'],
  ['a broken connection', WEIGHTS, { kind: 'cut', afterBytes: 100_000 }, 'connection-lost'],
];

for (const [title, file, fault, kind] of serverFaults) {
  test(`${title} is refused, nothing is kept, and the next load works`, async ({ numbersPage }) => {
    let broken = true;
    const { page, checkpoint, downloads } = await numbersPage({
      fault: (path) => (broken && path.endsWith(file) ? fault : undefined),
    });
    const answer = await openServed(page, checkpoint(NAME));
    expect(answer).toMatchObject({ ok: false, error: { kind } });
    if (answer.ok) throw new Error('not refused');
    for (const part of [
      answer.error.happened,
      answer.error.stillWorks,
      answer.error.cure,
      answer.error.details,
    ]) {
      expect(part.length).toBeGreaterThan(10);
    }
    broken = false;
    downloads.length = 0;
    expect(await openServed(page, checkpoint(NAME))).toMatchObject({ ok: true });
    expect(await worstNats(page)).toBeLessThanOrEqual(TOLERANCE_NATS);
    expect(weightsOf(downloads)).toHaveLength(1);
  });
}

test('weights that are not what somebody vouched for are refused', async ({ numbersPage }) => {
  const { page, checkpoint } = await numbersPage();
  const answer = await page.evaluate(
    async (url) =>
      await window.numbers.openServed(url, {
        promisedSha256: new Map([['model.safetensors', '0'.repeat(64)]]),
      }),
    checkpoint(NAME),
  );
  expect(answer).toMatchObject({ ok: false, error: { kind: 'weights-differ' } });
});

test('weights that do not fit their config are refused by the tensor’s name', async ({ numbersPage }) => {
  await withCopy(async (root, folder) => {
    const path = join(folder, 'config.json');
    const config = JSON.parse(await readFile(path, 'utf8')) as Record<string, unknown>;
    const { page, checkpoint, downloads } = await numbersPage({ checkpoints: [root] });
    const changes: readonly (readonly [Record<string, unknown>, string, string])[] = [
      [{ intermediate_size: 65 }, 'tensor-shape', 'mlp.gate_proj.weight'],
      [{ num_hidden_layers: 4 }, 'tensor-missing', 'model.layers.3.'],
      [{ num_hidden_layers: 2 }, 'tensor-unknown', 'model.layers.2.'],
      [{ model_type: 'mamba' }, 'architecture-unsupported', 'mamba'],
      [{ hidden_size: 1e9 }, 'config-key-invalid', 'hidden_size'],
    ];
    for (const [change, kind, named] of changes) {
      await writeFile(path, JSON.stringify({ ...config, ...change }));
      const answer = await openServed(page, checkpoint(NAME));
      expect(answer).toMatchObject({ ok: false, error: { kind, happened: expect.stringContaining(named) } });
    }
    // All this was known from headers alone.
    expect(weightsOf(downloads)).toEqual([]);
  });
});
