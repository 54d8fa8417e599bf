/** The checkpoints that come with the page: PyTorch's scores, however the weights are held and the passes are cut. */
import { readFileSync } from 'node:fs';
import { expect, test } from '../lab-test.ts';
import { loadStudy, probeIn } from '../study-page.ts';
import { againstReferences, referencesOf, SCORE_NATS, TOKEN_NATS } from './built-in-references.ts';

const FOLDER = 'public/checkpoints';
const CHECKPOINTS = ['toolshed-base', 'toolshed-clean', 'toolshed-noisy', 'toolshed-recovery'];
/** Six of the class set and two of the quick set: every operator. */
const ITEMS = 8;
const CONDITIONS = ['pre', 'fail', 'succ', 'neut', 'abstract'];
const CANDIDATES = ['failed', 'gold'];
// Passes: null is sized by time, as the page does. Items: of the references the first so many; null: all.
const WAYS = [
  { holding: 'folded', threads: 2, runs: [{ passTokens: 256 }, { passTokens: null }] },
  {
    holding: 'folded',
    threads: 1,
    runs: [
      { passTokens: 64, items: 2 },
      { passTokens: 7, items: 1 },
    ],
  },
  { holding: 'resident', threads: 2, runs: [{ passTokens: 64 }, { passTokens: 7, items: 1 }] },
  { holding: 'resident', threads: 1, runs: [{ passTokens: 256, items: 2 }] },
] as const;

/** The asked items of both sets as one file, in the order of the reference. */
function itemsOf(asked: readonly { readonly itemId: string; readonly set: string }[]): string {
  const sets = new Set(asked.map(({ set }) => set));
  const wanted = new Set(asked.map(({ itemId }) => itemId));
  const lines = new Map(
    [...sets].flatMap((set) =>
      readFileSync(`static-probes/${set}.jsonl`, 'utf8')
        .trim()
        .split('\n')
        .map((line) => [(JSON.parse(line) as { item_id: string }).item_id, line] as const),
    ),
  );
  return [...wanted].map((id) => lines.get(id) ?? '').join('\n');
}

for (const checkpoint of CHECKPOINTS)
  test(`${checkpoint}: PyTorch's scores, folded and resident, on 1 and 2 threads, in passes of several sizes`, async ({
    page,
    serve,
  }) => {
    // Patience only.
    test.setTimeout(300_000);
    const references = referencesOf(checkpoint);
    expect(references.scores).toHaveLength(ITEMS * CONDITIONS.length * CANDIDATES.length);
    const itemsJsonl = itemsOf(references.scores);
    await page.goto(`${await serve({ checkpoints: [FOLDER] })}study.html`);
    await page.waitForFunction(() => 'backfireStudy' in globalThis);
    for (const { holding, threads, runs } of WAYS) {
      const loaded = await loadStudy(page, checkpoint, { holding, threads });
      expect(loaded).toMatchObject({
        ok: true,
        value: { holding, threads, scope: 'ToolShed only', selfCheck: { state: 'agrees' } },
      });
      // References of other weights would prove nothing about these.
      const weights = loaded.ok ? loaded.value.files.find(({ path }) => path === 'model.safetensors') : null;
      expect(weights?.sha256).toBe(references.weightsSha256);
      for (const run of runs) {
        const { passTokens } = run;
        const limit = 'items' in run ? run.items : null;
        const told = await probeIn(page, {
          ...{ itemsJsonl, conditions: CONDITIONS, candidates: CANDIDATES, passTokens, limit },
        });
        expect(told).toMatchObject({ error: null, refused: [] });
        const ids = new Set(told.rows.map((row) => row.item_id));
        expect(ids.size).toBe(limit ?? ITEMS);
        const theirs = references.scores.filter(({ itemId }) => ids.has(itemId));
        expect(told.rows).toHaveLength(theirs.length);
        const found = againstReferences(theirs, told.rows);
        const where = `${holding}, ${threads} threads, passes of ${passTokens ?? 'a second'}`;
        console.log(`${checkpoint}, ${where}: ${JSON.stringify(found)}`);
        expect(found, where).toMatchObject({ missing: [], otherTokens: [], argmax: [] });
        expect(found.scoreNats, where).toBeLessThanOrEqual(SCORE_NATS);
        expect(found.tokenNats, where).toBeLessThanOrEqual(TOKEN_NATS);
      }
    }
  });
