import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from './lab-test.ts';
import type { Watch } from './watch.ts';

const MEBIBYTE = 2 ** 20;
const builtFiles = readdirSync('dist', { recursive: true, encoding: 'utf8' }).map((path) =>
  join('dist', path),
);

/** Asks a fresh module worker, of our own origin as ours are, whether it may share memory. */
async function workerIsIsolated(page: import('@playwright/test').Page): Promise<boolean> {
  return page.evaluate(
    () =>
      new Promise<boolean>((resolve, reject) => {
        const code = 'self.postMessage(self.crossOriginIsolated === true)';
        const worker = new Worker(URL.createObjectURL(new Blob([code], { type: 'text/javascript' })));
        worker.onmessage = ({ data }) => {
          resolve(data as boolean);
        };
        worker.onerror = (event) => {
          reject(new Error(event.message));
        };
      }),
  );
}

/** The question for checkpoints is the last thing the page asks by itself. */
async function settled(watch: Watch): Promise<void> {
  await expect.poll(() => watch.requests.some((url) => url.endsWith('checkpoints/index.json'))).toBe(true);
}

test('the page is served, isolated, and so are its workers', async ({ page, expectAccessible }) => {
  await page.goto('./');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
  expect(await workerIsIsolated(page)).toBe(true);
  await expectAccessible(page);
});

test('below a sub-path everything is found', async ({ page, serve, watch }) => {
  const url = await serve({ base: '/some/sub/' });
  await page.goto(url);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await settled(watch);
  expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
  for (const request of watch.requests.filter((request) => request.startsWith('http')))
    expect(request).toContain('/some/sub/');
});

test('a plain static host, without any header, shows the page too, with its built-in checkpoints', async ({
  page,
  serve,
  watch,
}) => {
  await page.goto(await serve({ isolated: false, base: '/pages/', checkpoints: [] }));
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await page.evaluate(() => crossOriginIsolated)).toBe(false);
  await expect(page.getByText(/^ToolShed base/).first()).toBeVisible();
  await settled(watch);
});

test('the policy stands in both pages and on every file, and it bites', async ({ page, request, watch }) => {
  await page.goto('./');
  const policies: (string | null)[] = [];
  for (const name of ['index.html', 'study.html']) {
    const html = readFileSync(join('dist', name), 'utf8');
    const content = /http-equiv="Content-Security-Policy"\s+content="([^"]*)"/.exec(html)?.[1];
    policies.push(content?.replace(/\s+/g, ' ').trim() ?? null);
    // The policy must stand before anything it is to bind.
    expect(html.indexOf('Content-Security-Policy')).toBeLessThan(html.indexOf('<script'));
  }
  const script = builtFiles.find((path) => path.endsWith('.js')) ?? '';
  const header = (await request.get(script.replace(/^dist./, ''))).headers()['content-security-policy'];
  expect(policies).toEqual([header, header]);
  for (const rule of [
    "default-src 'self'",
    "connect-src 'self' blob:",
    "script-src 'self' 'wasm-unsafe-eval'",
  ])
    expect(header).toContain(rule);

  watch.expectComplaint(/Content Security Policy/);
  const outcome = await page.evaluate(async () => {
    const refused = new Promise<string>((resolve) => {
      document.addEventListener('securitypolicyviolation', (event) => {
        resolve(event.effectiveDirective);
      });
    });
    const reached = await fetch('https://example.com/').then(
      () => true,
      () => false,
    );
    return { reached, refusedBy: await refused };
  });
  expect(outcome).toEqual({ reached: false, refusedBy: 'connect-src' });
});

test('one runtime in the build, and no file too large for a static host', () => {
  const wasm = builtFiles.filter((path) => path.endsWith('.wasm'));
  // The engine brings the runtime; before there is one, there must be none.
  expect(wasm).toHaveLength(existsSync('workers/engine.ts') ? 1 : 0);
  for (const path of wasm) expect(statSync(path).size).toBeLessThan(25 * MEBIBYTE);
});

test('state lives in the fragment: nothing of it is sent', async ({ page, watch }) => {
  await page.goto('./#/probe?preset=first-eight-1&seen=private-mark');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await settled(watch);
  expect(new URL(page.url()).search).toBe('');
  for (const request of watch.requests.filter((request) => request.startsWith('http')))
    expect(new URL(request).search + new URL(request).pathname).not.toContain('private-mark');
});

test('checkpoints are offered below the page, with ranges', async ({ page, request }) => {
  await page.goto('./');
  const index = (await (await request.get('checkpoints/index.json')).json()) as {
    checkpoints: { id: string; files: { path: string; bytes: number }[] }[];
  };
  expect(index.checkpoints.map(({ id }) => id)).toContain('llama-gqa-tied-bf16');
  const file = index.checkpoints[0]?.files.find(({ path }) => path.endsWith('.safetensors'));
  const url = `checkpoints/${index.checkpoints[0]?.id ?? ''}/${file?.path ?? ''}`;
  const part = await request.get(url, { headers: { Range: 'bytes=0-7' } });
  expect(part.status()).toBe(206);
  expect(part.headers()['content-range']).toBe(`bytes 0-7/${file?.bytes ?? 0}`);
  expect((await part.body()).length).toBe(8);
});
