import { cannot, written, type Writer } from './writer.ts';

/** `Question:`, `Thought:`, `Action:`, `Action Input:`, `Observation:`. */
export const writeReactText: Writer = ({ turns }) => {
  if (turns.some(({ role }) => role === 'system'))
    return cannot('Text in Thought, Action and Observation has no place for a system prompt.');
  const opening = turns.findIndex(({ role }) => role === 'assistant');
  if (opening === -1) return cannot('Without a step nothing is left that has the labels of this format.');
  if (turns.slice(opening).some(({ role }) => role === 'user'))
    return cannot('Text in Thought, Action and Observation has no place for a message between two steps.');
  const lines = turns.flatMap(({ role, text, calls }): readonly string[] => {
    if (role === 'tool') return [`Observation: ${text}`];
    if (role !== 'assistant') return [`Question: ${text}`];
    if (calls.length === 0) return [`Final Answer: ${text}`];
    return [
      ...(text === '' ? [] : [`Thought: ${text}`]),
      ...calls.flatMap(({ name, rawArgs, text: free }) =>
        free === null
          ? [`Action: ${name ?? ''}`, ...(rawArgs === '' ? [] : [`Action Input: ${rawArgs}`])]
          : [`Action: ${free}`],
      ),
    ];
  });
  return written(`${lines.join('\n')}\n`);
};
