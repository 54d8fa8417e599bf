import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { FitRequest, JobEvent, ScoreJob, WritingEvent, WritingJob } from '../../workers/engine-door.ts';
import { SAMPLE_ASKED, SAMPLE_STEP } from '../pasted-step/sample-step.ts';
import { aProvenance } from '../records/sample-row.ts';
import { SYSTEM_PROMPT } from '../toolshed/index.ts';
import { cutStep, proposedCut, type TextToPad } from '../transcript/index.ts';
import type { CheckpointChoice } from './checkpoint-menu.ts';
import { LabFault } from './lab-fault.ts';
import { StepRun } from './step-run.svelte.ts';

/** The engine: what it was asked, and when it refuses, dies or hears of a cancel. */
const engine = vi.hoisted(() => ({
  scored: [] as string[],
  written: [] as string[],
  refuses: null as string | null,
  dies: false,
  cancelled: false,
  /** Called before each answer. */
  meanwhile: null as (() => void) | null,
  provenance: {},
}));
const aFault = (kind: string) => ({ kind, happened: 'h', stillWorks: 's', cure: 'c', details: 'd' });
/** Asked anew after other code ran: TypeScript takes what was set before for what still is. */
const hasEnded = (): boolean => engine.cancelled;
/** A character is a token. */
const lengthOf = (messages: readonly { readonly content: string }[]): number =>
  messages.reduce((sum, { content }) => sum + content.length, 0);

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
    padText = ({ neutral }: TextToPad) => Promise.resolve(`${neutral} padded`);
    fitStep({ step, cut, budgetTokens }: FitRequest): Promise<unknown> {
      const most = budgetTokens - step.call.length;
      const settings = cut ?? proposedCut(step, (one) => lengthOf(one.before) <= most);
      if (settings === null) return Promise.reject(new LabFault(aFault('step-too-long')));
      return Promise.resolve({
        settings,
        keptTokens: lengthOf(cutStep(step, settings).step.before),
        allTokens: lengthOf(step.before),
        isAllReckoned: false,
        callTokens: step.call.length,
        windowTokens: 9_000,
      });
    }

    /** A call's log-probability is −1 for every message before it. */
    async score({ requests }: ScoreJob, onEvent: (event: JobEvent) => void): Promise<void> {
      engine.cancelled = false;
      for (const { id, context, candidate, hidden } of requests) {
        await Promise.resolve();
        engine.meanwhile?.();
        if (hasEnded()) return;
        if (engine.dies) throw new LabFault(aFault('engine-fault'));
        engine.scored.push(`${hidden[0]?.name ?? candidate} | ${context.at(-1)?.content ?? ''}`);
        if (engine.refuses !== null && hidden[0]?.name === engine.refuses)
          onEvent({ kind: 'refused', id, error: aFault('part-not-hidable') });
        else
          onEvent({
            kind: 'scores',
            scores: [
              {
                id,
                logprobsNats: [-context.length, 0],
                gapsNats: [0, 0],
                endOfTurnLogprobNats: null,
                endOfTurnGapNats: null,
                contextTokens: lengthOf(context),
                candidateIds: [1, 2],
                candidatePieces: ['x', 'y'],
                jointDiffers: false,
                hiddenTokens: hidden.length,
              },
            ],
          });
      }
    }

    async writeTurns({ requests }: WritingJob, onEvent: (event: WritingEvent) => void): Promise<void> {
      engine.cancelled = false;
      for (const { id, context, sampling } of requests) {
        await Promise.resolve();
        engine.meanwhile?.();
        if (hasEnded()) return;
        engine.written.push(sampling?.seed ?? 'greedy');
        onEvent({ kind: 'written', id, text: `open() ${context.length}`, isCut: false });
      }
    }
  },
}));

const CHECKPOINT: CheckpointChoice = {
  id: 'tiny',
  name: 'Tiny',
  scope: 'general',
  bytes: 1,
  source: { kind: 'served', baseUrl: 'tiny/' },
  origin: 'served',
  isBuiltIn: false,
};

function opened(): StepRun {
  const run = new StepRun();
  run.chooseCheckpoint(CHECKPOINT);
  run.ask(SAMPLE_ASKED);
  return run;
}

beforeEach(() => {
  Object.assign(engine, {
    ...{ scored: [], written: [], refuses: null, dies: false, cancelled: false, meanwhile: null },
    provenance: aProvenance,
  });
});

