import type { Page } from '@playwright/test';
import { expect, layDesk, runToEnd, test } from './runs-test.ts';

const SET = 'toolshed-clean-1-class-6';
const CONDITIONS = ['pre', 'fail', 'neut', 'abstract', 'neut_pad'];
/** Four candidates under pre and fail, two under the others. */
const UNITS = 6 * (4 + 4 + 2 + 2 + 2);

test.describe.configure({ timeout: 180_000 });

const listed = (page: Page) =>
  page.evaluate(async () => {
    await window.desk.shelf.refresh();
    return window.desk.shelf.runs.map(({ title, state, unitsAll, unitsDone, opening }) => ({
      title,
      state,
      unitsAll,
      unitsDone,
      origin: opening?.origin,
    }));
  });

/** Opens and shows a run of the list; gives what a room would draw. */
const shown = (page: Page, index: number) =>
  page.evaluate(async (at) => {
    const { shelf, run } = window.desk;
    await shelf.refresh();
    const stored = shelf.runs[at];
    if (stored === undefined) throw new Error('no such run');
    const opened = await shelf.open(stored);
    if (!opened.ok) return { error: opened.error.kind };
    run.show(opened.value);
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    return {
      status: run.status.kind,
      missing: opened.value.missing,
      rows: run.rows,
      gains: run.measures.map(({ gainNats }) => gainNats),
      padded: [...run.padded],
      note: run.showing.wording.note,
      record: run.record()?.outcome,
    };
  }, index);

const imported = (page: Page, text: string, name = 'rows.jsonl') =>
  page.evaluate(
    async (file) => {
      const { shelf, run } = window.desk;
      const { itemSet, showing, provenance } = run;
      const read = await shelf.import(new File([file.text], file.name), { itemSet, showing, provenance });
      return read.ok
        ? {
            parts: read.value.parts.map(({ rows, missing, by, stored }) => ({
              rows,
              missing,
              by,
              state: stored.state,
            })),
            findings: read.value.findings,
          }
        : { error: read.error };
    },
    { text, name },
  );

const exported = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const { shelf } = window.desk;
    await shelf.refresh();
    const computed = shelf.runs.find(({ opening }) => opening?.origin === 'computed');
    const rows = computed && (await shelf.exportRows(computed));
    return rows?.ok === true ? rows.value : '';
  });

const keptRows = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open('backfire-lab');
        opening.onerror = () => {
          reject(new Error('the storage could not be opened'));
        };
        opening.onsuccess = () => {
          const count = opening.result.transaction('rows').objectStore('rows').count();
          count.onsuccess = () => {
            opening.result.close();
            resolve(count.result);
          };
        };
      }),
  );

test('a finished run is opened after a reload, without an engine, as it was', async ({ page, openLab }) => {
  await openLab();
  expect(await runToEnd(page, SET, CONDITIONS)).toBe('finished');
  const before = await page.evaluate(() => ({
    rows: window.desk.run.rows,
    gains: window.desk.run.measures.map(({ gainNats }) => gainNats),
    padded: [...window.desk.run.padded],
  }));
  expect(before.rows).toHaveLength(UNITS);
  expect(before.padded).toHaveLength(6);
  expect(before.rows.some(({ condition }) => /^abstract@/.test(condition))).toBe(true);

  await page.reload();
  await layDesk(page);
  expect(await listed(page)).toEqual([
    expect.objectContaining({ state: 'finished', unitsAll: UNITS, unitsDone: UNITS, origin: 'computed' }),
  ]);
  const after = await shown(page, 0);
  expect(after).toMatchObject({ status: 'finished', missing: 0, record: 'finished', padded: before.padded });
  expect(after.note).not.toContain('{tool}');
  expect(new Map(after.rows?.map((row) => [row.unit_key, row.logprob]))).toEqual(
    new Map(before.rows.map((row) => [row.unit_key, row.logprob])),
  );
  expect([...(after.gains ?? [])].sort()).toEqual([...before.gains].sort());
  expect(page.workers().filter((worker) => worker.url().includes('engine'))).toEqual([]);
});

