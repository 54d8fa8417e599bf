/**
 * One failed step of each of five logs, in five formats and three ways of writing calls, as the mirrored checkpoint is asked
 * about it: before and after, copy and sem, hidden messages, every way to show the failure. Made by the lab's own rooms.
 */
import { readFileSync } from 'node:fs';
import type { ScoreRequest } from '../../src/engine/index.ts';
import {
  messagesAsked,
  stepContexts,
  together,
  viewAsked,
  waysAsked,
  withSystemPrompt,
  type StepContexts,
} from '../../src/pasted-step/index.ts';
import {
  chosenStep,
  failedCalls,
  markedByHand,
  OWN_TEXTS,
  paddedText,
  readPaste,
  usualStyle,
  withRepeats,
  type CallStyleName,
  type ChosenStep,
  type Message,
  type Part,
  type PastedTranscript,
} from '../../src/transcript/index.ts';
import { idsOfText } from './toolshed-units.ts';

const LOGS = [
  '01_openai_chat_parallel.json',
  '03_anthropic_blocks.json',
  '08_react_ansi_timestamps.txt',
  '10_chatml_tool_tags.txt',
  '11_swe_agent.traj',
] as const;

export interface PastedStep {
  readonly log: string;
  readonly format: string;
  readonly style: CallStyleName;
  readonly contexts: StepContexts;
}

/** The first failed call of each log in the order in which the page offers them, in the log's usual style, uncut. */
export function pastedSteps(): readonly PastedStep[] {
  return LOGS.map((log) => {
    const read = readPaste(readFileSync(`tests/fixtures/transcripts/${log}`, 'utf8'));
    if (read.kind !== 'transcript') throw new Error(`${log} is not read: ${read.fault.happened}`);
    const { transcript } = read;
    const [failed] = withRepeats(transcript, failedCalls(transcript));
    if (failed === undefined) throw new Error(`${log} has no failed call`);
    const style = usualStyle(transcript);
    const step = chosenStep(transcript, { ...failed, attempt: 1 }, style);
    if (step === null) throw new Error(`the failed call of ${log} cannot be shown`);
    return { log, format: transcript.format, style, contexts: contextsOf(step) };
  });
}

function contextsOf(whole: ChosenStep): StepContexts {
  const step = withSystemPrompt(whole);
  const { call, error } = step;
  const neutral = paddedText(
    { call, error, neutral: OWN_TEXTS[0]?.wording.neutral ?? '' },
    (text) => idsOfText(text).length,
    MOST_SEGMENTS,
  );
  return stepContexts({
    ...{ step, neutral, right: null, tools: [], attempts: [] },
    callTokens: idsOfText(call).length,
  });
}

/** The last call of a log as the failed step, in the log's usual style. */
export function lastStepOf(transcript: PastedTranscript): ChosenStep {
  const result = transcript.turns.length - 1;
  const marked = markedByHand(transcript, { turn: result - 1, ordinal: 0 }, result);
  const step =
    marked === null ? null : chosenStep(transcript, { ...marked, attempt: 1 }, usualStyle(transcript));
  if (step === null) throw new Error('the last call cannot be marked');
  return step;
}

/** As the page pads errors of logs. */
const MOST_SEGMENTS = 800;

/** Everything that is scored about the steps, each question once. */
export const requestsOf = (steps: readonly PastedStep[]): readonly ScoreRequest[] =>
  steps.flatMap(
    ({ contexts }) => together(viewAsked(contexts), messagesAsked(contexts), waysAsked(contexts)).scores,
  );

/** What oracle/message_scores.py is asked. */
export interface AskedOfOracle {
  readonly contexts: Readonly<Record<string, readonly Message[]>>;
  readonly requests: readonly {
    readonly id: string;
    readonly context: string;
    readonly candidate: string;
    readonly hidden: readonly Omit<Part, 'name'>[];
  }[];
}

/** The requests with their contexts once each; ids are numbered, because ours are hashes of the content. */
export function askedOfOracle(requests: readonly ScoreRequest[]): AskedOfOracle {
  const names = new Map<readonly Message[], string>();
  const nameOf = (context: readonly Message[]): string => {
    const name = names.get(context) ?? `context-${names.size + 1}`;
    names.set(context, name);
    return name;
  };
  const asked = requests.map(({ id, context, candidate, hidden }) => ({
    id,
    context: nameOf(context),
    candidate,
    // The name is for people; the file is compared byte for byte, so the rest keeps its order.
    hidden: hidden.map((part) => JSON.parse(JSON.stringify(part, withoutName)) as Omit<Part, 'name'>),
  }));
  return {
    contexts: Object.fromEntries([...names].map(([context, name]) => [name, context])),
    requests: asked,
  };
}

const withoutName = (key: string, value: unknown): unknown => (key === 'name' ? undefined : value);

/** Strict JSON, a context or request a line. */
export function textOfAsked({ contexts, requests }: AskedOfOracle): string {
  const lines = Object.entries(contexts).map(([name, messages]) => `"${name}":${JSON.stringify(messages)}`);
  return `{"contexts":{\n${lines.join(',\n')}\n},\n"requests":[\n${requests.map((one) => JSON.stringify(one)).join(',\n')}\n]}\n`;
}
