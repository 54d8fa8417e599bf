import { expect, it } from 'vitest';
import { userTurn, type WrittenTurn } from '../written-turn.ts';
import { chatMessages } from './openai-chat.ts';

const turn = (rest: Partial<WrittenTurn>): WrittenTurn => ({ ...userTurn(''), ...rest });
const call = { mark: '1.0', id: null, name: 'find', args: null, rawArgs: 'x', text: "Action: find(n='Ann')" };

it('a call that stood in the words of a reply stays there, with its labelled result', () => {
  const turns = [
    userTurn('Find Ann.'),
    turn({ role: 'assistant', text: 'Thought: now.', calls: [call] }),
    turn({ role: 'tool', text: 'no such tool', answers: '1.0', label: 'Observation: ' }),
  ];
  expect(chatMessages(turns, { withReasoning: true })).toEqual([
    { role: 'user', content: 'Find Ann.' },
    { role: 'assistant', content: "Thought: now.\nAction: find(n='Ann')" },
    { role: 'user', content: 'Observation: no such tool' },
  ]);
});

it('free text that has a result of its own is the input of a custom tool', () => {
  const turns = [
    turn({ role: 'assistant', calls: [call] }),
    turn({ role: 'tool', text: 'done', answers: '1.0' }),
  ];
  expect(chatMessages(turns, { withReasoning: true })).toMatchObject([
    { content: null, tool_calls: [{ id: 'call_1', type: 'custom', custom: { name: 'find' } }] },
    { role: 'tool', tool_call_id: 'call_1' },
  ]);
});
