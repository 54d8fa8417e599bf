import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { readFolder } from '../tests/fixtures/tokens/parity.ts';
import { createChatTokenizer, type ChatTokenizer } from '../src/checkpoint/files/tokenizer.ts';
import { scriptedModel, type ComputeOptions, type LanguageModel } from '../src/engine/index.ts';
import type { TraceRow } from '../src/records/index.ts';
import {
  advance,
  countsOfTrace,
  harnessNamed,
  parseTaskSet,
  startEpisode,
  traceKey,
  traceOfEpisode,
  USUAL_LIMITS,
  type EpisodeEvent,
  type HarnessName,
  type RolloutRequest,
  type TraceSource,
} from '../src/rollout/index.ts';
import type { AgentTask } from '../src/toolshed/index.ts';
import { PAPER_WORDING } from '../src/transcript/index.ts';
import type { RolloutJobEvent, WritingSummary } from './engine-door.ts';
import { rolloutLane } from './rollout-lane.ts';

const SET = 'toolshed-paper-2026-agent-24';
const SOURCE: TraceSource = {
  model: 'scripted',
  modelParameters: 0,
  scorer: { checkpointSha256: 'c', tokenizerSha256: 't', engineVersion: '1' },
  taskSet: { name: SET, sha256: 's' },
};
const HARNESSES = ['verbatim', 'drop', 'verbatim+ban', 'ban-canonical'] as const;
/** Right, wrong, spelt otherwise, and over at once. */
const TEXTS = [
  "find_contact(name='Alex Ramirez')",
  'find_contact( name="Alex Ramirez")',
  "find_contact(name='Al')",
  'list_files()\n',
  'finish()',
];

let tokenizer: ChatTokenizer;
let tasks: readonly AgentTask[];
beforeAll(() => {
  const made = createChatTokenizer(readFolder('tests/fixtures/tiny/llama-gqa-tied-bf16'));
  const read = parseTaskSet(readFileSync(`static-probes/tasks/${SET}.jsonl`, 'utf8'), SET);
  if (!made.ok || !read.ok) throw new Error('fixtures');
  tokenizer = made.value;
  tasks = read.value;
});

const share = (text: string): number => createHash('sha256').update(text).digest().readUInt32BE(0) / 2 ** 32;

/** Writes one of the texts; how much it likes each hangs on the whole context. */
function scripted(windowTokens = 8_000): LanguageModel {
  const texts = TEXTS.map((text) => {
    const ids = tokenizer.encodeCandidate(text);
    return { text, ids: ids.ok ? [...ids.value, tokenizer.endOfTurn] : [] };
  });
  const read = tokenizer.encodeContext([{ role: 'system', content: '' }], []);
  const ids = read.ok ? read.value.ids : [];
  const begin = ids[0] ?? 0;
  const promptTokens = ids.length - ids.lastIndexOf(begin);
  return scriptedModel(
    tokenizer.vocabularySize,
    (tokens) => {
      const at = tokens.lastIndexOf(begin) + promptTokens;
      const written = tokens.slice(at);
      const context = tokens.slice(0, at).join(' ');
      const logits = new Map<number, number>();
      for (const one of texts) {
        const next = one.ids[written.length];
        if (next === undefined || written.some((token, place) => token !== one.ids[place])) continue;
        logits.set(next, Math.max(logits.get(next) ?? 0, 3 * share(context + one.text)));
      }
      return logits;
    },
    windowTokens,
  );
}

function requestsOf(
  asked: readonly AgentTask[],
  temperature: number,
  harnesses: readonly HarnessName[] = HARNESSES,
): RolloutRequest[] {
  return asked.flatMap((task) =>
    harnesses.map((name) => {
      const harness = harnessNamed(name, PAPER_WORDING);
      const setting = { ...USUAL_LIMITS, mostTokens: 24, mostSteps: 5, harness, temperature, seed: 1 };
      return { id: traceKey(SOURCE.scorer, task, setting), task, setting, answersBefore: [] };
    }),
  );
}

interface Ran {
  readonly summary: WritingSummary;
  readonly answers: ReadonlyMap<string, readonly EpisodeEvent[]>;
  readonly events: readonly RolloutJobEvent[];
}

