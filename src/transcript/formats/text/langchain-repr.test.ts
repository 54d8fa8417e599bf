import { describe, expect, test } from 'vitest';
import { failedCalls } from '../../failures/failed-calls.ts';
import { inShort, readAsText } from './read-as.ts';

const ai = (fields: string) => `AIMessage(content='', ${fields})`;

describe('messages as Python prints them', () => {
  test('all classes, one after the other or in a list', () => {
    const read = readAsText(
      "[SystemMessage(content='Be brief.'), HumanMessage(content='Sum?', id='h'),\n" +
        ` ${ai("tool_calls=[{'name': 'sum', 'args': {'n': [1, 2]}, 'id': 'c1', 'type': 'tool_call'}]")},\n` +
        " ToolMessage(content='3', name='sum', tool_call_id='c1'), AIMessage(content='Three.')]",
    );
    expect(read?.format).toBe('langchain-repr');
    expect(inShort(read)).toEqual(['S Be brief.', 'U Sum?', 'A > sum {"n":[1,2]}', 'T(2.0) 3', 'A Three.']);
  });
  test('the calls of the other fields, each once', () => {
    const legacy = `{'function_call': {'name': 'f', 'arguments': '{"a": 1}'}}`;
    const raw = `{'tool_calls': [{'id': 'x', 'function': {'name': 'f', 'arguments': '{"a": 1'}, 'type': 'function'}]}`;
    expect(inShort(readAsText(ai(`additional_kwargs=${legacy}`)))).toEqual(['A > f {"a":1}']);
    expect(inShort(readAsText(ai(`additional_kwargs=${raw}`)))).toEqual(['A > f ?{"a": 1']);
    expect(inShort(readAsText(ai(`invalid_tool_calls=[{'name': 'f', 'args': '{"a"', 'id': 'x'}]`)))).toEqual([
      'A > f ?{"a"',
    ]);
  });
  test('content of blocks', () => {
    const text =
      "AIMessage(content=[{'type': 'thinking', 'thinking': 'hm'}, {'type': 'text', 'text': 'Let me.'}, {'type': 'tool_use', 'id': 'x', 'name': 'f', 'input': {'a': None}}])";
    const read = readAsText(text);
    expect(inShort(read)).toEqual(['A Let me. > f {"a":null}']);
    expect(read?.turns[0]?.reasoning).toBe('hm');
  });
  test('a status is a flag; without one the wording is judged', () => {
    const log = (status: string) =>
      `${ai("tool_calls=[{'name': 'f', 'args': {}, 'id': 'c'}]")}\nToolMessage(content='Error: no', tool_call_id='c'${status})`;
    const marks = (status: string) => {
      const read = readAsText(log(status));
      return read === null ? [] : failedCalls(read).map(({ level, rule }) => `${level} ${rule}`);
    };
    expect(marks(", status='error'")).toEqual(['explicit status-error']);
    expect(marks('')).toEqual(['text error-prefix']);
    expect(marks(", status='success'")).toEqual(['text error-prefix']);
  });
  test('behind comment signs, with tuple keys, and a cut at the end', () => {
    const read = readAsText(
      [
        `(('sub:1',), {'agent': {'messages': [${ai("tool_calls=[{'name': 'f', 'args': {}, 'id': 'c'}]")}]}})`,
        '----',
        "{'tools': {'messages': [ToolMessage(content='ok', tool_call_id='c')]}}",
        "{'agent': {'messages': [AIMessage(content='cut of",
      ]
        .map((line) => `# ${line}`)
        .join('\n'),
    );
    expect(inShort(read)).toEqual(['A > f {}', 'T(0.0) ok']);
    expect(read?.unread.map(({ why }) => why)).toContain('A message that does not end.');
  });
  test('a list that is printed again and again is read once; streamed pieces are one turn', () => {
    const human = "HumanMessage(content='Hi', id='h1')";
    const reply = "AIMessage(content='Hello', id='a1')";
    expect(inShort(readAsText(`[${human}]\n[${human}, ${reply}]`))).toEqual(['U Hi', 'A Hello']);
    expect(
      inShort(readAsText("AIMessageChunk(content='Hel', id='r')\nAIMessageChunk(content='lo', id='r')")),
    ).toEqual(['A Hello']);
  });
  test('a message inside a text is text', () => {
    expect(inShort(readAsText(`AIMessage(content="he wrote AIMessage(content='x')")`))).toEqual([
      "A he wrote AIMessage(content='x')",
    ]);
  });
});
