import { detectAnthropicMessages } from './anthropic-messages.ts';
import { detectClaudeCode } from './claude-code.ts';
import type { JsonFormat, TextFormat } from './format.ts';
import { detectGemini } from './gemini-contents.ts';
import { detectLangchainJson } from './langchain-json.ts';
import { detectOpenaiChat } from './openai-chat.ts';
import { detectOpenaiResponses } from './openai-responses.ts';
import { detectSharegpt } from './sharegpt.ts';
import { CHATML } from './text/chatml.ts';
import { LANGCHAIN_REPR } from './text/langchain-repr.ts';
import { onPlainText } from './text/on-plain-text.ts';
import { REACT_TEXT } from './text/react-text.ts';
import { ROLE_TEXT } from './text/role-text.ts';
import { detectSweAgent } from './swe-agent.ts';
import {
  AGENTBENCH,
  ATIF,
  AUTOGEN,
  CODEX,
  INSPECT,
  LANGSMITH,
  LETTA,
  MINI_SWE_AGENT,
  OPENHANDS,
  SMOLAGENTS,
  TAU,
  TOOLBENCH,
  VERCEL,
  type UnreadFormat,
} from './unread-formats.ts';

/** JSON formats in the order in which they are looked for: those with the most specific fields first. */
export const JSON_FORMATS: readonly (JsonFormat | UnreadFormat)[] = [
  ATIF,
  MINI_SWE_AGENT,
  {
    id: 'swe-agent-traj',
    name: 'SWE-agent trajectory',
    seenIn: 'princeton-nlp/SWE-agent, trajectories/demonstrations/function_calling_simple.traj',
    detect: detectSweAgent,
  },
  CODEX,
  {
    id: 'claude-code-jsonl',
    name: 'Claude Code session',
    seenIn: 'daaain/claude-code-log, test/test_data/sidechain_integrated.jsonl',
    detect: detectClaudeCode,
  },
  OPENHANDS,
  INSPECT,
  TAU,
  {
    id: 'langchain-json',
    name: 'LangChain messages',
    seenIn: 'public files of several repositories',
    detect: detectLangchainJson,
  },
  LANGSMITH,
  {
    id: 'gemini-contents',
    name: 'Gemini contents',
    seenIn: 'public files of several repositories',
    detect: detectGemini,
  },
  VERCEL,
  LETTA,
  AUTOGEN,
  {
    id: 'openai-responses',
    name: 'OpenAI response items',
    seenIn: 'public files of several repositories',
    detect: detectOpenaiResponses,
  },
  AGENTBENCH,
  {
    id: 'sharegpt',
    name: 'ShareGPT conversations',
    seenIn: 'public files of several repositories',
    detect: detectSharegpt,
  },
  {
    id: 'anthropic-messages',
    name: 'Anthropic messages',
    seenIn: 'public files of several repositories',
    detect: detectAnthropicMessages,
  },
  {
    id: 'openai-chat',
    name: 'OpenAI chat messages',
    seenIn: 'sierra-research/tau-bench and SWE-agent/mini-swe-agent, example trajectories',
    detect: detectOpenaiChat,
  },
  TOOLBENCH,
  SMOLAGENTS,
];

/** Text formats, the most distinct first. */
export const TEXT_FORMATS: readonly TextFormat[] = [CHATML, LANGCHAIN_REPR, REACT_TEXT, ROLE_TEXT].map(
  onPlainText,
);
