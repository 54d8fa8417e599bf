import { describe, expect, test } from 'vitest';
import { inShort, readAsText } from './read-as.ts';

const turns = (...lines: readonly string[]) => inShort(readAsText(lines.join('\n')));

describe('plain text with headings', () => {
  test('code, a fence, JSON or tags hold the call; else the whole reply is one', () => {
    const log = (...said: readonly string[]) => turns('User: go', ...said, 'Tool: ok').slice(1);
    expect(log("Assistant: read(path='a', n=3)")).toEqual(['A > read {"path":"a","n":3}', 'T(1.0) ok']);
    expect(log('Assistant: I look.', "read('a')")).toEqual(['A I look. > read ["a"]', 'T(1.0) ok']);
    expect(log('Assistant: I look.', '```bash', 'cat a', 'cat b', '```')).toEqual([
      'A I look. > - cat a\ncat b',
      'T(1.0) ok',
    ]);
    expect(log('Assistant: {"name": "read", "arguments": {"path": "a"}}')).toEqual([
      'A > read {"path":"a"}',
      'T(1.0) ok',
    ]);
    expect(log('Assistant: <tool_call>{"name": "read", "arguments": {}}</tool_call>')).toEqual([
      'A > read {}',
      'T(1.0) ok',
    ]);
    expect(log('Assistant: cat a | head')).toEqual(['A > - cat a | head', 'T(1.0) ok']);
  });
  test('a reply that no result follows holds no call', () => {
    expect(turns('User: hi', "Assistant: I would use read('a')")).toEqual([
      'U hi',
      "A I would use read('a')",
    ]);
  });
  test('headings of Markdown, in bold, in brackets, with a name; calls under a heading of their own', () => {
    expect(
      turns(
        '### System',
        'Be brief.',
        '### User',
        'Sum?',
        '### Assistant',
        'I add.',
        '### Tool call',
        'add {"n": [1, 2]}',
        '### Tool result (add)',
        '3',
      ),
    ).toEqual(['S Be brief.', 'U Sum?', 'A I add. > add {"n":[1,2]}', 'T(2.0) 3']);
    expect(
      turns(
        '**User:** hi',
        '**Tool call (f):** {"a": 1}',
        '**Tool (f):** Error: no',
        '**Assistant:** Sorry.',
      ),
    ).toEqual(['U hi', 'A > f {"a":1}', 'T(1.0) Error: no', 'A Sorry.']);
    expect(turns('[user]', 'hi', '[assistant]', 'yes')).toEqual(['U hi', 'A yes']);
  });
  test('small letters count only where no heading has a capital', () => {
    expect(turns('user: hi', 'assistant: f()', 'tool: ok')).toEqual(['U hi', 'A > f {}', 'T(1.0) ok']);
    expect(turns('User: hi', 'Assistant: f()', 'Tool: a list', 'user: root', 'Assistant: ok')).toEqual([
      'U hi',
      'A > f {}',
      'T(1.0) a list\nuser: root',
      'A ok',
    ]);
  });
  test.each(['User: only', 'Useragent: x\nTooling: y', 'id,error\n1,none'])('%j has no reply', (text) => {
    expect(readAsText(text)).toBeNull();
  });
});
