import { describe, expect, it } from 'vitest';
import type { PastedTranscript } from './normal-form.ts';
import { readPaste, type PasteChoice } from './read-paste.ts';

function read(paste: unknown, choice: PasteChoice = {}): PastedTranscript {
  const result = readPaste(typeof paste === 'string' ? paste : JSON.stringify(paste), choice);
  if (result.kind === 'not-read') throw new Error(`${result.fault.kind}: ${result.fault.happened}`);
  return result.transcript;
}
const faultOf = (paste: unknown): unknown => {
  const result = readPaste(typeof paste === 'string' ? paste : JSON.stringify(paste));
  return result.kind === 'not-read' ? result.fault : result.transcript.format;
};
const lines = (records: readonly unknown[]): string =>
  records.map((record) => JSON.stringify(record)).join('\n');
const roles = ({ turns }: PastedTranscript): string => turns.map(({ role }) => role.charAt(0)).join('');
/** "turn.ordinal how" of each result. */
const answers = ({ turns }: PastedTranscript): (string | null)[] =>
  turns
    .filter(({ role }) => role === 'tool')
    .map(({ answers: a }) => (a === null ? null : `${a.turn}.${a.ordinal} ${a.how}`));

const user = { role: 'user', content: 'Go.' };
const call = (id: string | undefined, name: string, args: unknown = '{}'): unknown => ({
  id,
  type: 'function',
  function: { name, arguments: args },
});
const says = (...calls: unknown[]): unknown => ({ role: 'assistant', content: null, tool_calls: calls });
const result = (id: string | undefined, content: string, name?: string): unknown => ({
  role: 'tool',
  tool_call_id: id,
  content,
  name,
});

describe('results and calls', () => {
  it('are paired by id in any order, and ids may be used again', () => {
    const log = [user, says(call('a', 'f'), call('b', 'g')), result('b', '2'), result('a', '1')];
    expect(answers(read(log))).toEqual(['1.1 id', '1.0 id']);
    const again = [...log, says(call('a', 'f')), result('a', '3')];
    expect(answers(read(again))).toEqual(['1.1 id', '1.0 id', '4.0 id']);
  });

  it('are paired by name, then by order, where ids are missing', () => {
    const calls = says(call(undefined, 'f'), call(undefined, 'g'));
    expect(answers(read([user, calls, result(undefined, '2', 'g'), result(undefined, '1', 'f')]))).toEqual([
      '1.1 name',
      '1.0 name',
    ]);
    expect(answers(read([user, calls, result(undefined, '1'), result(undefined, '2')]))).toEqual([
      '1.0 order',
      '1.1 order',
    ]);
  });

  it('stay where the other is missing, with a warning', () => {
    const log = read([
      user,
      says(call('a', 'f')),
      result('a', '1'),
      result('a', '1 again'),
      says(call('c', 'f')),
    ]);
    expect(answers(log)).toEqual(['1.0 id', null]);
    expect(log.warnings.map(({ code }) => code)).toEqual(['result-without-call', 'call-without-result']);
    expect(answers(read([result('lost', 'x'), user, says(call('a', 'f')), result('a', '1')]))[0]).toBeNull();
  });
});

