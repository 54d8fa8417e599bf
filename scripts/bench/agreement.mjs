// @ts-check
// How far the tab's scores are from PyTorch's, over every frozen item set that has reference scores of the checkpoint.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { load, probe } from './in-tab.mjs';

/** Two best logits closer than this are a tie: which is the first is a matter of rounding (design §8). */
const TIE_GAP_NATS = 1e-4;

/** @param {{ item_id: string, condition: string, candidate: string, hidden: string | null }} row */
const nameOf = ({ item_id, condition, candidate, hidden }) =>
  [item_id, condition, candidate, hidden ?? 'plain'].join(' ');

/**
 * @param {readonly any[]} ours rows of the tab @param {readonly any[]} theirs rows of the reference
 */
export function compareScores(ours, theirs) {
  const byName = new Map(ours.map((row) => [nameOf(row), row]));
  const found = {
    rows: theirs.length,
    largestScoreNats: 0,
    largestTokenNats: 0,
    largestEndOfTurnNats: 0,
    argmaxDifferences: /** @type {string[]} */ ([]),
    ties: /** @type {string[]} */ ([]),
    /** Rows that the tab did not give, or gave for other tokens. */
    notTheSame: /** @type {string[]} */ ([]),
  };
  const apart = (/** @type {number} */ one, /** @type {number | undefined} */ other) =>
    Math.abs(one - (other ?? Number.NaN));
  for (const row of theirs) {
    const name = nameOf(row);
    const own = byName.get(name);
    if (
      own === undefined ||
      own.ctx_tokens !== row.ctx_tokens ||
      own.token_ids.join() !== row.candidateIds.join()
    ) {
      found.notTheSame.push(name);
      continue;
    }
    found.largestScoreNats = Math.max(found.largestScoreNats, apart(row.logprob, own.logprob));
    if (row.endOfTurnLogprobNats !== null)
      found.largestEndOfTurnNats = Math.max(
        found.largestEndOfTurnNats,
        apart(row.endOfTurnLogprobNats, own.end_of_turn_logprob),
      );
    row.logprobsNats.forEach((/** @type {number} */ nats, /** @type {number} */ token) => {
      found.largestTokenNats = Math.max(found.largestTokenNats, apart(nats, own.token_logprobs[token]));
      const gaps = [row.gaps[token], own.token_gaps[token]];
      if ((gaps[0] === 0) === (gaps[1] === 0)) return;
      const list = Math.max(...gaps) < TIE_GAP_NATS ? found.ties : found.argmaxDifferences;
      list.push(`${name} token ${token}`);
    });
  }
  return found;
}

/**
 * @param {import('@playwright/test').Page} page
 * @param {{ root: string, checkpoint: string, threads: number, limit: number | null }} options
 * @returns {Promise<{ sets: ({ set: string, seconds: number } & ReturnType<typeof compareScores>)[] } | { reason: string }>}
 */
export async function measureAgreement(page, { root, checkpoint, threads, limit }) {
  const folder = join(root, 'static-probes', 'reference-scores');
  const ending = `.${checkpoint}.json`;
  const sets = existsSync(folder)
    ? readdirSync(folder).flatMap((file) => (file.endsWith(ending) ? [file.slice(0, -ending.length)] : []))
    : [];
  if (sets.length === 0) return { reason: `there are no reference scores of ${checkpoint}` };
  await load(page, checkpoint, { holding: 'folded', threads });
  const measured = [];
  for (const set of sets.sort()) {
    const items = readFileSync(join(root, 'static-probes', `${set}.jsonl`), 'utf8');
    const { rows, seconds } = await probe(page, { items, name: set, knockouts: true, limit });
    const reference = JSON.parse(readFileSync(join(folder, `${set}${ending}`), 'utf8')).rows;
    const asked = new Set(rows.map(({ item_id }) => item_id));
    const theirs = reference.filter((/** @type {any} */ { item_id }) => limit === null || asked.has(item_id));
    measured.push({ set, seconds, ...compareScores(rows, theirs) });
  }
  return { sets: measured };
}
