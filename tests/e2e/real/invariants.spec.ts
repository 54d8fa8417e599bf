/**
 * Measurement §9.3, 1, 2, 3 and 6, in scores: where ids are equal (tests/real/invariants.test.ts), scores are, however
 * they were reached. A job of one unit has nothing to share, so there nothing is computed for two.
 */
import type { Page } from '@playwright/test';
import type { ProbeUnit } from '../../../src/probe/index.ts';
import type { Provenance, ScoreRow } from '../../../src/records/index.ts';
import { CHECKPOINT } from '../../real/reference-rows.ts';
import { crossed, unitOf, type Pair } from '../../real/toolshed-units.ts';
import { expect, test } from '../lab-test.ts';
import { loadStudy } from '../study-page.ts';
import { scoreIn } from './score-in.ts';

/** How far the same token may be from itself. */
const TOKEN_NATS = 2e-5;
/** A context whole in one pass; in passes that begin at other places; all units of all contexts together. */
const WHOLE_PASS_TOKENS = 1024;
const SMALL_PASS_TOKENS = 90;
const SHARED_PASS_TOKENS = 256;

interface Same {
  readonly invariant: 1 | 2 | 3 | 6;
  readonly units: readonly [ProbeUnit, ProbeUnit];
}

/** Each way in which the pair's scores must agree. */
function sameScores({ one, other }: Pair): readonly Same[] {
  const [x, y] = [one.item_id, other.item_id];
  const back = other.distractors.indexOf(one.failed_action);
  const same = (invariant: Same['invariant'], a: ProbeUnit, b: ProbeUnit): Same => ({
    invariant,
    units: [a, b],
  });
  const first = [
    same(1, unitOf(x, 'fail', 'failed'), unitOf(x, 'fail_early', 'failed')),
    same(1, unitOf(y, 'fail', 'gold'), unitOf(y, 'fail_early', 'gold')),
  ];
  return [
    ...(one.prefix_actions.length === 0 ? first : []),
    same(2, unitOf(x, 'pre', 'gold'), unitOf(y, 'pre', 'gold')),
    same(2, unitOf(x, 'pre', 'distractor0'), unitOf(y, 'pre', 'failed')),
    same(3, unitOf(x, 'fail_other', 'gold'), unitOf(y, 'fail', 'gold')),
    same(3, unitOf(x, 'fail_other', 'failed'), unitOf(y, 'fail', `distractor${back}`)),
    same(6, unitOf(x, 'abstract_min', 'gold'), unitOf(y, 'abstract_min', 'gold')),
  ];
}

/** The first pair at the beginning of a task, and the first in the middle of one, that also know each other's calls. */
const pairs = [0, 2].flatMap((depth) =>
  crossed
    .filter(({ one, other }) => one.step_index === depth && other.distractors.includes(one.failed_action))
    .slice(0, 1),
);

const idOf = (row: ScoreRow): string => `${row.item_id}/${row.condition}/${row.candidate}`;

/** The unit in a job of its own; its tokens are counted, so that nothing can have been taken from elsewhere. */
async function alone(
  page: Page,
  identity: Provenance,
  unit: ProbeUnit,
  passTokens: number,
): Promise<ScoreRow> {
  const { rows, computedTokens, passes } = await scoreIn(page, identity, [unit], passTokens);
  const [row] = rows;
  if (row === undefined) throw new Error(`no row for ${unit.request.id}`);
  // The end of turn is read after the last token of the candidate.
  expect(computedTokens).toBe(row.ctx_tokens + row.n_tokens);
  expect(passes).toBe(Math.ceil(computedTokens / passTokens));
  return row;
}

const apartNats = (a: ScoreRow, b: ScoreRow): number =>
  Math.max(
    ...a.token_logprobs.map((nats, token) => Math.abs(nats - (b.token_logprobs[token] ?? Number.NaN))),
  );

test('equal contexts score equally, alone in one pass, alone in many, and all together', async ({ page }) => {
  expect(pairs).toHaveLength(2);
  const loaded = await loadStudy(page, CHECKPOINT, { holding: 'folded', threads: 2 });
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.error));
  const all = pairs.flatMap(sameScores);
  const units = [...new Set(all.flatMap(({ units }) => units))];
  const together = await scoreIn(page, loaded.value, units, SHARED_PASS_TOKENS);
  expect(together.computedTokens).toBe(together.plannedTokens);
  const shared = new Map(together.rows.map((row) => [idOf(row), row]));
  const found: { invariant: number; ids: string; nats: number }[] = [];
  for (const { invariant, units } of all) {
    const one = await alone(page, loaded.value, units[0], WHOLE_PASS_TOKENS);
    const other = await alone(page, loaded.value, units[1], SMALL_PASS_TOKENS);
    const rows = [one, other, shared.get(idOf(one)), shared.get(idOf(other))].filter(
      (row) => row !== undefined,
    );
    expect(rows).toHaveLength(4);
    expect(new Set(rows.map((row) => row.token_ids.join())).size).toBe(1);
    expect(new Set(rows.map((row) => row.ctx_tokens)).size).toBe(1);
    const nats = Math.max(...rows.flatMap((a) => rows.map((b) => apartNats(a, b))));
    found.push({ invariant, ids: `${idOf(one)} ${idOf(other)}`, nats });
  }
  console.log(`invariants: ${JSON.stringify(found)}`);
  expect(new Set(found.map(({ invariant }) => invariant))).toEqual(new Set([1, 2, 3, 6]));
  expect(found.filter(({ nats }) => !(nats <= TOKEN_NATS))).toEqual([]);
});
