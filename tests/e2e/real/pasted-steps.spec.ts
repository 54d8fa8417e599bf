import type { Page } from '@playwright/test';
import { TIE_GAP_NATS, type ScoreRequest } from '../../../src/engine/index.ts';
import type { JobEvent } from '../../../src/lab/index.ts';
import {
  messageEffects,
  viewOf,
  wayResults,
  type Answers,
  type ScoredCall,
} from '../../../src/pasted-step/index.ts';
import { underCondition } from '../../../src/probe/index.ts';
import type { LabError } from '../../../src/records/index.ts';
import { readPaste, shownAs } from '../../../src/transcript/index.ts';
import { messageReferences, type MessageReference } from '../../real/message-references.ts';
import { lastStepOf, pastedSteps, requestsOf, type PastedStep } from '../../real/pasted-steps.ts';
import { CHECKPOINT, drawnRows } from '../../real/reference-rows.ts';
import { showing, toolshedItems } from '../../real/toolshed-units.ts';
import { expect, test } from '../lab-test.ts';
import { loadStudy } from '../study-page.ts';
import { FIXED_PASS_TOKENS, SCORE_NATS, TOKEN_NATS } from './against-reference.ts';

type Scored = Extract<JobEvent, { kind: 'scores' }>['scores'][number];

test('five pasted logs: G, copy, sem, hidden messages and every way to show the failure are PyTorch’s; a pasted item scores as in the Probe room', async ({
  page,
}) => {
  const loaded = await loadStudy(page, CHECKPOINT, { holding: 'folded', threads: 2 });
  expect(loaded).toMatchObject({ ok: true, value: { selfCheck: { state: 'agrees' } } });
  const steps = pastedSteps();
  const theirs = messageReferences();
  const drawn = pastedItems();
  const scored = await scoresIn(page, [...requestsOf(steps), ...drawn.map(({ request }) => request)]);
  const ours = new Map(scored.map((one) => [one.id, one]));

  let scoreNats = 0;
  let tokenNats = 0;
  for (const reference of theirs) {
    const one = ours.get(reference.id);
    if (one === undefined) throw new Error(`${reference.id} was not scored`);
    expect(one.contextTokens).toBe(reference.ctx_tokens);
    expect(one.candidateIds).toEqual(reference.candidateIds);
    expect(one.hiddenTokens).toBe(reference.spans.reduce((sum, [start, end]) => sum + end - start, 0));
    scoreNats = Math.max(scoreNats, Math.abs(sumOf(one.logprobsNats) - reference.logprob));
    reference.logprobsNats.forEach((nats, token) => {
      tokenNats = Math.max(tokenNats, Math.abs(nats - (one.logprobsNats[token] ?? Number.NaN)));
    });
    expect(argmaxDifferences(one, reference)).toEqual([]);
  }
  const measures = Math.max(...steps.map((step) => largestDifference(step, scored, theirs)));
  let itemNats = 0;
  for (const { request, logprob } of drawn)
    itemNats = Math.max(itemNats, Math.abs(sumOf(ours.get(request.id)?.logprobsNats ?? []) - logprob));
  console.log(
    `pasted: ${JSON.stringify({ requests: theirs.length, scoreNats, tokenNats, measures, items: drawn.length, itemNats })}`,
  );
  expect(scoreNats).toBeLessThanOrEqual(SCORE_NATS);
  expect(tokenNats).toBeLessThanOrEqual(TOKEN_NATS);
  expect(measures).toBeLessThanOrEqual(SCORE_NATS);
  expect(drawn.length).toBeGreaterThanOrEqual(4);
  expect(itemNats).toBeLessThanOrEqual(SCORE_NATS);
});

const sumOf = (nats: readonly number[]): number => nats.reduce((sum, one) => sum + one, 0);

/** Items of ToolShed as chat logs whose scores before or after the failure PyTorch was asked for. */
function pastedItems(): readonly { readonly request: ScoreRequest; readonly logprob: number }[] {
  return drawnRows()
    .filter(
      ({ condition, candidate }) => candidate === 'failed' && (condition === 'pre' || condition === 'fail'),
    )
    .slice(0, 6)
    .map(({ item_id, condition, logprob }) => {
      const item = toolshedItems.find((one) => one.item_id === item_id);
      if (item === undefined) throw new Error(`${item_id} is not an item`);
      const { messages } = underCondition(item, 'fail', showing) ?? { messages: [] };
      const read = readPaste(JSON.stringify({ messages }));
      if (read.kind !== 'transcript') throw new Error(`${item_id} is not read`);
      const step = lastStepOf(read.transcript);
      const context = condition === 'pre' ? step.before : (shownAs(step, 'error', 0)?.messages ?? []);
      const bare = context.map(({ role, content }) => ({ role, content }));
      return {
        request: {
          id: `${item_id} ${condition}`,
          task: item_id,
          template: 'item',
          context: bare,
          candidate: step.call,
          scoreEndOfTurn: false,
          hidden: [],
        },
        logprob,
      };
    });
}

