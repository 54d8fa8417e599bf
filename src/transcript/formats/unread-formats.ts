import { field, fieldAt, hasField, itemsOf, textField, type JsonNode } from './json-node.ts';
import type { JsonRecords } from './json-records.ts';

/** A format that is known by its marks and not read. */
export interface UnreadFormat {
  readonly id: string;
  readonly name: string;
  /** What to do instead. */
  readonly cure: string;
  /** What it was known by; null: not this format. */
  readonly spot: (records: JsonRecords) => string | null;
}

const CHAT_CURE =
  'Export the run as chat messages (a list with “role”, “content” and “tool_calls”) and paste that.';

/** The records and what stands one list deeper: files hold one run, a list of runs, or a run a line. */
const tops = ({ roots }: JsonRecords): readonly JsonNode[] => [
  ...roots,
  ...roots.flatMap((root) => (root.kind === 'list' ? root.items.slice(0, 200) : [])),
];

const when =
  (why: string, test: (node: JsonNode) => boolean) =>
  (records: JsonRecords): string | null =>
    tops(records).some(test) ? why : null;

/** Whether one of the first entries of a list field has what is asked for. */
const has = (node: JsonNode, list: string, test: (entry: JsonNode) => boolean): boolean =>
  itemsOf(field(node, list)).slice(0, 50).some(test);

const type = (node: JsonNode): string => textField(node, 'type') ?? '';

export const ATIF: UnreadFormat = {
  id: 'atif',
  name: 'ATIF trajectory',
  cure: CHAT_CURE,
  spot: when('The field “schema_version” says ATIF.', (node) =>
    (textField(node, 'schema_version') ?? '').startsWith('ATIF'),
  ),
};

export const MINI_SWE_AGENT: UnreadFormat = {
  id: 'mini-swe-agent',
  name: 'mini-swe-agent trajectory',
  cure: 'If the messages hold “tool_calls”, choose the format “OpenAI chat messages” by hand; the older form, with commands in code blocks, is not read.',
  spot: when(
    'The field “trajectory_format”, or return codes in tags.',
    (node) =>
      (textField(node, 'trajectory_format') ?? '').startsWith('mini-swe-agent') ||
      (textField(node, 'role') === 'user' && /^\s*<returncode>/.test(textField(node, 'content') ?? '')),
  ),
};

export const CODEX: UnreadFormat = {
  id: 'codex-rollout',
  name: 'Codex session file',
  cure: 'Paste the “payload” values of the lines of type “response_item” as one list: these are response items, which are read.',
  spot: when(
    'Lines of type “session_meta” or “response_item”.',
    (node) =>
      /^(?:session_meta|response_item|turn_context|event_msg)$/.test(type(node)) && hasField(node, 'payload'),
  ),
};

export const OPENHANDS: UnreadFormat = {
  id: 'openhands-events',
  name: 'OpenHands events',
  cure: CHAT_CURE,
  spot: when(
    'Events with “action” or “observation” and “source”, or “kind”.',
    (node) => isOpenhands(node) || has(node, 'history', isOpenhands),
  ),
};

const isOpenhands = (node: JsonNode): boolean =>
  (textField(node, 'source') !== null &&
    (textField(node, 'action') ?? textField(node, 'observation')) !== null) ||
  /(?:Action|Observation|Message|AgentError)Event$/.test(textField(node, 'kind') ?? '');

export const INSPECT: UnreadFormat = {
  id: 'inspect-log',
  name: 'Inspect evaluation log',
  cure: 'Paste the “messages” of one sample and choose the format “OpenAI chat messages” by hand.',
  spot: when(
    'The fields “samples” and “eval”.',
    (node) => field(node, 'samples')?.kind === 'list' && hasField(node, 'eval'),
  ),
};

export const TAU: UnreadFormat = {
  id: 'tau-results',
  name: 'tau-bench results',
  cure: 'Paste the “traj” (or “messages”) of one task: it is a list of chat messages, which is read.',
  spot: when(
    'The field “simulations”, or “traj” beside “reward”.',
    (node) =>
      field(node, 'simulations')?.kind === 'list' ||
      (field(node, 'traj')?.kind === 'list' && field(node, 'reward') !== undefined),
  ),
};

export const LANGSMITH: UnreadFormat = {
  id: 'langsmith',
  name: 'LangSmith run tree',
  cure: 'Paste the messages among the inputs and outputs of the last model run.',
  spot: when(
    'Runs with “run_type”.',
    (node) =>
      textField(node, 'run_type') !== null || has(node, 'runs', (run) => textField(run, 'run_type') !== null),
  ),
};

export const VERCEL: UnreadFormat = {
  id: 'vercel-ui',
  name: 'AI SDK messages with parts',
  cure: CHAT_CURE,
  spot: when(
    'Messages whose “parts” are of type “tool-…”.',
    (node) => isVercel(node) || has(node, 'messages', isVercel),
  ),
};

const isVercel = (node: JsonNode): boolean =>
  itemsOf(field(node, 'parts')).some((part) => /^(?:tool-|dynamic-tool|step-start)/.test(type(part)));

export const LETTA: UnreadFormat = {
  id: 'letta',
  name: 'Letta messages',
  cure: CHAT_CURE,
  spot: when('Messages with “message_type”.', (node) => isLetta(node) || has(node, 'messages', isLetta)),
};

const isLetta = (node: JsonNode): boolean =>
  /^(?:reasoning|tool_call|tool_return|assistant|user|system)_message$/.test(
    textField(node, 'message_type') ?? '',
  );

export const AUTOGEN: UnreadFormat = {
  id: 'autogen-json',
  name: 'AutoGen events',
  cure: CHAT_CURE,
  spot: when(
    'Events of type “ToolCallRequestEvent”.',
    (node) => isAutogen(node) || has(node, 'messages', isAutogen),
  ),
};

const isAutogen = (node: JsonNode): boolean => /^ToolCall(?:Request|Execution)Event$/.test(type(node));

export const SMOLAGENTS: UnreadFormat = {
  id: 'smolagents',
  name: 'smolagents steps',
  cure: CHAT_CURE,
  spot: when(
    'Steps with “step_number” and “model_output”.',
    (node) => isSmol(node) || has(node, 'steps', isSmol),
  ),
};

const isSmol = (node: JsonNode): boolean =>
  hasField(node, 'step_number') && field(node, 'model_output') !== undefined;

export const TOOLBENCH: UnreadFormat = {
  id: 'toolbench',
  name: 'ToolBench tree',
  cure: CHAT_CURE,
  spot: when(
    'A tree with “node_type”, or “answer_generation”.',
    (node) =>
      hasField(node, 'node_type') ||
      hasField(fieldAt(node, 'tree', 'tree'), 'node_type') ||
      hasField(node, 'answer_generation'),
  ),
};

export const AGENTBENCH: UnreadFormat = {
  id: 'agentbench',
  name: 'AgentBench runs',
  cure: CHAT_CURE,
  spot: when('Runs whose “output.history” has the role “agent”.', (node) =>
    itemsOf(fieldAt(node, 'output', 'history')).some((entry) => textField(entry, 'role') === 'agent'),
  ),
};
