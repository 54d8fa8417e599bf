import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { chosenStep, usualStyle } from '../fitting/chosen-step.ts';
import { failedCalls } from '../failures/failed-calls.ts';
import { readPaste } from '../formats/read-paste.ts';
import { kitResultOfJson, kitWays, type KitResult } from './kit-result.ts';
import { KIT_KIND, KIT_VERSION, testKit, type TestKit } from './test-kit.ts';

const SCRIPT = fileURLToPath(new URL('../../../public/test-kit/backfire_test_kit.py', import.meta.url));
const FOLDER = new URL('../../../tests/fixtures/transcripts/', import.meta.url);

function kitOf(file: string, right: string | null = null): TestKit {
  const pasted = readFileSync(new URL(file, FOLDER), 'utf8');
  const read = readPaste(pasted);
  const [failed] = read.kind === 'transcript' ? failedCalls(read.transcript) : [];
  if (read.kind !== 'transcript' || failed === undefined) throw new Error(`${file} has a failed call`);
  const { transcript } = read;
  const step = chosenStep(transcript, { ...failed, attempt: 1 }, usualStyle(transcript));
  if (step === null) throw new Error(`${file} has this step`);
  return testKit({ transcript, pasted, failed, step, right });
}

interface Line {
  readonly id: string;
  readonly way: string;
  readonly form: string;
  readonly messages: readonly { readonly role: string; readonly content: string | null }[];
  readonly tool_names: readonly string[];
  readonly failed: { readonly text: string; readonly name: string | null; readonly arguments: unknown };
}
const linesOf = ({ jsonl }: TestKit): readonly Line[] =>
  jsonl
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);

/** What the endpoint says to one request, by its number. */
type Reply = { readonly status?: number; readonly headers?: Record<string, string>; readonly body: string };
type Script = (index: number, request: Record<string, unknown>) => Reply;

const answer = (message: Record<string, unknown>): Reply => ({
  body: JSON.stringify({ choices: [{ message: { role: 'assistant', content: null, ...message } }] }),
});
const calls = (...made: readonly (readonly [name: string, args: string])[]): Reply =>
  answer({
    tool_calls: made.map(([name, args], at) => ({
      id: `c${at}`,
      type: 'function',
      function: { name, arguments: args },
    })),
  });

let server: Server | null = null;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
  server = null;
});

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
};

interface Asked {
  readonly url: string;
  readonly key: string;
  readonly body: Record<string, unknown>;
}