describe('chat messages', () => {
  it('hold arguments as text, as an object, or broken', () => {
    const calls = [
      call('a', 'f', '{"x":1,"y":2}'),
      call('b', 'f', { y: 2, x: 1 }),
      call('c', 'f', '{"x":1,'),
    ];
    const [text, object, broken] = read([user, says(...calls)]).turns[1]?.calls ?? [];
    expect(text?.key).toBe(object?.key);
    expect(object).toMatchObject({ args: { x: 1, y: 2 }, rawArgs: '{"y":2,"x":1}' });
    expect(broken).toMatchObject({ args: null, rawArgs: '{"x":1,' });
    expect(broken?.key).not.toBe(text?.key);
  });

  it('are read once from logs in which the list grows, with the last answer', () => {
    const list = [
      user,
      says(call('a', 'f')),
      result('a', 'Error: no'),
      { role: 'assistant', content: 'Oh.' },
      user,
    ];
    const requests = [2, 3, 5].map((count) => ({
      request: { messages: list.slice(0, count) },
      response: { choices: [{ message: { role: 'assistant', content: 'Done.' } }] },
    }));
    const log = read(lines(requests));
    expect(roles(log)).toBe('uataua');
    expect(log.runs).toHaveLength(1);
    expect(log.skipped.filter(({ what }) => what === 'the same messages again')).toHaveLength(2);
  });

  it('are never looked for inside a stored response', () => {
    const extra = { response: { messages: [user, user, user, user] } };
    expect(roles(read({ run: { log: [user, { ...(says(call('a', 'f')) as object), extra }] }, extra }))).toBe(
      'ua',
    );
  });

  it('may be one a line, between other lines, or in Python spelling', () => {
    const log = lines([user, says(call('a', 'f')), result('a', 'ok')]);
    expect(roles(read(`${log}\nINFO done\n`))).toBe('uat');
    const half = read(log.replaceAll('\n', '\nINFO one\nINFO two\n'));
    expect(roles(half)).toBe('uat');
    expect(half.warnings.map(({ code }) => code)).toContain('other-lines');
    expect(
      roles(
        read(
          "[{'role': 'user', 'content': \"it's\"}, {'role': 'assistant', 'content': None, 'tool_calls': None}]",
        ),
      ),
    ).toBe('ua');
    expect(roles(read(JSON.stringify(JSON.stringify([user, says(call('a', 'f'))]))))).toBe('ua');
    expect(roles(read(log.replaceAll(/^/gm, 'data: ')))).toBe('uat');
  });

  it('lose pictures, which stay counted', () => {
    const data = 'aB3+'.repeat(1000);
    const picture = { type: 'image_url', image_url: { url: `data:image/png;base64,${data}` } };
    const log = read([
      { role: 'user', content: [{ type: 'text', text: 'See.' }, picture] },
      says(call('a', 'f')),
    ]);
    expect(log.turns[0]?.text).toBe('See.\n[image left out]');
    expect(log.skipped.filter(({ what }) => what === 'base64')).toHaveLength(1);
  });

  it('without an assistant, or without a call, are said to be so', () => {
    expect(faultOf([user, user])).toMatchObject({ kind: 'not-a-transcript', offer: { turns: [{}, {}] } });
    const log = read([user, { role: 'assistant', content: 'Hello.' }]);
    expect(log.warnings.map(({ code }) => code)).toContain('no-call-with-result');
  });

  it('come in several runs: the first with a failed call is taken, any other on demand', () => {
    const run = (id: string, said: string): unknown => ({
      task_id: id,
      messages: [user, says(call('a', 'f')), result('a', said)],
    });
    const paste = [run('one', 'ok'), run('two', 'Error: no'), run('three', 'Error: no')];
    const hasFailedCall = ({ turns }: PastedTranscript): boolean =>
      turns.some(({ text }) => text.startsWith('Error'));
    const log = read(paste, { hasFailedCall });
    expect([log.run, log.runs.map(({ label }) => label.slice(0, 10))]).toEqual([
      1,
      ['Run 1: one', 'Run 2: two', 'Run 3: thr'],
    ]);
    expect(read(paste, { run: 2, hasFailedCall }).run).toBe(2);
    expect(read(paste).run).toBe(0);
  });
});

