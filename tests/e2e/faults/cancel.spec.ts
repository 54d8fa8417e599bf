import type { ScoreRow } from '../../../src/records/index.ts';
import { expect, test } from '../lab-test.ts';
import { loadStudy, probeIn } from '../study-page.ts';
import { engineSpyOf, spyOnEngine } from './engine-spy.ts';
import { itemFile, longItems } from './own-items.ts';
import { compareRows, GIVE_UP_MS, PACKING_NATS, ProbeRoom, storedRows } from './probe-room.ts';

const SEED = 20260808;
const HITS = 20;
/** A run may end before the hand is at the button: then the moment is tried again. */
const MOST_ROUNDS = 40;
const ITEMS_A_BATCH = 10;
const CHECKPOINTS = ['llama-gqa-tied-bf16', 'qwen2-bias-tied-f16'];

/** Numbers in [0, 1) that are the same in every run. */
function* draws(seed: number): Generator<number, never> {
  let state = seed >>> 0;
  for (;;) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    yield state / 2 ** 32;
  }
}

/** Names of what is stored for a checkpoint, as the engine is asked for it. */
const unitsOf = (rows: readonly ScoreRow[], checkpoint: string): Set<string> =>
  new Set(
    rows
      .filter(({ model }) => model === checkpoint)
      .map(({ item_id, condition, candidate }) => `${item_id}/${condition}/${candidate}`),
  );

test('cancelled at twenty random moments, the page goes on, and nothing stored is scored again', async ({
  page,
  serve,
}) => {
  test.setTimeout(8 * GIVE_UP_MS);
  // Slow enough that every stage of a load is hit.
  const url = await serve({
    fault: (path) => (path.startsWith('checkpoints/') ? { kind: 'wait', ms: 60 } : undefined),
  });
  await spyOnEngine(page);
  const room = await ProbeRoom.open(page, url);
  const draw = draws(SEED);
  const random = (below: number): number => Math.floor(draw.next().value * below);

  let batch = 0;
  const items = () => itemFile(longItems(ITEMS_A_BATCH, 1 + batch * ITEMS_A_BATCH), `batch-${batch}.jsonl`);
  let checkpoint = '';
  const stored = async (): Promise<ReadonlySet<string>> => {
    const [first, last] = [1 + batch * ITEMS_A_BATCH, (batch + 1) * ITEMS_A_BATCH];
    const ofBatch = (id: string): boolean => {
      const number = Number(/^own-(\d+)/.exec(id)?.[1]);
      return number >= first && number <= last;
    };
    return new Set([...unitsOf(await storedRows(page), checkpoint)].filter(ofBatch));
  };
  /** The job since the last look, if there was one, asked for what was not stored, all of it and nothing else. */
  let jobsSeen = 0;
  let unitsAll = 0;
  const expectOnlyTheRest = async (storedBefore: ReadonlySet<string>): Promise<void> => {
    const { jobs } = await engineSpyOf(page);
    const since = jobs.slice(jobsSeen);
    jobsSeen = jobs.length;
    for (const asked of since) {
      expect(asked.filter((id) => storedBefore.has(id))).toEqual([]);
      if (unitsAll === 0) unitsAll = asked.length;
      expect(new Set([...asked, ...storedBefore]).size).toBe(unitsAll);
    }
  };

  await room.giveItems(items());
  const hits = { loading: 0, running: 0, missed: 0 };
  for (let round = 0; round < MOST_ROUNDS && hits.loading + hits.running < HITS; round += 1) {
    const wanted = hits.loading <= hits.running ? 'loading' : 'running';
    if (wanted === 'loading') {
      // Another checkpoint, so that there is something to load…
      checkpoint = CHECKPOINTS[hits.loading % CHECKPOINTS.length] ?? '';
      await room.choose(checkpoint);
    }
    if ((await room.done.isVisible()) || (unitsAll > 0 && (await stored()).size === unitsAll)) {
      // …and other items, so that something is left to score.
      batch += 1;
      await room.giveItems(items());
    }
    const before = await stored();
    await room.run.click();
    if (wanted === 'running') {
      await expect(room.pause.or(room.done)).toBeVisible({ timeout: GIVE_UP_MS });
      // Sometimes at once, sometimes after scores have been stored.
      const atLeast = random(3) === 0 ? before.size : before.size + 1 + random(15);
      await expect
        .poll(async () => (await room.done.isVisible()) || (await stored()).size >= atLeast, {
          timeout: GIVE_UP_MS,
        })
        .toBe(true);
    }
    await page.waitForTimeout(random(wanted === 'loading' ? 1_000 : 400));
    const now = (await room.loading.isVisible())
      ? 'loading'
      : (await room.pause.isVisible())
        ? 'running'
        : 'missed';
    // The run may end by itself while the hand is on its way to the button.
    if (now !== 'missed') await room.cancel.click({ timeout: 2_000 }).catch(() => undefined);
    hits[now] += 1;
    await expect(room.run.or(room.done)).toBeVisible({ timeout: GIVE_UP_MS });
    await expect(room.error).toHaveCount(0);
    await expectOnlyTheRest(before);
  }
  expect(hits.loading + hits.running).toBe(HITS);
  expect(Math.min(hits.loading, hits.running)).toBeGreaterThanOrEqual(5);
  expect((await engineSpyOf(page)).mostAlive).toBe(1);

  // After a reload as well; and what was put together from many pieces is what one piece gives.
  await room.reload();
  jobsSeen = 0;
  await room.choose(checkpoint);
  await room.giveItems(items());
  const before = await stored();
  await room.runToEnd();
  await expectOnlyTheRest(before);
  const ids = await stored();
  expect(ids.size).toBe(unitsAll);
  const pieced = await storedRows(page);

  await page.goto(`${url}study.html`);
  await page.waitForFunction(() => 'backfireStudy' in globalThis);
  await loadStudy(page, checkpoint, { holding: 'auto', threads: 1 });
  const undisturbed = await probeIn(page, { itemsJsonl: items().text });
  expect(undisturbed.rows.length).toBe(unitsAll);
  const found = compareRows(undisturbed.rows, pieced);
  expect(found.onlyHere).toBe(0);
  expect(found.worstNats).toBeLessThanOrEqual(PACKING_NATS);
});
