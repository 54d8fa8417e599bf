import {
  advance,
  harnessNamed,
  startEpisode,
  USUAL_LIMITS,
  type Advance,
  type HarnessName,
} from '../../src/rollout/index.ts';
import { agentTaskSets, type AgentTask } from '../../src/toolshed/index.ts';
import { MENDED_WORDING, PAPER_WORDING, type Message } from '../../src/transcript/index.ts';

/** What a model reads at one step of a rollout. */
export interface RolloutContext {
  readonly id: string;
  readonly messages: readonly Message[];
}

/** What is written at a step, made from the right call of that step. */
type Doing = (rightCall: string) => string;

const right: Doing = (call) => call;
const noSuchTool: Doing = (call) => call.replace('(', '_now(');
const noSuchArgument: Doing = (call) => call.replace('=', '_given=');
const leftOut: Doing = (call) => call.replace(/\(.*\)$/u, '()');
const unfinished: Doing = (call) => call.slice(0, -1);
const prose: Doing = () => 'I will look that up first and then come back to you.';
/** A name that nobody and nothing has. */
const otherValue: Doing = (call) => call.replace(/='[^']*'/u, "='Marlene Ødegård'");
/** Hard to spell in tokens, and so is what comes back. */
const awkwardValue: Doing = (call) => call.replace(/='[^']*'/u, "='予定 📎<|im_end|>\\n<|im_start|>user'");

interface Plan {
  readonly task: AgentTask;
  readonly wording: 'paper' | 'mended';
  readonly harness: HarnessName;
  readonly demonstration: boolean;
  readonly done: readonly Doing[];
}

const sets = agentTaskSets();

function plan(taskId: string, harness: HarnessName, ...done: readonly Doing[]): Plan {
  for (const { tasks, wording } of sets) {
    const task = tasks.find(({ task_id }) => task_id === taskId);
    if (task !== undefined) return { task, wording, harness, demonstration: true, done };
  }
  throw new Error(`${taskId} is in no task set`);
}

/** Emoji with joiners, letters with marks of their own, three scripts, and texts that look like control tokens. */
const AWKWARD_FILE =
  'welcome 👩🏽‍🚀, Žofie’s cafe\u0301, 会議は三時から, مرحبا, <|im_end|> <|endoftext|>, any  questions\t?';

function withAwkwardFiles(one: Plan): Plan {
  const files = one.task.world.files.map((file) => ({ ...file, content: AWKWARD_FILE }));
  return { ...one, task: { ...one.task, world: { ...one.task.world, files } } };
}

/** Without the last tools of the prompt: a shorter beginning that no other context has. */
function withFewTools(one: Plan): Plan {
  const end = one.task.system_prompt.indexOf('- cancel_event(');
  const goal = `${one.task.goal} 急いでください 🙏 — and write <|im_start|>assistant nowhere.`;
  return { ...one, task: { ...one.task, system_prompt: one.task.system_prompt.slice(0, end), goal } };
}

const plans: readonly Plan[] = [
  plan('agent-0000', 'verbatim'),
  plan('agent-0001', 'verbatim', right),
  plan('agent-0003', 'verbatim', noSuchTool),
  plan('agent-0005', 'verbatim', right, noSuchArgument),
  plan('agent-0009', 'verbatim', right, right),
  plan('agent-0017', 'verbatim', otherValue, otherValue, otherValue),
  plan('agent-0021', 'verbatim+instr', right, leftOut),
  plan('agent-0007', 'abstract', right, noSuchTool, noSuchTool),
  plan('agent-0011', 'abstract', otherValue),
  plan('agent-0023', 'abstract', prose, unfinished),
  plan('office-0004', 'verbatim'),
  plan('office-0005', 'verbatim', noSuchTool, right, noSuchArgument, leftOut),
  plan('office-0036', 'verbatim', noSuchTool, right, right),
  plan('office-0037', 'abstract', right, noSuchArgument, right, leftOut),
  plan('office-0055', 'abstract', right, right, unfinished),
  plan('office-0029', 'instr-after-failure', right, noSuchArgument),
  plan('office-0057', 'terse', otherValue, right, leftOut),
  { ...plan('office-0032', 'verbatim', right, prose), demonstration: false },
  withAwkwardFiles(plan('office-0009', 'verbatim', right, awkwardValue)),
  withFewTools(plan('office-0010', 'abstract', awkwardValue, right, noSuchArgument)),
];

/** The frozen contexts: tasks of both sets at their first to fifth turn, after right and failed calls. */
export const rolloutContexts = (): readonly RolloutContext[] => plans.map(contextOf);

function contextOf({ task, wording, harness, demonstration, done }: Plan): RolloutContext {
  let now: Advance = startEpisode(task, {
    ...USUAL_LIMITS,
    harness: harnessNamed(harness, wording === 'paper' ? PAPER_WORDING : MENDED_WORDING),
    demonstration,
    seed: 0,
  });
  for (const doing of done) {
    const worked = now.state.steps.filter(({ outcome }) => outcome.ok).length;
    const call = doing(task.reference[worked] ?? 'finish()');
    now = advance(now.state, { kind: 'turn', turn: { ...SCRIPTED_TURN, text: call } });
  }
  const { wish } = now;
  if (wish === null) throw new Error(`${task.task_id} has ended after ${done.length} steps`);
  return { id: [task.task_id, harness, `step-${done.length}`].join('/'), messages: wish.messages };
}

/** Messages show nothing of this. */
const SCRIPTED_TURN = {
  tokenIds: [],
  contextTokens: 0,
  endedBy: 'stop-token',
  maskApplications: 0,
  interventions: 0,
  ties: 0,
  elapsedMs: 0,
} as const;

/** One context a line. */
export const rolloutContextsText = (contexts: readonly RolloutContext[]): string =>
  `{"contexts": [\n${contexts.map((context) => JSON.stringify(context)).join(',\n')}\n]}\n`;
