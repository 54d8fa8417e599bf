import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { characterAccount } from './account.ts';
import { DEEPEST_JSON, readJson } from './json-reader.ts';
import { valueOf } from './json-node.ts';
import type { PastedTranscript, ReadPaste } from './normal-form.ts';
import { readPaste } from './read-paste.ts';

/** The transcript of a reading, or the one that its fault offers. */
const transcriptOf = (read: ReadPaste): PastedTranscript | null =>
  read.kind === 'transcript' ? read.transcript : read.fault.offer;

/** Reads and checks what holds of any paste. */
function check(pasted: string): PastedTranscript | null {
  const read = readPaste(pasted);
  if (read.kind === 'not-read') {
    for (const part of [read.fault.happened, read.fault.stillWorks, read.fault.cure])
      expect(part).not.toBe('');
  }
  const transcript = transcriptOf(read);
  if (transcript === null) return null;
  const { turns, skipped, unread, twice, nowhere } = characterAccount(transcript, pasted);
  expect({ sum: turns + skipped + unread, twice, nowhere }).toEqual({
    sum: pasted.length,
    twice: 0,
    nowhere: 0,
  });
  for (const [index, { answers, calls, spans }] of transcript.turns.entries()) {
    if (answers !== null) {
      expect(answers.turn).toBeLessThan(index);
      expect(transcript.turns[answers.turn]?.calls[answers.ordinal]).toBeDefined();
    }
    for (const { start, end } of [...spans, ...calls.map(({ span }) => span)]) {
      expect(start).toBeGreaterThanOrEqual(0);
      expect(end).toBeLessThanOrEqual(pasted.length);
    }
  }
  return transcript;
}

const FOLDER = new URL('../../../tests/fixtures/transcripts/', import.meta.url);
const FILES = [
  '01_openai_chat_parallel.json',
  '02_openai_legacy_fenced.md',
  '03_anthropic_blocks.json',
].concat(
  ['04_claude_code_session.jsonl', '05_openai_responses_items.json', '06_langchain_constructor.json'],
  ['09_sharegpt_tools.json', '11_swe_agent.traj', '12_gemini_contents.json'],
);
const logs = FILES.map((file) => readFileSync(new URL(file, FOLDER), 'utf8'));

const word = fc.constantFrom(
  ...[
    'role',
    'content',
    'assistant',
    'user',
    'tool',
    'tool_calls',
    'function',
    'name',
    'arguments',
    'id',
    'parts',
  ],
  ...[
    'type',
    'message',
    'sessionId',
    'from',
    'value',
    'gpt',
    'history',
    'trajectory',
    'action',
    'observation',
  ],
  ...[
    'functionCall',
    'functionResponse',
    'tool_use',
    'tool_result',
    'function_call',
    'kwargs',
    'constructor',
    'ai',
  ],
  ...['__proto__', 'messages', 'output', 'input', 'model', 'error', ''],
);
const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
  tree: fc.oneof(
    { depthSize: 'medium', maxDepth: 5 },
    fc.constantFrom(null, true, 1.5),
    word,
    fc.array(tie('tree'), { maxLength: 4 }),
    fc.dictionary(word, tie('tree'), { maxKeys: 5 }),
  ),
}));
const scrap = fc.oneof(
  word,
  fc.string({ maxLength: 6 }),
  fc.constantFrom(
    '{',
    '}',
    '[',
    ']',
    '"',
    "'",
    ':',
    ',',
    '\\',
    '\n',
    '\r\n',
    '//',
    '/*',
    '```',
    '```json\n',
    'data: ',
  ),
  fc.constantFrom(
    'NaN',
    'None',
    '(',
    ')',
    '\ufeff',
    '\u001b[31m',
    '\u2028',
    'aB3'.repeat(800),
    '{"role":"user",',
  ),
);

