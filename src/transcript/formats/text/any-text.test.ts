import fc from 'fast-check';
import { expect, test } from 'vitest';
import { failedCalls } from '../../failures/failed-calls.ts';
import { logStatistics } from '../../failures/log-statistics.ts';
import { readAsText } from './read-as.ts';

/** What logs are made of, in any order. */
const PIECES = [
  'Action: f',
  'Action Input: {"a": 1}',
  'Action Input: ',
  'Observation: Error: no',
  'Thought: hm',
  'Final Answer: x',
  'Question: q',
  'Action: the action to take, should be one of [f]',
  '> Entering new AgentExecutor chain...',
  '> Finished chain.',
  '<|im_start|>assistant',
  '<|im_start|>user',
  '<|im_end|>',
  '<tool_call>',
  '</tool_call>',
  '<tool_response>',
  '</tool_response>',
  '<think>',
  '</think>',
  '{"name": "f", "arguments": {}}',
  'User: hi',
  'Assistant: f(a=1)',
  'Tool: Exit code 1',
  '### Tool call',
  '**Tool (f):**',
  "AIMessage(content='",
  "', tool_calls=[{'name': 'f', 'args': {}, 'id': 'c'}])",
  "ToolMessage(content='Error: no', tool_call_id='c')",
  'AIMessage(',
  '\u001b[31m',
  '\u001b[0m',
  '[0m',
  '[09:14:07] ',
  'data: ',
  '# ',
  '```',
  '```json',
  '\n',
  '\n',
  '\n',
  '\r\n',
  '\r',
  ' ',
  '\uFEFF',
  '\u2028',
  '\u202e',
  '\u200b',
  '😀',
  '\ud800',
  '<img src=x onerror=alert(1)>',
  '</script>',
  "'",
  '"',
  '{',
  '}',
  '(',
  ')',
  '[',
  ']',
  '\\',
] as const;

/** `readAsText` itself throws when a character has two places or none. */
const isReadOrRefused = (pasted: string): void => {
  const read = readAsText(pasted);
  if (read === null) return;
  const failed = failedCalls(read);
  for (const { call, result } of failed) expect(call.turn).toBeLessThan(result);
  expect(logStatistics(read, failed).all.failures).toBeLessThanOrEqual(failed.length);
};

test('any text is read or refused, and each of its characters has one place', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...PIECES), { maxLength: 60 }), (pieces) => {
      isReadOrRefused(pieces.join(''));
    }),
    { numRuns: 300 },
  );
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...PIECES), { maxLength: 30 }), (lines) => {
      isReadOrRefused(lines.join('\n'));
    }),
    { numRuns: 300 },
  );
  fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 200 }), isReadOrRefused));
});

test('long runs of one thing end soon', () => {
  for (const piece of PIECES) isReadOrRefused(piece.repeat(2_000));
  isReadOrRefused(`Action: f\nAction Input: ${'x'.repeat(1_000_000)}\nObservation: Error: no`);
});

test('markup, directions and special tokens stay text', () => {
  const said = '<img src=x onerror=alert(1)> </script> \u202eabc\u200b <|endoftext|>';
  expect(readAsText(`User: ${said}\nAssistant: f()\nTool: ${said}`)?.turns.map(({ text }) => text)).toEqual([
    said,
    '',
    said,
  ]);
});
