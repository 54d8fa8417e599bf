import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { JobEvent, RolloutJob, RolloutJobEvent, ScoreJob } from '../../workers/engine-door.ts';
import { tracesFromJsonl } from '../records/index.ts';
import { aProvenance } from '../records/sample-row.ts';
import { runRollouts, type TurnRequest } from '../rollout/index.ts';
import { taskAt, WRONG } from '../rollout/sample-rollouts.ts';
import { answer, type Script } from '../rollout/scripted-model.ts';
import type { CheckpointChoice } from './checkpoint-menu.ts';
import { LabFault } from './lab-fault.ts';
import { RolloutRun } from './rollout-run.svelte.ts';
import { RolloutStore, type StoredRolloutRun } from './rollout-store.ts';
import type { TaskSet } from './task-sets.ts';

/** The engine: what it was asked, and when it dies or hears of a cancel. */
const engine = vi.hoisted(() => ({
  turns: [] as string[],
  scored: 0,
  /** Dies after so many more turns. */
  livesFor: Infinity,
  /** Called after each turn. */
  afterTurn: null as (() => void) | null,
  cancelled: false,
  provenance: {},
}));

/** Makes the same wrong call twice, as far as it can read that, then goes the reference path. */
const script: Script = ({ messages }) => {
  const goal = messages[1]?.content ?? '';
  const task = [0, 1, 2, 3, 4].map(taskAt).find((one) => goal === one.goal);
  const done = messages.filter(({ content }) => task?.reference.includes(content)).length;
  const shown = messages.filter(({ content }) => content === WRONG).length;
  const right = task?.reference[done] ?? 'finish()';
  return shown < 2 ? [WRONG, right] : [right, 'finish()'];
};

// What runs come to is reckoned on the page here, once for each of them: few draws are enough.
vi.mock('../statistics/index.ts', async (original) => ({
  ...(await original<typeof import('../statistics/index.ts')>()),
  FINAL_DRAWS: 20,
  LIVE_DRAWS: 20,
}));

vi.mock('./engine-client.ts', () => ({
  EngineClient: class {
    ended = false;
    load = () => Promise.resolve(engine.provenance);
    pause = () => undefined;
    resume = () => undefined;
    end(): void {
      this.ended = true;
    }
    cancel(): void {
      engine.cancelled = true;
    }

    async rollouts(job: RolloutJob, onEvent: (event: RolloutJobEvent) => void): Promise<unknown> {
      engine.cancelled = false;
      const waiting: { id: string; wish: TurnRequest }[] = [];
      const outcome = await runRollouts(
        structuredClone(job.requests),
        {
          add: (id, wish) => void waiting.push({ id, wish }),
          run: async (onAnswer) => {
            for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
              // Every answer crosses the door.
              await Promise.resolve();
              if (engine.cancelled) return { ok: true, value: 'cancelled' };
              if (engine.livesFor === 0) throw new LabFault(DIED);
              engine.livesFor -= 1;
              engine.turns.push(next.id);
              onAnswer(next.id, answer(script, next.wish, next.wish.messages.length));
              engine.afterTurn?.();
            }
            return { ok: true, value: 'finished' };
          },
        },
        (one) => {
          onEvent({ kind: 'answered', ...one });
        },
      );
      return { outcome: outcome.ok ? outcome.value : 'cancelled', progress: null };
    }

    /** A call's log-probability is the length of what stands before it. */
    async score(job: ScoreJob, onEvent: (event: JobEvent) => void): Promise<unknown> {
      await Promise.resolve();
      engine.scored += job.requests.length;
      onEvent({
        kind: 'scores',
        scores: job.requests.map(({ id, context }) => ({
          id,
          logprobsNats: [-context.length],
          gapsNats: [0],
          endOfTurnLogprobNats: null,
          endOfTurnGapNats: null,
          contextTokens: 9,
          candidateIds: [1],
          candidatePieces: ['x'],
          jointDiffers: false,
          hiddenTokens: 0,
        })),
      });
      return { outcome: 'finished', progress: null };
    }
  },
}));

const DIED = { kind: 'engine-fault', happened: 'h', stillWorks: 's', cure: 'c', details: 'd' };
const TASKS: TaskSet = {
  name: 'three',
  title: 'Three',
  origin: '',
  sha256: 's',
  wording: 'paper',
  tasks: [taskAt(0), taskAt(2), taskAt(4)],
  ownBytes: new Uint8Array(),
};
const CHECKPOINT: CheckpointChoice = {
  id: 'tiny',
  name: 'Tiny',
  scope: 'general',
  bytes: 1,
  source: { kind: 'served', baseUrl: 'tiny/' },
  origin: 'served',
  isBuiltIn: false,
};