describe('any paste', () => {
  it('is read or refused, with each character in one place: JSON values', () => {
    fc.assert(
      fc.property(tree, (value) => void check(JSON.stringify(value))),
      { numRuns: 200 },
    );
    fc.assert(
      fc.property(fc.json(), (text) => void check(text)),
      { numRuns: 100 },
    );
  });

  it('is read or refused, with each character in one place: scraps', () => {
    fc.assert(
      fc.property(fc.array(scrap, { maxLength: 40 }), (parts) => void check(parts.join(''))),
      { numRuns: 200 },
    );
  });

  it('is read or refused, with each character in one place: logs cut off, broken and stuck together', () => {
    const log = fc.constantFrom(...logs);
    const at = fc.double({ min: 0, max: 1, noNaN: true });
    const property = fc.property(
      log,
      log,
      at,
      at,
      fc.string({ maxLength: 5 }),
      (one, other, cut, place, noise) => {
        const end = Math.floor(cut * one.length);
        const middle = Math.floor(place * one.length);
        check(one.slice(0, end));
        check(one.slice(0, middle) + noise + one.slice(middle));
        check(`${one.slice(end)}\n${other}`);
        check(JSON.stringify(one.slice(0, end)));
      },
    );
    fc.assert(property, { numRuns: 40 });
  });

  it('may nest as deep and run as long as it likes', () => {
    for (const text of ['['.repeat(300_000), '{"a":'.repeat(100_000), '[{"messages":'.repeat(50_000)]) {
      const read = readPaste(text);
      expect(read).toMatchObject({ kind: 'not-read', fault: { kind: 'too-deep' } });
    }
    const args = '['.repeat(100_000);
    const call = {
      role: 'assistant',
      content: null,
      tool_calls: [{ id: 'a', function: { name: 'f', arguments: args } }],
    };
    const transcript = check(JSON.stringify([call]));
    expect(transcript?.turns[0]?.calls[0]).toMatchObject({ args: null, rawArgs: args });
    check('"'.repeat(500_000));
    check('{"'.repeat(200_000));
    check("{'\n".repeat(50_000));
    check('x'.repeat(1_000_000));
  });
});

describe('the JSON reader', () => {
  it('reads what JSON.parse reads, and knows where it stands', () => {
    const property = fc.property(fc.json(), (text) => {
      const { node, fault, end } = readJson(text);
      expect(fault).toBeNull();
      expect(end).toBe(text.trimEnd().length);
      expect(node === null ? undefined : valueOf(node)).toStrictEqual(JSON.parse(text));
      if (node?.kind === 'object') {
        for (const { value } of node.members) {
          expect(valueOf(value)).toStrictEqual(JSON.parse(text.slice(value.start, value.end)));
        }
      }
    });
    fc.assert(property, { numRuns: 300 });
  });

  it('reads what people really paste, and says what it passed over', () => {
    const read = (text: string): unknown => {
      const { node, fault, repairs } = readJson(text);
      expect(fault).toBeNull();
      return [node === null ? null : valueOf(node), [...repairs.keys()]];
    };
    expect(read('{"a":[1,2,],}')).toEqual([{ a: [1, 2] }, ['trailing-comma']]);
    expect(read('[1, // one\n /* two */ 2]')).toEqual([[1, 2], ['comment']]);
    expect(read('{"a":NaN,"b":-Infinity}')).toEqual([{ a: NaN, b: -Infinity }, ['nan']]);
    expect(read('[{"a":1}\n{"a":2}]')).toEqual([[{ a: 1 }, { a: 2 }], ['missing-comma']]);
    expect(read('{"a":"one\ntwo"}')).toEqual([{ a: 'one\ntwo' }, ['raw-break']]);
    expect(read(`{'a': None, 'b': (1, True), 'c': "it's", 'd': 'it\\'s \\d'}`)).toEqual([
      { a: null, b: [1, true], c: "it's", d: "it's \\d" },
      ['python-literal'],
    ]);
  });

  it('says where it stopped', () => {
    expect(readJson('{"a": [1, 2').fault).toEqual({ what: 'ends-early', at: 11 });
    expect(readJson('{"a": "b').fault).toEqual({ what: 'ends-early', at: 8 });
    expect(readJson('[1 2]').fault).toEqual({ what: 'unexpected', at: 3 });
    expect(readJson('['.repeat(DEEPEST_JSON + 1)).fault).toEqual({ what: 'too-deep', at: DEEPEST_JSON });
  });
});
