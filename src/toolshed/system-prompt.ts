import { signatureOf, TOOLS, type Tool, type ToolName } from './tools.ts';

const ROLE =
  'You are the assistant of a small office. Do what a colleague asks for by calling tools, one after the other.';

const RULES = [
  'A reply is one tool call and nothing else.',
  "Arguments are named: tool(first='text', second=['a', 'b']).",
  'Dates are YYYY-MM-DD, times are HH:MM.',
  'Once all of it is done, reply finish().',
];

/** One tool as the model reads about it: signature, purpose, then a line for each parameter. */
function documentationOf(tool: Tool): string {
  return [
    `- ${signatureOf(tool)}`,
    `  ${tool.purpose}`,
    ...tool.parameters.map(({ name, description }) => `  ${name}: ${description}`),
  ].join('\n');
}

/**
 * What the agent is told once, the same for every task and without a fact of any world; ends with a line feed
 * (toolshed §5).
 */
export const SYSTEM_PROMPT = [
  ROLE,
  '',
  'Rules:',
  ...RULES.map((rule) => `- ${rule}`),
  '',
  'Tools:',
  ...TOOLS.map(documentationOf),
  '',
].join('\n');

/** Where SYSTEM_PROMPT documents that tool: [start, end) in UTF-16 units, without the last line feed. */
export function documentationRange(name: ToolName): [start: number, end: number] {
  const block = TOOLS.filter((tool) => tool.name === name)
    .map(documentationOf)
    .join();
  const start = SYSTEM_PROMPT.indexOf(block);
  return [start, start + block.length];
}