let store: RolloutStore;

/** A page that was just opened. */
function opened(taskSet = TASKS): RolloutRun {
  const run = new RolloutRun(store);
  run.chooseTaskSet(taskSet);
  run.choose({ harnesses: ['verbatim', 'verbatim+ban', 'drop'] });
  run.chooseCheckpoint(CHECKPOINT);
  return run;
}

/** As the list of earlier runs has it. */
const keptOf = ({ choice }: RolloutRun): StoredRolloutRun => ({
  ...{ runId: 'r', startedAt: '2026-01-01T00:00:00Z', title: 'tiny, Three', state: 'open', choice },
  ...{ taskSet: TASKS, provenance: aProvenance, rolloutsAll: 9, rolloutsDone: 0 },
});

/** Apart from time, everything. */
const tracesOf = (run: RolloutRun): unknown =>
  tracesFromJsonl(run.tracesJsonl()).rows.map((trace) => ({ ...trace, seconds: 0, step_ms: [] }));

beforeEach(async () => {
  store = await RolloutStore.open();
  Object.assign(engine, {
    turns: [],
    scored: 0,
    livesFor: Infinity,
    afterTurn: null,
    cancelled: false,
    provenance: aProvenance,
  });
});

describe('a run of rollouts', () => {
  test('stands there empty as soon as it is chosen, in the order of tasks and columns', () => {
    const run = opened();
    expect(run.rollouts.map(({ key }) => key)).toEqual(
      TASKS.tasks.flatMap(({ task_id: id }) =>
        ['verbatim', 'verbatim+ban', 'drop'].map((harness) => `${id} ${harness} 0`),
      ),
    );
    expect(run.stepsDone).toBe(0);
    expect(run.stepsExpected).toBe(9 * 6);
  });

  test('goes to its end: traces that can be read back, statistics, and its failed calls before and after their errors', async () => {
    const run = opened();
    await run.run();
    expect(run.status).toEqual({ kind: 'finished' });
    const { rows, findings } = tracesFromJsonl(run.tracesJsonl());
    expect(findings).toEqual([]);
    expect(rows).toHaveLength(9);
    expect(run.summaries.map(({ harness, rollouts }) => [harness, rollouts])).toEqual([
      ['verbatim', 3],
      ['verbatim+ban', 3],
      ['drop', 3],
    ]);
    // Verbatim: two failures a task; with ban, the second is stopped; drop: one, the others are by construction.
    expect(run.onPolicy.map(({ harness, step, isFirst }) => [harness, step, isFirst]).slice(0, 4)).toEqual([
      ['verbatim', 0, true],
      ['verbatim', 1, false],
      ['verbatim+ban', 0, true],
      ['drop', 0, true],
    ]);
    expect(run.onPolicy).toHaveLength(12);
    expect(run.unscored).toBe(0);
    // Prompt and goal before; the call and its error after them.
    expect(run.onPolicy[0]).toMatchObject({ logpBeforeNats: -2, logpAfterNats: -4, call: WRONG });
    // A task: step 0 before and after, and step 1 after; its context before is the one after step 0.
    expect(engine.scored).toBe(3 * 3);
  });

  test('asks once what harnesses have in common', async () => {
    const run = opened();
    await run.run();
    const alone = run.rollouts.reduce(
      (sum, { state }) => sum + state.steps.filter(({ isByConstruction }) => !isByConstruction).length,
      0,
    );
    // Two of three first steps of each task are shared.
    expect(engine.turns).toHaveLength(alone - 3 * 2);
  });

  test(
    'killed after any number of turns it goes on, and ends as an unbroken one',
    { timeout: 120_000 },
    async () => {
      const five = { ...TASKS, tasks: [0, 1, 2, 3, 4].map(taskAt) };
      const whole = opened(five);
      await whole.run();
      const all = engine.turns.length;
      expect(all).toBeGreaterThanOrEqual(20);
      for (let lives = 0; lives < all; lives += 1) {
        store = await RolloutStore.open();
        engine.turns = [];
        engine.livesFor = lives;
        const killed = opened(five);
        await killed.run();
        expect(killed.status.kind).toBe('failed');
        engine.livesFor = Infinity;
        const resumed = opened(five);
        await resumed.run();
        expect(tracesOf(resumed)).toEqual(tracesOf(whole));
        expect(resumed.onPolicy).toEqual(whole.onPolicy);
        // Nothing was asked twice.
        expect(engine.turns).toHaveLength(all);
      }
    },
  );

  test('cancelled, it keeps what it has; pressed again, it writes the rest', async () => {
    const run = opened();
    engine.afterTurn = () => {
      if (engine.turns.length === 3) run.cancel();
    };
    await run.run();
    expect(run.status).toEqual({ kind: 'cancelled' });
    expect(engine.turns).toHaveLength(3);
    expect(run.stepsDone).toBeGreaterThan(0);
    await run.run();
    expect(run.status).toEqual({ kind: 'finished' });
    expect(new Set(engine.turns).size).toBe(engine.turns.length);
  });

  test('a harness that is added later takes over what it shares', async () => {
    const run = opened();
    await run.run();
    const before = engine.turns.length;
    run.choose({ harnesses: ['verbatim', 'verbatim+ban', 'drop', 'ban-canonical'] });
    expect(run.rollouts.filter(({ trace }) => trace !== null)).toHaveLength(9);
    await run.run();
    expect(run.rollouts.every(({ trace }) => trace !== null)).toBe(true);
    // Of `ban-canonical`, the first step is known; its later ones read what verbatim+ban reads, under another ban.
    const added = run.rollouts.filter(({ harness }) => harness === 'ban-canonical');
    expect(engine.turns.length - before).toBe(
      added.reduce((sum, { state }) => sum + state.steps.length - 1, 0),
    );
  });

  test('with other weights nothing of another checkpoint is shown', async () => {
    const run = opened();
    await run.run();
    const asked = engine.turns.length;
    engine.provenance = { ...aProvenance, checkpointSha256: 'other' };
    run.chooseCheckpoint({ ...CHECKPOINT });
    expect(run.stepsDone).toBe(0);
    await run.run();
    expect(engine.turns).toHaveLength(2 * asked);
  });

  test('an earlier run goes on as it was and with its own files only; refused, the next press begins anew', async () => {
    engine.livesFor = 5;
    const broken = opened();
    await broken.run();
    engine.livesFor = Infinity;
    const kept = keptOf(broken);
    const elsewhere = opened();
    const found = store.answersOf(elsewhere.rollouts.flatMap(({ traceKey }) => traceKey ?? []));
    const reading = vi.spyOn(store, 'answersOf').mockImplementationOnce(() => {
      elsewhere.choose({ harnesses: ['terse'] });
      return found;
    });
    await elsewhere.run(kept);
    reading.mockRestore();
    expect(engine.turns).toHaveLength(5);
    expect(elsewhere.status).toEqual({ kind: 'idle' });

    const run = opened();
    await run.show(kept);
    const shown = tracesOf(run);
    const { stepsDone } = run;
    expect(stepsDone).toBeGreaterThan(0);

    engine.provenance = { ...aProvenance, checkpointName: 'Other', checkpointSha256: 'other' };
    await run.run(run.goesOnWith);
    expect(run.notResumed).toMatchObject({ kind: 'not-its-checkpoint' });
    expect(run.status).toEqual({ kind: 'idle' });
    expect(engine.turns).toHaveLength(5);
    expect([tracesOf(run), run.stepsDone, run.provenance]).toEqual([shown, stepsDone, aProvenance]);

    await run.run(run.goesOnWith);
    expect(run.status).toEqual({ kind: 'finished' });
    expect(run.notResumed).toBeNull();
    expect(run.rollouts.every(({ trace }) => trace?.model === 'Other')).toBe(true);

    engine.provenance = aProvenance;
    const asked = engine.turns.length;
    const again = opened();
    await again.show(kept);
    await again.run(again.goesOnWith);
    expect(again.status).toEqual({ kind: 'finished' });
    expect(engine.turns.length - asked).toBe(asked - 5 - 5);
  });

  test('failures become an item file with the very contexts they were made in', async () => {
    const run = opened();
    await run.run();
    const frozen = run.frozenFailures();
    expect(frozen).toMatchObject({ fileName: 'tiny.three.own-failures.jsonl', items: 3, leftOut: [] });
    const [rollout] = run.rollouts;
    if (rollout === undefined) throw new Error('none');
    const roles = run.contextAt(rollout, 1).map(({ role }) => role);
    expect(roles).toEqual(['system', 'user', 'assistant', 'user']);
  });
});
