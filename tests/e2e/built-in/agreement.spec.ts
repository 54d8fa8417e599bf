/** The checkpoints that come with the page: PyTorch's scores, however the weights are held and the passes are cut. */
import { readFileSync } from 'node:fs';
import { expect, test } from '../lab-test.ts';
import { loadStudy, probeIn } from '../study-page.ts';
import { againstReferences, referencesOf, SCORE_NATS, TOKEN_NATS } from './built-in-references.ts';

const FOLDER = 'public/checkpoints';
const CHECKPOINTS = ['toolshed-base', 'toolshed-clean', 'toolshed-noisy', 'toolshed-recovery'];
const CONDITIONS = ['pre', 'fail', 'succ', 'neut', 'abstract'];
const CANDIDATES = ['failed', 'gold'];
// Null: sized by time, as the page does.
const WAYS = [
  { holding: 'folded', threads: 1, passes: [64, 256] },
  { holding: 'folded', threads: 2, passes: [7, 256, null] },
  { holding: 'resident', threads: 1, passes: [256] },
  { holding: 'resident', threads: 2, passes: [64, null] },
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
    const references = referencesOf(checkpoint);
    expect(references.scores.length).toBeGreaterThanOrEqual(80);
    const itemsJsonl = itemsOf(references.scores);
    await page.goto(`${await serve({ checkpoints: [FOLDER] })}study.html`);
    await page.waitForFunction(() => 'backfireStudy' in globalThis);
    for (const { holding, threads, passes } of WAYS) {
      const loaded = await loadStudy(page, checkpoint, { holding, threads });
      expect(loaded).toMatchObject({
        ok: true,
        value: { holding, threads, scope: 'ToolShed only', selfCheck: { state: 'agrees' } },
      });
      // References of other weights would prove nothing about these.
      const weights = loaded.ok ? loaded.value.files.find(({ path }) => path === 'model.safetensors') : null;
      expect(weights?.sha256).toBe(references.weightsSha256);
      for (const passTokens of passes) {
        const asked = { itemsJsonl, conditions: CONDITIONS, candidates: CANDIDATES, passTokens };
        const told = await probeIn(page, asked);
        expect(told).toMatchObject({ error: null, refused: [] });
        expect(told.rows).toHaveLength(references.scores.length);
        const found = againstReferences(references.scores, told.rows);
        const where = `${holding}, ${threads} threads, passes of ${passTokens ?? 'a second'}`;
        console.log(`${checkpoint}, ${where}: ${JSON.stringify(found)}`);
        expect(found, where).toMatchObject({ missing: [], otherTokens: [], argmax: [] });
        expect(found.scoreNats, where).toBeLessThanOrEqual(SCORE_NATS);
        expect(found.tokenNats, where).toBeLessThanOrEqual(TOKEN_NATS);
      }
    }
  });