describe('the run of a pasted step', () => {
  test('a first view: fitted, scored, and what would be written before and after', async () => {
    const run = opened();
    expect(run.cost('view')).toEqual({ requests: 6, tokens: null });
    await run.run('view');
    expect(run.status).toEqual({ kind: 'finished' });
    expect(run.fit).toMatchObject({ settings: { lastMessages: null }, windowTokens: 9_000 });
    // Four messages before, six after, as with the neutral text.
    expect(run.view).toMatchObject({ gainNats: 2, copyNats: -2, semNats: 0, standsIn: true });
    expect(run.view?.rightAfter?.nats).toBe(-6);
    expect(run.written).toEqual({ before: 'open() 4', after: 'open() 6' });
    expect([run.done, run.all, run.part]).toEqual([7, 7, null]);
    expect(run.cost('view')).toEqual({ requests: 0, tokens: 0 });
    // Nothing is asked twice, and nothing is shown of what was not asked for.
    await run.run('view');
    expect(engine.scored).toHaveLength(5);
    expect([run.ways, run.attempts, run.effects, run.cuts, run.advice]).toEqual([[], [], [], [], null]);
  });

  test('after an edit of the error what stands before it is not computed again', async () => {
    const run = opened();
    await run.run('view');
    engine.scored = [];
    engine.written = [];
    run.ask({ ...SAMPLE_ASKED, step: { ...SAMPLE_STEP, error: 'use name' } });
    expect(run.view).toBeNull();
    expect(run.written).toEqual({ before: 'open() 4', after: null });
    await run.run('view');
    expect(engine.scored).toEqual([
      "find(nom='Ann') | Observation: use name",
      "find(name='Ann') | Observation: use name",
    ]);
    expect(engine.written).toEqual(['greedy']);
    expect(run.view?.gainNats).toBe(2);
  });

  test('of another step nothing of the one before is left', async () => {
    const run = opened();
    await run.run('view');
    run.ask({ ...SAMPLE_ASKED, step: { ...SAMPLE_STEP, before: SAMPLE_STEP.before.slice(0, 2) } });
    expect([run.fit, run.contexts, run.view]).toEqual([null, null, null]);
    await run.run('view');
    expect(run.view?.before.nats).toBe(-2);
    run.ask(null);
    expect(run.view).toBeNull();
  });

  test('a span that cannot be hidden is named, and the others are measured', async () => {
    const run = opened();
    engine.refuses = 'message-1';
    await run.run('messages');
    expect(run.status.kind).toBe('finished');
    expect(run.effects.map(({ name }) => name)).toEqual([
      ...['message-0', 'message-2', 'message-3', 'call', 'error', 'control'],
    ]);
    expect(run.refusals).toMatchObject([{ part: 'messages', what: 'message-1' }]);
    expect(run.cost('messages').requests).toBe(0);
    await run.run({ words: 1 });
    expect(run.words.get(1)?.map(({ name }) => name)).toEqual(['message-1:0-4', 'message-1:5-9']);
  });

  test('ways are compared to the end before anything is said of them', async () => {
    const run = opened();
    engine.meanwhile = () => {
      if (engine.written.length === 20) run.cancel();
    };
    await run.run('ways');
    expect(run.status).toEqual({ kind: 'cancelled' });
    expect(run.ways.length).toBeGreaterThan(0);
    expect(run.advice).toBeNull();
    engine.meanwhile = null;
    await run.run('ways');
    expect(new Set(engine.written.filter((seed) => seed !== 'greedy')).size).toBe(
      engine.written.filter((seed) => seed !== 'greedy').length,
    );
    expect(run.summaries.find(({ way }) => way === 'verbose')).toMatchObject({
      turns: 24,
      sorted: { 'other-call': 24 },
    });
    // Every way is as good as any other here.
    expect(run.advice).toEqual({ kind: 'none', why: 'no-clear-winner' });
  });

  test('later tries, and the two other sizes of a log that was cut', async () => {
    const long = {
      ...SAMPLE_STEP,
      before: [
        ...SAMPLE_STEP.before,
        ...Array.from({ length: 60 }, (_, at) => ({
          ...{ role: 'user' as const, content: `${at}`.padStart(100, '.'), turn: 10 + at },
          parts: [],
        })),
      ],
    };
    const run = opened();
    run.ask({ ...SAMPLE_ASKED, step: long, attempts: [{ ...SAMPLE_STEP, attempt: 3 }] });
    await run.run('attempts');
    expect(run.attempts.map(({ attempt }) => attempt)).toEqual([1, 3]);
    expect(run.fit?.keptTokens).toBeLessThan(run.fit?.allTokens ?? 0);
    await run.run('cuts');
    expect(run.cuts.map(({ size, signHolds }) => [size, signHolds])).toEqual([
      ['half', true],
      ['double', true],
    ]);
    expect(run.cuts[0]?.keptTokens).toBeLessThan(run.fit?.keptTokens ?? 0);
    expect(run.cuts[1]?.keptTokens).toBeGreaterThan(run.fit?.keptTokens ?? Infinity);
  });

  test('another step while one is measured: the next run waits for the one that ends', async () => {
    const run = opened();
    const next: Promise<void>[] = [];
    engine.meanwhile = () => {
      if (next.length > 0) return;
      run.ask({ ...SAMPLE_ASKED, step: { ...SAMPLE_STEP, error: 'another' } });
      expect(run.status.kind).toBe('cancelling');
      next.push(run.run('view'));
    };
    await run.run('messages');
    await Promise.all(next);
    expect(run.status).toEqual({ kind: 'finished' });
    expect(run.view?.after.nats).toBe(-6);
    expect(engine.scored.some((name) => name.endsWith('another'))).toBe(true);
  });

  test('a checkpoint of ToolShed is asked about ToolShed alone', async () => {
    const run = opened();
    run.chooseCheckpoint({ ...CHECKPOINT, scope: 'ToolShed only' });
    await run.run('view');
    expect(run.status).toMatchObject({ kind: 'failed', error: { kind: 'outside-its-scope' } });
    const [system, ...rest] = SAMPLE_STEP.before;
    if (system === undefined) throw new Error('the sample has a system prompt');
    run.ask({
      ...SAMPLE_ASKED,
      step: { ...SAMPLE_STEP, before: [{ ...system, content: SYSTEM_PROMPT }, ...rest] },
    });
    await run.run('view');
    expect(run.status).toEqual({ kind: 'finished' });
  });

  test('an engine that fails leaves what was found; other weights do not', async () => {
    const run = opened();
    await run.run('view');
    engine.dies = true;
    await run.run('messages');
    expect(run.status).toMatchObject({ kind: 'failed', error: { kind: 'engine-fault' } });
    expect(run.view?.gainNats).toBe(2);
    engine.dies = false;
    engine.provenance = { ...aProvenance, checkpointSha256: 'other' };
    engine.scored = [];
    await run.run('view');
    expect(engine.scored).toHaveLength(5);
  });
});