describe('Claude Code sessions', () => {
  const record = (
    type: 'user' | 'assistant',
    uuid: string,
    parentUuid: string | null,
    content: unknown,
    more = {},
  ): unknown => ({
    type,
    uuid,
    parentUuid,
    sessionId: 's',
    message: { role: type, content, ...(type === 'assistant' ? { id: `m-${uuid.charAt(0)}` } : {}) },
    ...more,
  });
  const use = (id: string): unknown => ({ type: 'tool_use', id, name: 'Bash', input: { command: 'ls' } });
  const back = (id: string, content: string, more = {}): unknown => ({
    type: 'tool_result',
    tool_use_id: id,
    content,
    ...more,
  });

  it('keep both results of a parallel batch, and the prompt after an answer that was broken off', () => {
    const log = read(
      lines([
        record('user', 'p0', null, 'First.'),
        record('assistant', 'a1', 'p0', [{ type: 'text', text: 'Left.' }]),
        record('user', 'p1', 'p0', 'Anew.'),
        record('assistant', 'b1', 'p1', [use('t1')]),
        record('assistant', 'b2', 'b1', [use('t2')]),
        record('user', 'r1', 'b1', [back('t1', 'no', { is_error: true })]),
        record('user', 'r2', 'b2', [
          back('t2', "The user doesn't want to proceed with this tool use.", { is_error: true }),
        ]),
        record('assistant', 'c1', 'r2', [{ type: 'text', text: 'Done.' }]),
      ]),
    );
    expect(roles(log)).toBe('uauatta');
    expect(log.turns.map(({ text }) => text).slice(0, 3)).toEqual(['First.', 'Left.', 'Anew.']);
    expect(answers(log)).toEqual(['3.0 id', '3.1 id']);
    expect(log.turns.filter(({ role }) => role === 'tool').map(({ flag }) => flag?.denied)).toEqual([
      false,
      true,
    ]);
  });

  it('leave out the branch before a prompt that was asked anew at the same place', () => {
    const log = read(
      lines([
        record('user', 'p0', null, 'First.'),
        record('assistant', 'a1', 'p0', [{ type: 'text', text: 'Yes?' }]),
        record('user', 'p1', 'a1', 'Wrong.'),
        record('assistant', 'b1', 'p1', [use('t1')]),
        record('user', 'p2', 'a1', 'Right.'),
        record('assistant', 'c1', 'p2', [use('t2')]),
      ]),
    );
    expect(log.turns.map(({ text }) => text)).toEqual(['First.', 'Yes?', 'Right.', '']);
    expect(log.skipped.some(({ what }) => what === 'a branch that was left')).toBe(true);
  });

  it('list side threads as runs of their own, and read raw line breaks in strings', () => {
    const side = { isSidechain: true, agentId: 'x1' };
    const text = lines([
      record('user', 'p0', null, 'Main.'),
      record('assistant', 's1', null, [use('t9')], side),
      record('assistant', 'a1', 'p0', [{ type: 'text', text: 'one two' }]),
    ]).replace('one two', 'one\ntwo');
    expect(roles(read(text))).toBe('ua');
    expect(read(text).turns[1]?.text).toBe('one\ntwo');
    expect(read(text).runs.map(({ label }) => label)).toEqual([
      'Session s (2 records)',
      'Side thread x1 (1 record)',
    ]);
    expect(read(text, { run: 1 }).turns[0]?.calls[0]?.id).toBe('t9');
  });

  it('are read from the printed stream, whose last record is no turn', () => {
    const log = read(
      lines([
        { type: 'system', subtype: 'init', session_id: 's' },
        { type: 'assistant', session_id: 's', message: { role: 'assistant', id: 'm', content: [use('t1')] } },
        {
          type: 'user',
          session_id: 's',
          message: { role: 'user', content: [back('t1', 'x', { is_error: null })] },
        },
        { type: 'result', session_id: 's', is_error: true, result: 'x' },
      ]),
    );
    expect(roles(log)).toBe('at');
    expect(log.turns[1]?.flag?.isError).toBeNull();
  });
});

