import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fail, ok, sha256OfText, type LabError, type Result, type TraceRow } from '../records/index.ts';
import { agentTaskSets, type AgentTask } from '../toolshed/index.ts';
import { advance, startEpisode, type EpisodeEvent } from './episode.ts';
import { HARNESS_NAMES, type HarnessName } from './harness.ts';
import { runRollouts, type RolloutAnswer, type RolloutRequest, type TurnWriter } from './run-rollouts.ts';
import { RESPELT, SOURCE, taskAt, WRONG } from './sample-rollouts.ts';
import { answer, runScripted, settingOf, type Script } from './scripted-model.ts';
import { traceKey, traceOfEpisode } from './trace-of-episode.ts';
import type { EpisodeSetting, TurnRequest } from './turn-request.ts';

const TASKS = agentTaskSets()[0]?.tasks ?? [];

/** Right, wrong, re-spelt, endless and prose, in an order that hangs on all that a wish says and on nothing else. */
const fickle =
  (salt: number): Script =>
  ({ messages, sampling }) => {
    const goal = messages.findLast(({ role }) => role === 'user')?.content ?? '';
    const turns = TASKS.filter((task) => goal.includes(task.goal)).flatMap(({ reference }) => reference);
    const texts = [...turns, WRONG, RESPELT, 'Let me think.', `${WRONG}\n`, 'finish()', 'x'.repeat(500)];
    const seed = sampling.temperature === 0 ? 0 : sampling.seed;
    const read = sha256OfText(JSON.stringify([salt, messages, seed]));
    const order = (text: string): string => sha256OfText(read + text);
    return texts
      .map((text) => [order(text), text] as const)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([, text]) => text);
  };

interface WriterOptions {
  readonly windowTokens?: number;
  /** Which of those that wait is written next: a number from 0 to below 1 for each. */
  readonly next?: () => number;
  /** After so many turns: what `run` gives. */
  readonly stop?: { readonly after: number; readonly outcome: Result<'cancelled'> };
}

class ScriptedWriter implements TurnWriter {
  readonly asked: string[] = [];
  readonly answered: string[] = [];
  readonly ranks: number[] = [];
  readonly #script: Script;
  readonly #options: WriterOptions;
  readonly #waiting: { readonly id: string; readonly wish: TurnRequest }[] = [];

  constructor(script: Script, options: WriterOptions = {}) {
    this.#script = script;
    this.#options = options;
  }

  add(id: string, wish: TurnRequest, rank: number): void {
    this.asked.push(id);
    this.ranks.push(rank);
    this.#waiting.push({ id, wish });
  }

