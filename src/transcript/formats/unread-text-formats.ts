/** A text format that is known by its marks and not read. */
export interface UnreadTextFormat {
  readonly id: string;
  readonly name: string;
  readonly cure: string;
  readonly why: string;
  readonly mark: RegExp;
}

const CHAT_CURE =
  'Export the run as chat messages (a list with “role”, “content” and “tool_calls”) and paste that.';

/** Looked for at the beginnings of lines, before the text formats that are read. */
export const UNREAD_TEXT_FORMATS: readonly UnreadTextFormat[] = [
  {
    id: 'llama3-headers',
    name: 'Llama 3 prompt text',
    cure: CHAT_CURE,
    why: 'Turns open with “<|start_header_id|>”.',
    mark: /<\|start_header_id\|>\s*assistant/,
  },
  {
    id: 'ag2-console',
    name: 'AutoGen 0.2 or AG2 console print',
    cure: CHAT_CURE,
    why: 'Boxes that say “Suggested tool call”.',
    mark: /^\*{3,} Suggested (?:tool|function) call/m,
  },
  {
    id: 'crewai',
    name: 'CrewAI print',
    cure: CHAT_CURE,
    why: 'Lines that CrewAI prints around an agent’s steps.',
    mark: /Entering new CrewAgentExecutor chain|^# Agent: .{1,80}\r?\n## (?:Task|Thought|Using tool)/m,
  },
  {
    id: 'cline-markdown',
    name: 'Cline or Roo task export',
    cure: 'Paste the saved history of the task (a list of messages with blocks) instead of the Markdown export.',
    why: 'Results that open with “[tool for …] Result:”.',
    mark: /^\[\w{1,40} for .{1,300}\] Result:/m,
  },
  {
    id: 'aider',
    name: 'aider chat history',
    cure: 'This history holds almost no tool calls with results; paste a log that does.',
    why: 'The heading “aider chat started at”.',
    mark: /^# aider chat started at /m,
  },
];
