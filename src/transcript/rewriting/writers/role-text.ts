import { written, type Writer } from './writer.ts';

const HEADS = { system: 'System', user: 'User', assistant: 'Assistant', tool: 'Tool' } as const;

/** The speaker at the head of a line; a call has a heading of its own. */
export const writeRoleText: Writer = ({ turns }) => {
  const sections = turns.flatMap(({ role, text, calls, name }): readonly string[] => {
    const head = `${HEADS[role]}${name === null ? '' : ` (${name})`}: ${text}`;
    if (role !== 'assistant') return [head];
    return [
      ...(text === '' && calls.length > 0 ? [] : [head]),
      ...calls.map((call) =>
        call.name === null
          ? `Tool call: ${call.text ?? call.rawArgs}`
          : `Tool call (${call.name}): ${call.rawArgs}`,
      ),
    ];
  });
  return written(`${sections.join('\n\n')}\n`);
};