  run(onEvent: (id: string, event: EpisodeEvent) => void): Promise<Result<'finished' | 'cancelled'>> {
    const { next = () => 0, stop, windowTokens } = this.#options;
    for (let turns = 0; this.#waiting.length > 0; turns += 1) {
      if (turns === stop?.after) return Promise.resolve(stop.outcome);
      const [taken] = this.#waiting.splice(Math.floor(next() * this.#waiting.length), 1);
      if (taken === undefined) continue;
      this.answered.push(taken.id);
      onEvent(taken.id, answer(this.#script, taken.wish, 0, windowTokens ? { windowTokens } : {}));
    }
    return Promise.resolve(ok('finished'));
  }
}

const requestOf = (task: AgentTask, setting: EpisodeSetting): RolloutRequest => ({
  id: traceKey(SOURCE.scorer, task, setting),
  task,
  setting,
  answersBefore: [],
});

/** What rollouts come to by their answers alone; null: not ended. */
function tracesOf(
  requests: readonly RolloutRequest[],
  answers: readonly RolloutAnswer[],
): readonly (TraceRow | null)[] {
  return withAnswers(requests, answers).map(({ task, setting, answersBefore }) => {
    let { state } = startEpisode(task, setting);
    for (const event of answersBefore) ({ state } = advance(state, event));
    return traceOfEpisode(state, SOURCE);
  });
}

const withAnswers = (
  requests: readonly RolloutRequest[],
  answers: readonly RolloutAnswer[],
): RolloutRequest[] =>
  requests.map((request) => ({
    ...request,
    answersBefore: [
      ...request.answersBefore,
      ...answers.filter(({ ids }) => ids.includes(request.id)).map(({ event }) => event),
    ],
  }));

/** Runs, and keeps what was answered. */
async function heard(requests: readonly RolloutRequest[], writer: TurnWriter) {
  const answers: RolloutAnswer[] = [];
  const result = await runRollouts(requests, writer, (given) => answers.push(given));
  return { answers, result };
}

const jobs = fc
  .record({
    tasks: fc.uniqueArray(fc.nat(TASKS.length - 1), { minLength: 1, maxLength: 3 }),
    harnesses: fc.uniqueArray(fc.constantFrom(...HARNESS_NAMES), { minLength: 1, maxLength: 6 }),
    temperature: fc.constantFrom(0, 0.8),
    seeds: fc.constantFrom([0], [0, 1]),
    script: fc.nat().map(fickle),
    /** Less than a first context, some steps more, or no bound. */
    windowTokens: fc.constantFrom(1_000, 2_500, 3_500, 1_000_000),
    order: fc.array(fc.double({ min: 0, max: 0.999, noNaN: true }), { minLength: 5, maxLength: 5 }),
  })
  .map(({ tasks, harnesses, temperature, seeds, script, windowTokens, order }) => {
    let turn = 0;
    return {
      script,
      options: { windowTokens, next: () => order[(turn += 1) % order.length] ?? 0 },
      requests: tasks.flatMap((at) =>
        harnesses.flatMap((name) =>
          seeds.map((seed) => requestOf(taskAt(at), settingOf(name, { temperature, seed }))),
        ),
      ),
    };
  });

test('rollouts that share their wishes equal rollouts run one by one, in whatever order turns are written', async () => {
  await fc.assert(
    fc.asyncProperty(jobs, async ({ requests, script, options }) => {
      const writer = new ScriptedWriter(script, options);
      const { answers, result } = await heard(requests, writer);
      expect(result).toEqual(ok('finished'));
      expect(new Set(writer.asked).size).toBe(writer.asked.length);
      expect(tracesOf(requests, answers)).toEqual(
        requests.map(({ task, setting }) =>
          traceOfEpisode(runScripted(task, setting, script, options).state, SOURCE),
        ),
      );
    }),
    { numRuns: 40 },
  );
});

test('killed anywhere and taken up again, they end as if nothing had happened, and no answer is asked for twice', async () => {
  const kills = fc.array(fc.nat(), { minLength: 1, maxLength: 3 });
  await fc.assert(
    fc.asyncProperty(jobs, kills, async ({ requests, script, options }, moments) => {
      const unbroken = new ScriptedWriter(script, options);
      const whole = await heard(requests, unbroken);
      const answered: string[] = [];
      let kept = requests;
      for (const moment of [...moments, null]) {
        const after = moment === null ? Infinity : moment % (unbroken.asked.length + 1);
        const writer = new ScriptedWriter(script, { ...options, stop: { after, outcome: ok('cancelled') } });
        const { answers } = await heard(kept, writer);
        answered.push(...writer.answered);
        kept = withAnswers(kept, answers);
      }
      expect(tracesOf(kept, [])).toEqual(tracesOf(requests, whole.answers));
      expect(answered.toSorted()).toEqual(unbroken.answered.toSorted());
    }),
    { numRuns: 25 },
  );
});

test('only answers that were lost are asked again', async () => {
  const requests = ['verbatim', 'drop', 'verbatim+ban'].flatMap((name) =>
    [0, 1, 3].map((at) => requestOf(taskAt(at), settingOf(name as HarnessName, { temperature: 0.8 }))),
  );
  const unbroken = new ScriptedWriter(fickle(1));
  const { answers } = await heard(requests, unbroken);
  // Every answer that the writer gave, and those taken over from it.
  expect(answers.length).toBeGreaterThanOrEqual(unbroken.asked.length);
  for (let kept = 0; kept <= answers.length; kept += 1) {
    const writer = new ScriptedWriter(fickle(1));
    const rest = await heard(withAnswers(requests, answers.slice(0, kept)), writer);
    expect(tracesOf(withAnswers(requests, answers.slice(0, kept)), rest.answers)).toEqual(
      tracesOf(requests, answers),
    );
    const known = new Set(answers.slice(0, kept).map(({ event }) => event)).size;
    expect(writer.asked.length).toBe(unbroken.asked.length - known);
  }
});

test('a rollout added later takes over what the others were answered', async () => {
  const [first, second] = ['verbatim', 'verbatim+ban'].map((name) =>
    requestOf(taskAt(1), settingOf(name as HarnessName)),
  );
  if (first === undefined || second === undefined) throw new Error('Two harnesses');
  const script: Script = () => [WRONG, 'finish()'];
  const alone = await heard([first], new ScriptedWriter(script));
  const writer = new ScriptedWriter(script);
  const { answers } = await heard([...withAnswers([first], alone.answers), second], writer);
  // The failure is known; only the turn under the ban is new.
  expect(answers.map(({ ids }) => ids)).toEqual([[second.id], [second.id]]);
  expect(writer.asked).toHaveLength(1);
});

test('harnesses share every step up to the first failure, and nothing after it', async () => {
  const shared = ['verbatim', 'abstract', 'terse', 'verbatim+ban', 'ban-canonical'] as const;
  const byLength = TASKS.filter(({ reference }) => reference.length > 1);
  expect(byLength.length).toBeGreaterThan(0);
  for (const task of byLength) {
    for (const failsAt of task.reference.keys()) {
      // Right up to the failure, then wrong in ever new words.
      const script: Script = ({ messages, ban }) => {
        const turns = messages.filter(({ role }) => role === 'assistant').length - opening(task);
        const right = task.reference[turns];
        return turns < failsAt && right !== undefined
          ? [right]
          : [`find_contact(name='Nobody ${turns} ${ban.form} ${ban.calls.length}')`];
      };
      const ends = shared.map((name) => runScripted(task, settingOf(name), script));
      const lengths = ends.map(({ requests }) => requests.length);
      const writer = new ScriptedWriter(script);
      await heard(
        shared.map((name) => requestOf(task, settingOf(name))),
        writer,
      );
      const before = failsAt + 1;
      expect(writer.asked.length).toBe(before + lengths.reduce((sum, length) => sum + length - before, 0));
    }
  }
});

/** Turns that a context shows before anything was written. */
const opening = (task: AgentTask): number => {
  const { wish } = startEpisode(task, settingOf('verbatim'));
  return wish?.messages.filter(({ role }) => role === 'assistant').length ?? 0;
};

test('at temperature 0 seeds do not count; above it they do', async () => {
  for (const [temperature, times] of [
    [0, 1],
    [0.8, 3],
  ] as const) {
    const writer = new ScriptedWriter(() => ['finish()']);
    const requests = [0, 1, 2].map((seed) =>
      requestOf(taskAt(0), settingOf('verbatim', { temperature, seed })),
    );
    const { answers } = await heard(requests, writer);
    expect(writer.asked).toHaveLength(times);
    expect(answers.flatMap(({ ids }) => ids).toSorted()).toEqual(requests.map(({ id }) => id).toSorted());
  }
});

test('a task ranks by its place among the tasks', async () => {
  const writer = new ScriptedWriter(() => ['finish()']);
  const order = [2, 0, 2, 1];
  await heard(
    order.map((at, place) => requestOf(taskAt(at), settingOf('verbatim', { mostTokens: 50 + place }))),
    writer,
  );
  expect(writer.ranks).toEqual([0, 1, 0, 2]);
});

test('an error of the engine ends the run with that error; what was answered stays answered', async () => {
  const error: LabError = { kind: 'k', happened: 'h', stillWorks: 's', cure: 'c', details: 'd' };
  const requests = [0, 1].map((at) => requestOf(taskAt(at), settingOf('verbatim')));
  const writer = new ScriptedWriter(() => [WRONG], { stop: { after: 3, outcome: fail(error) } });
  const { answers, result } = await heard(requests, writer);
  expect(result).toEqual(fail(error));
  expect(answers).toHaveLength(3);
});

test('a rollout past the window ends with that; the others go on', async () => {
  const requests = (['drop+ban', 'verbatim'] as const).map((name) => requestOf(taskAt(0), settingOf(name)));
  const { wish } = startEpisode(taskAt(0), settingOf('verbatim'));
  const windowTokens = (wish?.messages ?? []).reduce((sum, { content }) => sum + content.length, 0) + 20;
  let turn = 0;
  const script: Script = () => [`find_contact(name='Nobody ${(turn += 1)}')`];
  const { answers } = await heard(requests, new ScriptedWriter(script, { windowTokens }));
  expect(tracesOf(requests, answers).map((trace) => [trace?.stop_reason, trace?.n_steps])).toEqual([
    ['step_limit', 6],
    ['window_full', 1],
  ]);
});