describe('other formats', () => {
  it('response items: custom tools, exchanges, and missing earlier turns', () => {
    const log = read({
      previous_response_id: 'resp_0',
      instructions: 'Be brief.',
      input: [{ role: 'user', content: 'Go.' }],
      output: [
        { type: 'reasoning', summary: [{ type: 'summary_text', text: 'Hm.' }] },
        { type: 'custom_tool_call', id: 'ctc_1', call_id: 'c1', name: 'patch', input: '*** Begin' },
        { type: 'custom_tool_call_output', call_id: 'c1', output: [{ type: 'output_text', text: 'no' }] },
      ],
    });
    expect(roles(log)).toBe('suat');
    expect(log.turns[2]).toMatchObject({
      reasoning: 'Hm.',
      calls: [{ name: 'patch', text: '*** Begin', args: null }],
    });
    expect(answers(log)).toEqual(['2.0 id']);
    expect(log.warnings[0]?.code).toBe('earlier-turns-missing');
  });

  it('LangChain: plain messages, stored messages, calls that do not parse', () => {
    const ai = {
      type: 'ai',
      content: '',
      tool_calls: [],
      invalid_tool_calls: [{ name: 'f', args: '{"x":', id: 'a' }],
    };
    const tool = { type: 'tool', content: 'Error: f', tool_call_id: 'a', status: 'success' };
    const plain = read([{ type: 'human', content: 'Go.' }, ai, tool]);
    expect(roles(plain)).toBe('uat');
    expect(plain.turns[1]?.calls).toMatchObject([{ name: 'f', args: null, rawArgs: '{"x":' }]);
    expect(plain.turns[2]?.flag?.isError).toBe(false);
    expect(
      roles(
        read([
          { type: 'human', data: { content: 'Go.' } },
          { type: 'ai', data: { content: 'Hi.' } },
        ]),
      ),
    ).toBe('ua');
  });

  it('Gemini: the other spelling, ids, and chunks of a stream', () => {
    const chunk = (parts: unknown[]): unknown => ({ candidates: [{ content: { role: 'model', parts } }] });
    const log = read([
      chunk([{ text: 'Let me ' }]),
      chunk([{ text: 'see.' }, { function_call: { name: 'f', args: { x: 1 } } }]),
    ]);
    expect(roles(log)).toBe('a');
    expect(log.turns[0]).toMatchObject({ text: 'Let me see.', calls: [{ name: 'f', args: { x: 1 } }] });
    const found = { functionResponse: { name: 'f', response: { error: null, output: 3 } } };
    const plain = read({
      contents: [
        { role: 'model', parts: [{ functionCall: { name: 'f' } }] },
        { role: 'function', parts: [found] },
      ],
    });
    expect(plain.turns[1]).toMatchObject({ flag: null, answers: { turn: 0, how: 'name' } });
  });

  it('ShareGPT: calls in tags and free text, several conversations', () => {
    const said = (from: string, value: string): unknown => ({ from, value });
    const tagged = 'Now. <tool_call>{"name":"f","arguments":{"x":1}}</tool_call>';
    const one = [
      said('human', 'Go.'),
      said('gpt', tagged),
      said('tool', 'no'),
      said('function_call', 'print(1)'),
    ];
    const log = read([{ conversations: one }, { conversations: one.slice(0, 2) }]);
    expect(log.runs).toHaveLength(2);
    expect(log.turns[1]).toMatchObject({ text: 'Now.', calls: [{ name: 'f', args: { x: 1 } }] });
    expect(log.turns[3]?.calls).toMatchObject([{ name: null, text: 'print(1)' }]);
  });

  it('SWE-agent: steps alone, demonstrations, replies without an action', () => {
    const step = { action: 'ls', observation: 'a.py', thought: 'Look.', response: 'Look.\n```\nls\n```' };
    expect(roles(read({ trajectory: [step, { ...step, action: '' }] }))).toBe('atau');
    const entry = (role: string, content: string, more = {}): unknown => ({ role, content, ...more });
    const log = read({
      trajectory: [step],
      history: [
        entry('user', 'demo', { is_demo: true }),
        entry('user', 'Task.'),
        entry('assistant', 'No action.', { action: '' }),
        entry('user', 'Your reply had no action.'),
        entry('assistant', 'Look.\n```\nls\n```', { action: 'ls' }),
        entry('user', 'a.py'),
      ],
    });
    expect(roles(log)).toBe('uauat');
    expect(log.turns[3]).toMatchObject({ text: 'Look.', calls: [{ name: 'ls', text: 'ls' }] });
  });
});

describe('what is not read', () => {
  it('is named, with what to do', () => {
    const atif = faultOf({ schema_version: 'ATIF-v1.2', steps: [] });
    expect(atif).toMatchObject({
      kind: 'format-not-read',
      happened: expect.stringMatching(/ATIF/) as string,
    });
    expect(faultOf({ eval: {}, samples: [{ messages: [user] }] })).toMatchObject({ kind: 'format-not-read' });
    expect(faultOf([{ task_id: 1, reward: 0, traj: [user, says(call('a', 'f'))] }])).toMatchObject({
      kind: 'format-not-read',
      cure: expect.stringMatching(/traj/) as string,
    });
    expect(faultOf('<|start_header_id|>assistant<|end_header_id|>\n\nHi')).toMatchObject({
      kind: 'format-not-read',
    });
    expect(faultOf('<!DOCTYPE html><p>')).toMatchObject({ kind: 'html-page' });
    expect(faultOf('PK\u0003\u0004rest')).toMatchObject({ kind: 'zip' });
    expect(
      faultOf('[{"role":"user","content":"x"},{"role":"assistant","content":"y"},... [+9 chars cut]'),
    ).toMatchObject({
      kind: 'broken-json',
      offer: { turns: [{}, {}] },
    });
  });
});