test('rows come back: the same scorer, a part, strangers and broken lines are told apart', async ({
  page,
  openLab,
}) => {
  await openLab();
  await runToEnd(page, SET, CONDITIONS);
  const jsonl = await exported(page);
  const lines = jsonl.trimEnd().split('\n');
  expect(lines).toHaveLength(UNITS);
  const stored = await keptRows(page);

  expect(await imported(page, jsonl)).toEqual({
    parts: [{ rows: UNITS, missing: 0, by: 'same', state: 'finished' }],
    findings: [],
  });
  expect(await imported(page, `${lines.slice(0, 10).join('\n')}\n`)).toMatchObject({
    parts: [{ rows: 10, by: 'same', state: 'open' }],
  });

  // Half of the rows by another engine version: their keys are those of nobody known here.
  const mixed = lines.map((line, index) =>
    index % 2 === 0 ? line : line.replace(/"unit_key":"\w{8}/, '"unit_key":"00000000'),
  );
  const parted = await imported(page, `${mixed.join('\n')}\n`);
  expect(parted.parts?.map(({ by, rows }) => [by, rows])).toEqual([
    ['same', UNITS / 2],
    ['unknown', UNITS / 2],
  ]);

  const broken = [
    lines[0],
    (lines[1] ?? '').slice(0, 30),
    (lines[2] ?? '').replace(/"item_id":"[^"]+"/, '"item_id":"nobody"'),
    lines[0],
    (lines[3] ?? '').replace(/"condition":"[^"]+"/, '"condition":"fail@0123456789ab"'),
  ];
  const { parts, findings } = await imported(page, `${broken.join('\n')}\n`);
  expect(parts).toHaveLength(1);
  expect(findings?.map(({ line }) => line)).toEqual([2, 3, 4, 5]);
  const nothing = await imported(page, 'nothing of the kind\n');
  expect(nothing.error?.kind).toBe('rows-not-imported');
  expect(nothing.error?.details).toMatch(/^line 1: it is not JSON/);

  // Nothing of it stands among the rows that runs are made of, and it can be shown and deleted.
  expect(await keptRows(page)).toBe(stored);
  const newest = (await listed(page)).findIndex(
    ({ origin, state }) => origin === 'imported' && state === 'finished',
  );
  expect(await shown(page, newest)).toMatchObject({ status: 'finished', missing: 0 });
  await page.evaluate(async () => {
    const { shelf } = window.desk;
    for (const run of shelf.runs) if (run.opening?.origin === 'imported') await shelf.delete(run);
  });
  expect((await listed(page)).map(({ origin }) => origin)).toEqual(['computed']);
  expect(await keptRows(page)).toBe(stored);
});

test('a run record comes back with its texts, in a browser that never computed it', async ({
  page,
  openLab,
}) => {
  await openLab();
  await runToEnd(page, SET, CONDITIONS);
  const record = await page.evaluate(() => JSON.stringify(window.desk.run.record()));
  await page.evaluate(() => window.desk.store.clear());
  await page.reload();
  await layDesk(page);
  expect(await imported(page, record, 'run.json')).toEqual({
    parts: [{ rows: UNITS, missing: 0, by: 'known', state: 'finished' }],
    findings: [],
  });
  expect(await shown(page, 0)).toMatchObject({ status: 'finished', missing: 0 });
  // Run computes everything here: imported rows are none of its own.
  expect(await keptRows(page)).toBe(0);
});

test('of a deleted run only what no other run shares is gone', async ({ page, openLab }) => {
  await openLab();
  await runToEnd(page, SET, ['pre', 'fail']);
  const shared = await keptRows(page);
  await runToEnd(page, SET, ['pre', 'fail', 'neut']);
  const all = await keptRows(page);
  expect(all).toBeGreaterThan(shared);
  const removeOf = (units: number) =>
    page.evaluate(async (unitsAll) => {
      const { shelf } = window.desk;
      await shelf.refresh();
      const found = shelf.runs.find((run) => run.unitsAll === unitsAll);
      if (found === undefined) throw new Error('no such run');
      await shelf.delete(found);
    }, units);
  await removeOf(6 * 10);
  expect(await keptRows(page)).toBe(shared);
  await removeOf(6 * 8);
  expect(await keptRows(page)).toBe(0);
  expect(await listed(page)).toEqual([]);
});

test('storage of the first version: its runs are listed, its rows found, nothing is lost', async ({
  page,
  openLab,
}) => {
  await openLab();
  await runToEnd(page, SET, ['pre', 'fail']);
  await page.evaluate(
    () =>
      new Promise<void>((resolve, reject) => {
        // The database as the first version left it, with the rows and the run that are there now.
        const now = indexedDB.open('backfire-lab');
        now.onsuccess = () => {
          const from = now.result.transaction(['rows', 'runs']);
          const rows = from.objectStore('rows').getAll();
          const runs = from.objectStore('runs').getAll();
          from.oncomplete = () => {
            now.result.close();
            indexedDB.deleteDatabase('backfire-lab').onsuccess = () => {
              const first = indexedDB.open('backfire-lab', 1);
              first.onupgradeneeded = () => {
                const kept = first.result.createObjectStore('rows', { keyPath: 'unit_key' });
                const list = first.result.createObjectStore('runs', { keyPath: 'runId' });
                for (const row of rows.result as object[]) kept.put(row);
                for (const run of runs.result as Record<string, unknown>[]) {
                  const { opening, ...old } = run;
                  if (opening !== undefined) list.put({ ...old, state: 'open' });
                }
              };
              first.onerror = () => {
                reject(new Error('not opened'));
              };
              first.onsuccess = () => {
                first.result.close();
                resolve();
              };
            };
          };
        };
      }),
  );
  await page.reload();
  await layDesk(page);
  expect(await listed(page)).toMatchObject([{ state: 'open', unitsAll: 6 * 8 }]);
  expect(await shown(page, 0)).toEqual({ error: 'run-not-openable' });
  // The run goes on in its own name: everything is found, nothing is asked of the model again.
  expect(await runToEnd(page, SET, ['pre', 'fail'])).toBe('finished');
  expect(await page.evaluate(() => window.desk.run.progress)).toBeNull();
  expect(await listed(page)).toMatchObject([{ state: 'finished', origin: 'computed' }]);
});
