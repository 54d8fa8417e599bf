/** Rollouts in the page's engine: what is written side by side is what is written alone, and bans hold. */
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { DEFAULT_ROLLOUT_CHOICE, type RolloutChoice } from '../../../src/lab/rollout-choice.ts';
import type { TraceRow } from '../../../src/records/index.ts';
import {
  actionOfTurn,
  advance,
  countsOfTrace,
  harnessNamed,
  parseTaskSet,
  startEpisode,
  type HarnessName,
} from '../../../src/rollout/index.ts';
import type { Message } from '../../../src/transcript/index.ts';
import { PAPER_WORDING } from '../../../src/transcript/index.ts';
import { expect, test } from '../lab-test.ts';
import { loadStudy } from '../study-page.ts';

const SET = 'toolshed-paper-2026-agent-24';
const JSONL = readFileSync(`static-probes/tasks/${SET}.jsonl`, 'utf8');
const HARNESSES = ['verbatim', 'drop', 'verbatim+ban', 'ban-canonical'] as const;

/** Every trace of the first tasks, by task, harness and seed. */
async function rolloutsIn(page: Page, choice: Partial<RolloutChoice>): Promise<readonly TraceRow[]> {
  const asked = {
    ...DEFAULT_ROLLOUT_CHOICE,
    ...{ harnesses: HARNESSES, firstTasks: 3, tasksJsonl: JSONL, tasksName: SET },
    ...{ wording: 'paper' as const, sideBySide: null, ...choice },
  };
  const told = await page.evaluate(async (whole) => {
    const traces: TraceRow[] = [];
    const done = await backfireStudy.rollouts(whole, {
      onTrace: (trace) => {
        traces.push(trace);
      },
      onRefused: () => undefined,
      onProgress: () => undefined,
    });
    return { traces, done };
  }, asked);
  expect(told.done).toMatchObject({ ok: true, value: { outcome: 'finished' } });
  const name = ({ task_id: id, harness, seed }: TraceRow): string => `${id} ${harness} ${seed}`;
  return told.traces.toSorted((one, other) => (name(one) < name(other) ? -1 : 1));
}

/** What the model read at every step, made again from the trace. */
function contextsOf(trace: TraceRow): readonly (readonly Message[])[] {
  const tasks = parseTaskSet(JSONL, SET);
  const task = tasks.ok ? tasks.value.find(({ task_id: id }) => id === trace.task_id) : undefined;
  if (task === undefined) throw new Error(trace.task_id);
  const harness = harnessNamed(trace.harness as HarnessName, PAPER_WORDING);
  const setting = { ...DEFAULT_ROLLOUT_CHOICE, harness, seed: trace.seed, temperature: trace.temperature };
  let { state, wish } = startEpisode(task, setting);
  const contexts: (readonly Message[])[] = [];
  trace.raw_turns.forEach((text, step) => {
    // Nobody was asked where the turn had to be the last one again.
    if (trace.by_construction[step] === true || wish === null) return;
    contexts.push(wish.messages);
    const turn = {
      ...{ text, tokenIds: trace.turn_ids[step] ?? [], contextTokens: 0 },
      ...{ endedBy: trace.turn_ends[step] ?? ('window' as const), maskApplications: 0 },
      ...{ interventions: 0, ties: 0, elapsedMs: 0 },
    };
    ({ state, wish } = advance(state, { kind: 'turn', turn }));
  });
  return contexts;
}

const untimed = (trace: TraceRow): Partial<TraceRow> => ({ ...trace, seconds: 0, step_ms: [] });
const isTied = ({ step_ties: ties }: TraceRow): boolean => ties.some((count) => count > 0);

test('turns written side by side are those written alone, bans hold, and a seed draws the same again', async ({
  page,
  serve,
}) => {
  // Patience only.
  test.setTimeout(300_000);
  await page.goto(`${await serve({ checkpoints: ['public/checkpoints'] })}study.html`);
  await page.waitForFunction(() => 'backfireStudy' in globalThis);
  const loaded = await loadStudy(page, 'toolshed-base', { holding: 'folded', threads: 2 });
  expect(loaded).toMatchObject({ ok: true });

  const greedy = new Set<string | undefined>();
  await test.step('greedy turns, one by one', async () => {
    const traces = await rolloutsIn(page, {});
    expect(traces).toHaveLength(3 * HARNESSES.length);
    for (const { raw_turns: turns } of traces) greedy.add(turns[0]);
    expectBansToHold(traces);
    // The bans had something to stop.
    expect(traces.some((trace) => trace.harness === 'verbatim' && trace.n_exact_repeats > 0)).toBe(true);
    expect(traces.some((trace) => trace.step_interventions.some((count) => count > 0))).toBe(true);
    const free = traces.filter(({ ban }) => ban === 'none');
    const asked = free.flatMap((trace) =>
      contextsOf(trace).map((context, step) => ({ trace, context, step })),
    );
    const alone = await page.evaluate(
      (contexts) =>
        backfireStudy.decode(
          contexts.map((context, at) => ({ id: `${at}`, context, maximumTokens: 96 })),
          1,
        ),
      asked.map(({ context }) => context),
    );
    if (!alone.ok) throw new Error(alone.error.happened);
    const written = new Map(alone.value.map((decoded) => [Number(decoded.id), decoded]));
    expect(written.size).toBe(asked.length);
    asked.forEach(({ trace, step }, at) => {
      if ((trace.step_ties[step] ?? 0) > 0) return;
      expect(trace.turn_ids[step]).toEqual(written.get(at)?.tokenIds);
      expect(trace.actions[step]).toBe(actionOfTurn(written.get(at)?.text ?? ''));
    });
  });

  for (const temperature of [0.8, 1.2])
    await test.step(`temperature ${temperature}, twice`, async () => {
      const choice = { temperature, topP: 0.95, seeds: [1], firstTasks: 2, mostTokens: 48 };
      const once = await rolloutsIn(page, choice);
      expect(once).toHaveLength(2 * HARNESSES.length);
      expectBansToHold(once);
      const again = await rolloutsIn(page, choice);
      once.forEach((trace, at) => {
        const other = again[at];
        if (other === undefined || isTied(trace) || isTied(other)) return;
        expect(untimed(other)).toEqual(untimed(trace));
      });
      // What is drawn is not what is likeliest.
      expect(once.some((trace) => !greedy.has(trace.raw_turns[0]))).toBe(true);
    });
});

function expectBansToHold(traces: readonly TraceRow[]): void {
  for (const trace of traces.filter(({ ban }) => ban !== 'none')) {
    const counts = countsOfTrace(trace);
    expect(counts.textRepeats).toBe(0);
    if (trace.ban === 'canonical') expect(counts.canonicalRepeats).toBe(0);
  }
}