async function run(
  requests: readonly RolloutRequest[],
  model: LanguageModel,
  { cancelAfter = Infinity, sideBySide = null }: { cancelAfter?: number; sideBySide?: number | null } = {},
): Promise<Ran> {
  let passes = 0;
  const compute: ComputeOptions = {
    ...{ passTokens: null, keyValueBytes: 2 ** 20, scoreTensorBytes: 2 ** 26, targetPassMs: 1000 },
    clock: () => 0,
    gate: () => Promise.resolve((passes += 1) > cancelAfter ? 'cancel' : 'go'),
  };
  const events: RolloutJobEvent[] = [];
  const answers = new Map(requests.map(({ id, answersBefore }) => [id, [...answersBefore]]));
  const done = await rolloutLane({ model, tokenizer }, { requests, sideBySide }, compute, (event) => {
    events.push(event);
    if (event.kind === 'answered') for (const id of event.ids) answers.get(id)?.push(event.event);
  });
  if (!done.ok) throw new Error(done.error.happened);
  return { summary: done.value, answers, events };
}

const tracesOf = (requests: readonly RolloutRequest[], answers: Ran['answers']): (TraceRow | null)[] =>
  requests.map(({ id, task, setting }) => {
    let { state } = startEpisode(task, setting);
    for (const event of answers.get(id) ?? []) ({ state } = advance(state, event));
    return traceOfEpisode(state, SOURCE);
  });

test.each([0, 0.8])('temperature %d: side by side as one by one, and bans hold', async (temperature) => {
  const requests = requestsOf(tasks.slice(0, 6), temperature);
  const together = await run(requests, scripted());
  const traces = tracesOf(requests, together.answers);
  expect(together.summary.outcome).toBe('finished');
  expect(traces).toEqual(tracesOf(requests, (await run(requests, scripted(), { sideBySide: 1 })).answers));
  const counts = traces.map((trace) => (trace === null ? null : countsOfTrace(trace)));
  const sum = (name: HarnessName, field: 'textRepeats' | 'canonicalRepeats' | 'interventions'): number =>
    counts.reduce((so, one) => so + (one?.harness === name ? one[field] : 0), 0);
  expect(sum('verbatim', 'textRepeats')).toBeGreaterThan(0);
  expect(sum('verbatim+ban', 'textRepeats')).toBe(0);
  expect(sum('verbatim+ban', 'interventions')).toBeGreaterThan(0);
  expect(sum('ban-canonical', 'canonicalRepeats')).toBe(0);
  const { progress } = together.summary;
  const turns = together.events.flatMap((event) => (event.kind === 'answered' ? [event.event] : []));
  expect(progress.turns).toBe(turns.length);
  expect(progress.writtenTokens).toBe(
    turns.reduce((so, event) => so + (event.kind === 'turn' ? event.turn.tokenIds.length : 0), 0),
  );
});

test('ended between any two passes and taken up again, rollouts end as if nothing had happened', async () => {
  const requests = requestsOf(tasks.slice(0, 2), 0.8);
  const unbroken = await run(requests, scripted());
  const whole = tracesOf(requests, unbroken.answers);
  const { passes } = unbroken.summary.progress;
  for (let kill = 1; kill <= 20; kill += 1) {
    const cancelAfter = Math.floor(share(`${kill}`) * passes);
    const broken = await run(requests, scripted(), { cancelAfter });
    expect(broken.summary.outcome).toBe('cancelled');
    const kept = requests.map((one) => ({ ...one, answersBefore: broken.answers.get(one.id) ?? [] }));
    const rest = await run(kept, scripted());
    expect(tracesOf(requests, rest.answers)).toEqual(whole);
    // A turn is written once, but for those that were under way.
    expect(broken.summary.progress.turns + rest.summary.progress.turns).toBe(unbroken.summary.progress.turns);
  }
}, 120_000);

test('a context past the window ends its rollout; the others go on', async () => {
  const requests = requestsOf(tasks.slice(1, 2), 0, ['verbatim', 'drop+ban']);
  const roomy = tracesOf(requests, (await run(requests, scripted())).answers);
  const longest = roomy.map((trace) => Math.max(...(trace?.step_ctx_tokens ?? [])));
  const windowTokens = (longest[0] ?? 0) - 1;
  expect(longest[1]).toBeLessThan(windowTokens - 24);
  const narrow = tracesOf(requests, (await run(requests, scripted(windowTokens))).answers);
  expect(narrow[0]?.stop_reason).toBe('window_full');
  expect(narrow[1]).toEqual(roomy[1]);
});

test('a context that cannot be read ends its rollouts, and it is said why; the others go on', async () => {
  const [one, other] = tasks;
  if (one === undefined || other === undefined) throw new Error('Two tasks');
  const requests = requestsOf([{ ...one, goal: '\uD800' }, other], 0, ['verbatim', 'drop']);
  const { answers, events } = await run(requests, scripted());
  expect(tracesOf(requests, answers).map((trace) => trace?.stop_reason === 'engine_fault')).toEqual([
    ...[true, true],
    ...[false, false],
  ]);
  expect(events.flatMap((event) => (event.kind === 'refused' ? [event.error.kind] : []))).toEqual([
    'text-not-unicode',
  ]);
});
