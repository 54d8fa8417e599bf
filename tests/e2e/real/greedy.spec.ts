import type { Page } from '@playwright/test';
import type { Decoded } from '../../../src/lab/index.ts';
import { frozenContexts, greedyReferences, type GreedyTurn } from '../../real/greedy-references.ts';
import { CHECKPOINT } from '../../real/reference-rows.ts';
import { expect, test } from '../lab-test.ts';
import { loadStudy } from '../study-page.ts';

const { provenance, rows } = greedyReferences();
const contexts = frozenContexts();
const everyTenth = rows.filter((_, index) => index % 10 === 0);

const cases = [
  { threads: 2, sideBySide: 8, asked: rows },
  // Nothing is shared, so each computes its context from nothing, on one thread.
  { threads: 1, sideBySide: 1, asked: everyTenth },
] as const;

for (const { threads, sideBySide, asked } of cases) {
  const how = `${threads} threads, ${sideBySide} side by side`;
  test(`PyTorch's greedy turns token for token, ${asked.length} contexts, ${how}`, async ({ page }) => {
    const loaded = await loadStudy(page, CHECKPOINT, { holding: 'folded', threads });
    expect(loaded).toMatchObject({ ok: true, value: { threads, selfCheck: { state: 'agrees' } } });
    const { counts, written } = await writtenAfter(page, asked, sideBySide);
    expect(counts).toEqual(asked.map(({ ctx_tokens }) => ctx_tokens));
    const found = asked.map((theirs) => compared(theirs, written.get(theirs.id)));
    const tokens = found.reduce((sum, { same }) => sum + same, 0);
    const partings = found.flatMap(({ parting }) => (parting === null ? [] : [parting]));
    console.log(`greedy, ${how}: ${tokens} tokens, ${JSON.stringify(partings)}`);
    expect(partings.filter(({ isListedTie }) => !isListedTie)).toEqual([]);
  });
}

/** How many tokens of context the page counts, and what it writes after them; line breaks do not end a turn here. */
async function writtenAfter(page: Page, asked: readonly GreedyTurn[], sideBySide: number) {
  const requests = asked.map(({ id }) => {
    const context = contexts.find((one) => one.id === id);
    if (context === undefined) throw new Error(`${id} is not among the contexts`);
    return { id, context: context.messages, maximumTokens: provenance.mostTokens, wholeTurn: true };
  });
  const { counted, done } = await page.evaluate(
    async ({ requests, sideBySide }) => ({
      counted: await backfireStudy.countTokens(requests.map(({ context }) => context)),
      done: await backfireStudy.decode(requests, sideBySide),
    }),
    { requests, sideBySide },
  );
  if (!counted.ok || !done.ok) throw new Error(JSON.stringify({ counted, done }));
  return { counts: counted.value, written: new Map(done.value.map((turn) => [turn.id, turn])) };
}

/** How many tokens are the same, and where the turns part, if they do. What follows a parting has another context. */
function compared(theirs: GreedyTurn, turn: Decoded | undefined) {
  if (turn === undefined) throw new Error(`nothing was written after ${theirs.id}`);
  const ended = turn.stopReason === 'stop-token';
  const ours = ended ? [...turn.tokenIds, provenance.endOfTurn] : turn.tokenIds;
  const places = Array.from({ length: Math.max(ours.length, theirs.tokens.length) }, (_, at) => at);
  const at = places.find((place) => ours[place] !== theirs.tokens[place]);
  if (at === undefined) return { same: ours.length, parting: null };
  const isListedTie = theirs.ties.some((tie) => tie.at === at && tie.runnerUp === ours[at]);
  return {
    same: at,
    parting: { id: theirs.id, at, ours: ours[at], theirs: theirs.tokens[at], isListedTie },
  };
}