async function scoresIn(page: Page, requests: readonly ScoreRequest[]): Promise<readonly Scored[]> {
  const { done, scored, refused } = await page.evaluate(
    async (job: { requests: readonly ScoreRequest[]; passTokens: number; keyValueBytes: number }) => {
      const scored: Scored[] = [];
      const refused: { id: string; error: LabError }[] = [];
      const hear = (event: JobEvent): void => {
        if (event.kind === 'scores') scored.push(...event.scores);
        if (event.kind === 'refused') refused.push({ id: event.id, error: event.error });
      };
      return { done: await backfireStudy.score(job, hear), scored, refused };
    },
    { requests, passTokens: FIXED_PASS_TOKENS, keyValueBytes: 256 * 2 ** 20 },
  );
  expect(refused).toEqual([]);
  if (!done.ok) throw new Error(JSON.stringify(done.error));
  expect(done.value.progress.computedTokens).toBe(done.value.progress.plannedTokens);
  return scored;
}

function argmaxDifferences(one: Scored, reference: MessageReference): readonly string[] {
  return reference.gaps.flatMap((theirs, token) => {
    const gap = one.gapsNats[token] ?? Number.NaN;
    return (theirs === 0) === (gap === 0) || Math.max(theirs, gap) < TIE_GAP_NATS
      ? []
      : [`${reference.id} token ${token}`];
  });
}

/** Of G, copy, sem, every hidden stretch and every way, between what our scores and theirs come to. */
function largestDifference(
  { contexts, log }: PastedStep,
  scored: readonly Scored[],
  theirs: readonly MessageReference[],
): number {
  const measuresOf = (answers: Answers): readonly number[] => {
    const view = viewOf(contexts, answers);
    const effects = messageEffects(contexts, answers);
    const ways = wayResults(contexts, answers);
    if (view === null || ways.length !== contexts.ways.length || effects.length === 0)
      throw new Error(`${log} is not scored whole`);
    const { gainNats, copyNats, semNats } = view;
    const { effectNats: control } = effects.find(({ name }) => name === 'control') ?? { effectNats: 0 };
    return [
      ...[gainNats, copyNats ?? Number.NaN, semNats ?? Number.NaN, control],
      ...effects.map(({ effectNats }) => effectNats),
      ...ways.map(({ sameNats }) => sameNats),
    ];
  };
  const ours = measuresOf(answersOf(scored));
  return Math.max(
    ...measuresOf(
      answersOf(
        theirs.map(({ id, logprobsNats, gaps, ctx_tokens, candidateIds, spans }) => ({
          ...{ id, logprobsNats, gapsNats: gaps, contextTokens: ctx_tokens },
          candidatePieces: candidateIds.map(String),
          hiddenTokens: spans.reduce((sum, [start, end]) => sum + end - start, 0),
        })),
      ),
    ).map((value, index) => Math.abs(value - (ours[index] ?? Number.NaN))),
  );
}

const answersOf = (
  scored: readonly Pick<
    Scored,
    'id' | 'logprobsNats' | 'gapsNats' | 'contextTokens' | 'candidatePieces' | 'hiddenTokens'
  >[],
): Answers => ({ scores: new Map(scored.map((one) => [one.id, scoredCallOf(one)])), turns: new Map() });

const scoredCallOf = ({
  logprobsNats,
  gapsNats,
  candidatePieces,
  contextTokens,
  hiddenTokens,
}: Omit<Parameters<typeof answersOf>[0][number], 'id'>): ScoredCall => ({
  nats: sumOf(logprobsNats),
  tokens: logprobsNats.map((nats, token) => ({
    piece: candidatePieces[token] ?? '',
    nats,
    gapNats: gapsNats[token] ?? Number.NaN,
  })),
  contextTokens,
  isGreedy: gapsNats.every((gap) => gap === 0),
  hiddenTokens,
});
