import { describe, expect, test } from 'vitest';
import { inShort, readAsText } from './read-as.ts';

const turns = (...lines: readonly string[]) => inShort(readAsText(lines.join('\n')));
const LECTURE = [
  'Answer as best you can. You have these tools: search(words)',
  '',
  'Question: the input question you must answer',
  'Thought: you should always think about what to do',
  'Action: the action to take, should be one of [search]',
  'Action Input: the input to the action',
  'Observation: the result of the action',
  '... (this can repeat N times)',
  'Thought: I now know the final answer',
  'Final Answer: the final answer to the original input question',
  '',
  'Begin!',
  '',
];

describe('ReAct logs', () => {
  test('labels in bold, with numbers, indented', () => {
    expect(
      turns(
        '  **Question:** How many lamps?',
        '  **Thought 1:** Count them.',
        '  **Action 1:** count',
        '  **Action Input 1:** {"what": "lamps"}',
        '  **Observation 1:** 12',
        '  **Final Answer:** Twelve.',
      ),
    ).toEqual(['U How many lamps?', 'A Count them. > count {"what":"lamps"}', 'T(1.0) 12', 'A Twelve.']);
  });
  test('labels in small letters count where there are no others', () => {
    expect(turns('action: count', 'action input: lamps', 'observation: 12')).toEqual([
      'A > count "lamps"',
      'T(0.0) 12',
    ]);
    expect(
      turns('Action: show', 'Action Input: rule 4', 'Observation: id: 4', 'action: drop', 'Thought: I see.'),
    ).toEqual(['A > show "rule 4"', 'T(0.0) id: 4\naction: drop', 'A I see.']);
  });
  test('the explanation of the form is no turn', () => {
    const read = readAsText(
      [...LECTURE, 'Question: lamps?', 'Action: search', 'Action Input: x', 'Observation: 1'].join('\n'),
    );
    expect(inShort(read)).toEqual(['U lamps?', 'A > search "x"', 'T(1.0) 1']);
    expect(read?.unread).toEqual([]);
    expect(readAsText(LECTURE.join('\n'))).toBeNull();
  });
  test('inside a result it is what the harness said', () => {
    const [, complaint, again] = turns(
      'Action: serch',
      'Action Input: x',
      'Observation: Error: unknown action. Use this form:',
      'Thought: what you think',
      'Action: the action to take, should be one of [search]',
      'Action Input: the input',
      'Thought: I see.',
      'Action: search',
      'Action Input: x',
      'Observation: 1',
    );
    expect(complaint).toMatch(/^T\(0\.0\) Error[^]*the input$/);
    expect(again).toBe('A I see. > search "x"');
  });
  test('Python, code of many lines, a fence with a blob, brackets', () => {
    expect(turns('Action: f', "Action Input: {'a': None, 'b': [1, True]}", 'Observation: x')[0]).toBe(
      'A > f {"a":null,"b":[1,true]}',
    );
    expect(
      turns('Action: python', 'Action Input:', '```python', 'a = 1', 'print(a)', '```', 'Observation: 1')[0],
    ).toBe('A > python "a = 1\\nprint(a)"');
    expect(
      turns('Action:', '```json', '{"action": "f", "action_input": {"n": 3}}', '```', 'Observation: x'),
    ).toEqual(['A > f {"n":3}', 'T(0.0) x']);
    expect(turns('Thought: t', 'Action: Search[Apple Remote]', 'Observation: x')[0]).toBe(
      'A t > Search "Apple Remote"',
    );
    expect(turns('Action: f(n=3)', 'Observation: x')[0]).toBe('A > f {"n":3}');
    expect(
      turns(
        'Action: f',
        'Action Input: 1',
        'Observation: x',
        'Action:',
        '{"action": "Final Answer", "action_input": "Done."}',
      ),
    ).toEqual(['A > f "1"', 'T(0.0) x', 'A Done.']);
  });
  test('arguments that do not parse stay as they stand', () => {
    const [said] = readAsText('Action: f\nAction Input: {"a": 1\nObservation: Error: bad JSON')?.turns ?? [];
    expect(said?.calls[0]).toMatchObject({ name: 'f', args: null, rawArgs: '{"a": 1' });
  });
  test('a thought glued to the end of a result', () => {
    expect(
      turns(
        'Action: f',
        'Action Input: 1',
        'Observation: fineThought: go on',
        'Action: g',
        'Action Input: 2',
        'Observation: y',
      ),
    ).toEqual(['A > f "1"', 'T(0.0) fine', 'A go on > g "2"', 'T(2.0) y']);
  });
  test('a label printed twice is one result, two results are two', () => {
    expect(turns('Action: f', 'Action Input: 1', 'Observation:', 'Observation: 243')).toEqual([
      'A > f "1"',
      'T(0.0) 243',
    ]);
    const read = readAsText('Action: f\nAction Input: 1\nObservation: made up\nObservation: real');
    expect(inShort(read)).toEqual(['A > f "1"', 'T(0.0) made up', 'T real']);
    expect(read?.warnings.map(({ code }) => code)).toEqual(['result-without-call']);
  });
  test('two actions before one result: the first is answered', () => {
    expect(turns('Action: f', 'Action Input: 1', 'Action: g', 'Action Input: 2', 'Observation: x')).toEqual([
      'A > f "1" > g "2"',
      'T(0.0) x',
    ]);
  });
  test('a complaint of the parser answers the reply', () => {
    expect(
      turns(
        'Thought: hm',
        "Observation: Invalid Format: Missing 'Action:'",
        'Thought: ok',
        'Action: f',
        'Action Input: 1',
        'Observation: x',
      ),
    ).toEqual(['A hm', "T Invalid Format: Missing 'Action:'", 'A ok > f "1"', 'T(2.0) x']);
  });
  test('results without a label: parted by the end of the input, by colour, by the line', () => {
    const green = '\u001b[32;1m\u001b[1;3m';
    const blue = '\u001b[36;1m\u001b[1;3m';
    const read = readAsText(
      [
        '> Entering new AgentExecutor chain...',
        `${green} I should search.`,
        `Action: search`,
        `Action Input: Hull\u001b[0m${blue}a town${green}Thought: and now`,
        `Action: count`,
        `Action Input: {"n": 1}\u001b[0m${blue}Error: no${green}Thought: enough`,
        `Final Answer: one\u001b[0m`,
        '',
        '> Finished chain.',
      ].join('\n'),
    );
    expect(inShort(read)).toEqual([
      'A I should search. > search "Hull"',
      'T(0.0) a town',
      'A and now > count {"n":1}',
      'T(2.0) Error: no',
      'A enough\none',
    ]);
    expect(read?.warnings.map(({ code }) => code)).toEqual(['results-without-label']);
    expect(turns('Action: f', 'Action Input: lamps', 'twelve', 'Final Answer: 12')).toEqual([
      'A > f "lamps"',
      'T(0.0) twelve',
      'A 12',
    ]);
  });
  test('several chains are several runs; a chain inside a tool is none', () => {
    const chain = (words: string) => [
      '> Entering new AgentExecutor chain...',
      ` about ${words}`,
      'Action: math',
      `Action Input: ${words}`,
      '',
      '> Entering new LLMMathChain chain...',
      '2+2',
      'Action: none',
      '> Finished chain.',
      'Observation: 4',
      'Final Answer: four',
      '> Finished chain.',
      '',
    ];
    const pasted = [...chain('one'), ...chain('two')].join('\n');
    const second = readAsText(pasted, 1);
    expect(second?.runs).toHaveLength(2);
    expect(inShort(second)).toEqual(['A about two > math "two"', 'T(0.0) 4', 'A four']);
    expect(second?.skipped.map(({ what }) => what)).toContain('another run');
  });
  test('a log that breaks off inside its chain is read as far as it goes', () => {
    expect(
      turns(
        '> Entering new AgentExecutor chain...',
        'Thought: t',
        'Action: f',
        'Action Input: 1',
        'Observation: 2',
        'Thought: and',
      ),
    ).toEqual(['A t > f "1"', 'T(0.0) 2', 'A and']);
  });
  test.each(['The word Action: is in the midst', 'Action: only', 'a: 1\nb: 2'])(
    '%j is no such log',
    (text) => {
      expect(readAsText(text)).toBeNull();
    },
  );
});