/** An endpoint that says what the script says; what it was asked. */
async function endpoint(script: Script): Promise<{ readonly url: string; readonly asked: readonly Asked[] }> {
  const asked: Asked[] = [];
  server = createServer((request, response) => {
    void bodyOf(request).then((text) => {
      const body = JSON.parse(text) as Record<string, unknown>;
      const { status = 200, headers = {}, body: said } = script(asked.length, body);
      asked.push({ url: request.url ?? '', key: request.headers.authorization ?? '', body });
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(said);
    });
  });
  const listening = server;
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(listening.address() as AddressInfo).port}/v1`, asked };
}

interface Ran {
  readonly status: number;
  readonly out: string;
  readonly errors: string;
}

const folderOf = (kit: TestKit): string => {
  const folder = mkdtempSync(join(tmpdir(), 'test-kit-'));
  writeFileSync(join(folder, 'variants.jsonl'), kit.jsonl);
  return folder;
};

const python = (folder: string, url: string, ...more: readonly string[]): Promise<Ran> =>
  new Promise((resolve) => {
    execFile(
      'python3',
      [SCRIPT, 'variants.jsonl', '--base-url', url, '--model', 'm', '--backoff', '0', '--yes', ...more],
      { cwd: folder, env: { ...process.env, OPENAI_API_KEY: 'a-key', no_proxy: '*' } },
      (error, out, errors) => {
        resolve({ status: error === null ? 0 : Number(error.code), out, errors });
      },
    );
  });

const resultIn = (folder: string): string => readFileSync(join(folder, 'result.json'), 'utf8');

function importedFrom(folder: string, kit: TestKit): KitResult {
  const read = kitResultOfJson(resultIn(folder), kit);
  if (!read.ok) throw new Error(`${read.error.happened} ${read.error.details}`);
  return read.value;
}

const OPENAI = '01_openai_chat_parallel.json';

describe('the file of variants', () => {
  it('has a line for each way and wording, with native calls where the log has them', () => {
    const kit = kitOf(OPENAI);
    const lines = linesOf(kit);
    expect(lines).toHaveLength(kit.variants.length);
    expect(new Set(lines.map(({ id }) => id)).size).toBe(lines.length);
    expect(kit.form).toBe('native');
    expect(lines[0]).toMatchObject({ kit: KIT_KIND, version: KIT_VERSION, way: 'error', form: 'native' });
    expect(JSON.stringify(lines[0]?.messages)).toContain('"tool_calls"');
    expect(lines[0]?.failed.arguments).not.toBeNull();
  });

  it('has the words of the assistant where calls are words', () => {
    const kit = kitOf('08_react_ansi_timestamps.txt');
    expect(kit.form).toBe('text');
    expect(linesOf(kit)[0]?.failed.text).toMatch(/^Action: orders_api\nAction Input: /u);
    expect(kit.jsonl).not.toContain('tool_calls');
  });
});

// Python starts slowly on a busy machine.
describe('the script against a scripted endpoint', { timeout: 120_000 }, () => {
  it('sends to the one address, sorts every kind of answer and is imported with exact counts', async () => {
    const first = linesOf(kitOf(OPENAI))[0];
    const name = first?.failed.name ?? '';
    const other = first?.tool_names.find((one) => one !== name) ?? '';
    const same = first?.failed.arguments as Record<string, unknown>;
    const kit = kitOf(OPENAI, `${other}(right=1)`);
    const turned = JSON.stringify(Object.fromEntries(Object.entries(same).reverse()), null, 1);
    const replies: readonly Reply[] = [
      calls([name, turned]),
      calls([other, '{"right": 1.0}']),
      calls([other, '{"x": 2}']),
      calls([other, '{"x": ']),
      calls(['unheard_of', '{}']),
      answer({ content: 'I am done.' }),
      answer({ content: `<tool_call>\n{"name": "${name}", "arguments": ${turned}}\n</tool_call>` }),
      calls([other, '{"x": 2}'], [name, JSON.stringify(same)]),
      answer({ content: '' }),
      answer({ content: '<tool_call>\n{"name": ' }),
    ];
    const { url, asked } = await endpoint((index) => replies[index] ?? { status: 500, body: '' });
    const folder = folderOf(kit);
    const ran = await python(folder, url, '--samples', '10', '--ways', 'error', '--temperature', '0.5');
    expect(ran).toMatchObject({ status: 0, errors: '' });
    expect(ran.out).toContain(`To:        ${url}/chat/completions`);
    expect(asked).toHaveLength(10);
    expect(asked[0]).toMatchObject({ url: '/v1/chat/completions', key: 'Bearer a-key' });
    expect(asked[0]?.body).toMatchObject({ model: 'm', temperature: 0.5, messages: first?.messages });
    const result = importedFrom(folder, kit);
    expect(result.isComplete).toBe(true);
    expect(result.variants).toEqual([
      {
        ...{ id: 'error-1', way: 'error', wording: 0, failed: 0 },
        counts: { 'same-call': 3, 'right-call': 1, 'other-call': 1, 'unusable-call': 3, words: 2 },
      },
    ]);
    const [way] = kitWays(result);
    expect(way).toMatchObject({ way: 'error', n: 10, same: { count: 3, share: 0.3 }, usable: { count: 2 } });
    expect(way?.same.interval.low).toBeCloseTo(0.1078, 4);
    expect(way?.same.interval.high).toBeCloseTo(0.6032, 4);
    expect(resultIn(folder)).not.toContain(JSON.stringify(Object.values(same)[0]));
  });

  it('sorts calls that are words in the style of the log', async () => {
    const kit = kitOf('08_react_ansi_timestamps.txt');
    const replies = [
      'Thought: once more\nAction: orders_api\nAction Input: {"group_by": "depot", "status": "unpaid"}\nObservation: made up',
      'Action: renew_token\nAction Input: "orders"',
      'Action: renew_token',
      'I stop here.',
    ].map((content) => answer({ content }));
    const { url, asked } = await endpoint((index) => replies[index] ?? { status: 500, body: '' });
    const folder = folderOf(kit);
    expect(await python(folder, url, '--samples', '4', '--ways', 'terse')).toMatchObject({ status: 0 });
    expect(asked[0]?.body).not.toHaveProperty('tools');
    expect(importedFrom(folder, kit).variants[0]?.counts).toEqual({
      ...{ 'same-call': 1, 'right-call': 0, 'other-call': 1, 'unusable-call': 1, words: 1 },
    });
  });

  it('waits out a rate limit and asks again after an answer that cannot be read', async () => {
    const kit = kitOf(OPENAI);
    const { url, asked } = await endpoint((index) => {
      if (index === 0) return { status: 429, headers: { 'retry-after': '0' }, body: '{}' };
      if (index === 1) return { body: '<html>busy</html>' };
      if (index === 2) return { status: 503, body: '' };
      return answer({ content: 'no' });
    });
    const folder = folderOf(kit);
    expect(await python(folder, url, '--samples', '2', '--ways', 'terse')).toMatchObject({ status: 0 });
    expect(asked).toHaveLength(5);
    expect(importedFrom(folder, kit).variants[0]).toMatchObject({ failed: 0, counts: { words: 2 } });
  });

  it('stops where nothing answers, and goes on later without asking anything twice', async () => {
    const kit = kitOf(OPENAI);
    const folder = folderOf(kit);
    const more = ['--samples', '3', '--ways', 'terse', '--retries', '0'];
    const { url, asked } = await endpoint((index) =>
      index === 0 ? answer({ content: 'no' }) : { status: 503, body: '' },
    );
    const stopped = await python(folder, url, ...more);
    expect(stopped.status).toBe(3);
    expect(importedFrom(folder, kit)).toMatchObject({
      isComplete: false,
      variants: [{ failed: 2, counts: { words: 1 } }],
    });
    expect(asked).toHaveLength(3);
    const port = new URL(url).port;
    server?.close();
    server?.closeAllConnections();
    const refused = await python(folder, url, ...more);
    expect(importedFrom(folder, kit).variants[0]).toMatchObject({ failed: 2, counts: { words: 1 } });
    expect(refused.errors).toMatch(/no connection/iu);
    const again = createServer((request, response) => {
      void bodyOf(request).then(() => response.end(answer({ content: 'no' }).body));
    });
    server = again;
    await new Promise<void>((resolve) => again.listen(Number(port), '127.0.0.1', resolve));
    expect((await python(folder, url, ...more)).status).toBe(0);
    expect(importedFrom(folder, kit)).toMatchObject({
      isComplete: true,
      variants: [{ failed: 0, counts: { words: 3 } }],
    });
  });

  it('gives up at once where the endpoint refuses the request, and says why', async () => {
    const kit = kitOf(OPENAI);
    const { url, asked } = await endpoint(() => ({ status: 401, body: '{"error": "bad key"}' }));
    const ran = await python(folderOf(kit), url);
    expect(ran.status).toBe(3);
    expect(ran.errors).toContain('bad key');
    expect(asked).toHaveLength(1);
  });

  it('follows no redirection, so that the key goes nowhere else', async () => {
    const { url, asked } = await endpoint(() => ({
      status: 307,
      headers: { location: '/v1/other' },
      body: '',
    }));
    expect((await python(folderOf(kitOf(OPENAI)), url)).status).toBe(3);
    expect(asked).toHaveLength(1);
  });

  it('sends nothing in a dry run, and says what it would send', async () => {
    const { url, asked } = await endpoint(() => answer({ content: 'no' }));
    const ran = await python(folderOf(kitOf(OPENAI)), url, '--dry-run', '--samples', '7');
    expect(ran.status).toBe(0);
    expect(ran.out).toMatch(/Requests: {2}\d+ still to send \(7 for each variant\)[^]*Nothing was sent/u);
    expect(asked).toHaveLength(0);
  });
});

describe('a result file', () => {
  const kit = kitOf(OPENAI);
  const [variant] = kit.variants;
  const good = {
    ...{
      kind: 'backfire-lab-test-kit-result',
      version: 1,
      variantsSha256: kit.sha256,
      model: 'm',
      host: 'h',
    },
    ...{ temperature: null, samplesPerVariant: 1, startedAt: '', finishedAt: '', isComplete: true },
    variants: [
      {
        ...{ ...variant, failed: 0 },
        counts: { 'same-call': 1, 'right-call': 0, 'other-call': 0, 'unusable-call': 0, words: 0 },
      },
    ],
  };

  it('is read when it fits the variants', () => {
    expect(kitResultOfJson(JSON.stringify(good), kit).ok).toBe(true);
  });

  it.each<[string, unknown, string]>([
    ['of another log', { ...good, variantsSha256: 'f'.repeat(64) }, 'kit-of-another-step'],
    ['with a field too many', { ...good, messages: [] }, 'not-a-kit-result'],
    ['with a count below zero', { ...good, samplesPerVariant: -1 }, 'not-a-kit-result'],
    ['with a variant twice', { ...good, variants: [...good.variants, ...good.variants] }, 'not-a-kit-result'],
    ['without answers', { ...good, variants: [] }, 'not-a-kit-result'],
    ['of a newer version', { ...good, version: 2 }, 'not-a-kit-result'],
    ['that is something else', [1, 2], 'not-a-kit-result'],
  ])('%s is refused with four parts', (_, value, kind) => {
    const read = kitResultOfJson(JSON.stringify(value), kit);
    if (read.ok) throw new Error('it is refused');
    expect(read.error.kind).toBe(kind);
    for (const part of ['happened', 'stillWorks', 'cure', 'details'] as const)
      expect(read.error[part]).not.toBe('');
  });

  it('that is no JSON is refused', () => {
    expect(kitResultOfJson('{"kind":', kit).ok).toBe(false);
  });
});
