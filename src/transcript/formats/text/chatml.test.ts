import { describe, expect, test } from 'vitest';
import { inShort, readAsText } from './read-as.ts';

const turn = (role: string, text: string) => `<|im_start|>${role}\n${text}<|im_end|>\n`;
const called = (json: string) => `<tool_call>\n${json}\n</tool_call>`;
const said = (text: string) => `<tool_response>\n${text}\n</tool_response>`;
const F = '{"name": "f", "arguments": {"a": 1}}';

describe('ChatML', () => {
  test('several calls and results in a turn, paired in order; results in a role of their own', () => {
    expect(
      inShort(readAsText(turn('assistant', called(F) + called(F)) + turn('user', said('1') + said('2')))),
    ).toEqual(['A > f {"a":1} > f {"a":1}', 'T(0.0) 1', 'T(0.1) 2']);
    expect(inShort(readAsText(turn('assistant', called(F)) + turn('tool', '3')))).toEqual([
      'A > f {"a":1}',
      'T(0.0) 3',
    ]);
  });
  test('words beside results are the user’s, in their place', () => {
    const log = (body: string) =>
      inShort(readAsText(turn('assistant', called(F)) + turn('user', body))).slice(1);
    expect(log(`${said('1')}\nGo on.`)).toEqual(['T(0.0) 1', 'U Go on.']);
    expect(log(`Here:\n${said('1')}`)).toEqual(['U Here:', 'T(0.0) 1']);
  });
  test('tags in the schema of the prompt and in a thought are no calls', () => {
    const read = readAsText(
      turn('system', `Answer in ${called('{"name": <name>}')}`) +
        turn('assistant', `<think>\nperhaps ${called(F)}\n</think>\nNo call.`),
    );
    expect(read?.turns.map(({ calls }) => calls.length)).toEqual([0, 0]);
    expect(read?.turns[1]).toMatchObject({
      text: 'No call.',
      reasoning: expect.stringContaining('perhaps') as string,
    });
  });
  test('a thought whose opening tag the template wrote', () => {
    expect(readAsText(turn('assistant', 'hm\n</think>\nYes.'))?.turns[0]).toMatchObject({
      text: 'Yes.',
      reasoning: 'hm',
    });
  });
  test('calls with parameters in tags', () => {
    expect(
      inShort(
        readAsText(
          turn(
            'assistant',
            called(
              '<function=write>\n<parameter=path>\na.txt\n</parameter>\n<parameter=n>\n3\n</parameter>\n</function>',
            ),
          ),
        ),
      ),
    ).toEqual(['A > write {"path":"a.txt","n":"3"}']);
  });
  test('a call that does not parse keeps its name and its text; Python spelling is read', () => {
    expect(inShort(readAsText(turn('assistant', called('{"name": "f", "arguments": {"a": '))))).toEqual([
      'A > f ?{"a":',
    ]);
    expect(inShort(readAsText(turn('assistant', called("{'name': 'f', 'arguments': {'a': None}}"))))).toEqual(
      ['A > f {"a":null}'],
    );
  });
  test('a last turn without its end, a header without a turn', () => {
    expect(inShort(readAsText(`${turn('user', 'Hi')}<|im_start|>assistant\n<tool_call>\n${F}`))).toEqual([
      'U Hi',
      'A > f {"a":1}',
    ]);
    const read = readAsText(`${turn('user', 'Hi')}<|im_start|>assistant\n`);
    expect(inShort(read)).toEqual(['U Hi']);
    expect(read?.skipped.map(({ what }) => what)).toContain('open header of the next reply');
  });
  test('many turns without an end are read, and soon', () => {
    expect(readAsText('<|im_start|>assistant\n<tool_call>x'.repeat(3_000))?.turns).toHaveLength(3_000);
    expect(readAsText(`<|im_start|>assistant\n${'<tool_call>'.repeat(3_000)}`)?.turns).toHaveLength(1);
  });
});
