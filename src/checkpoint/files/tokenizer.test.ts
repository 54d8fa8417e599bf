import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readFolder } from '../../../tests/fixtures/tokens/parity.ts';
import type { Message } from '../../transcript/index.ts';
import { createChatTokenizer, type ChatTokenizer } from './tokenizer.ts';

const opened = (folder: string): ChatTokenizer => {
  const made = createChatTokenizer(readFolder(folder));
  if (!made.ok) throw new Error(JSON.stringify(made.error));
  return made.value;
};
const tiny = opened('tests/fixtures/tiny/llama-gqa-tied-bf16');
const normalising = opened('tests/fixtures/tiny/qwen3-qknorm-untied-bf16');

const awkward = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 12 }),
  fc.string({ unit: 'binary', maxLength: 6 }),
  fc.constantFrom(
    '<|im_end|>',
    '<|im_start|>',
    '<|im_',
    'start|>',
    '|>',
    '<|endoftext|>',
    '\n',
    ' ',
    '１２',
    'e\u0301',
  ),
);
const text = fc.array(awkward, { minLength: 1, maxLength: 6 }).map((pieces) => pieces.join(''));
const chat = fc
  .array(fc.tuple(fc.constantFrom('user' as const, 'assistant' as const), text), {
    minLength: 1,
    maxLength: 5,
  })
  .chain((turns) =>
    text.map((system): Message[] => [
      { role: 'system', content: system },
      ...turns.map(([role, content]) => ({ role, content })),
    ]),
  );

describe.each([
  ['bytes as they are', tiny, false],
  ['NFC', normalising, true],
] as const)('any transcript (%s)', (_, tokenizer, nfc) => {
  const controls = ['<|endoftext|>', '<|im_start|>', '<|im_end|>'];
  const isControl = (id: number): boolean => controls.includes(tokenizer.piece(id));
  const normal = (value: string): string => (nfc ? value.normalize('NFC') : value);

  it("has the template's control tokens only, none of them in a content, and reads back as written", () => {
    fc.assert(
      fc.property(chat, (messages) => {
        const encoded = tokenizer.encodeContext(messages, []);
        if (!encoded.ok) throw new Error(encoded.error.happened);
        const { ids, contentSpans } = encoded.value;
        expect(ids.filter(isControl).map((id) => tokenizer.piece(id))).toEqual([
          ...messages.flatMap(() => ['<|im_start|>', '<|im_end|>']),
          '<|im_start|>',
        ]);
        const written = messages.map(({ role, content }) => `<|im_start|>${role}\n${content}<|im_end|>\n`);
        expect(tokenizer.decode(ids)).toBe(
          written
            .map((turn) => turn.slice('<|im_start|>'.length, -'<|im_end|>\n'.length))
            .map((run) => `<|im_start|>${normal(run)}<|im_end|>\n`)
            .join('') + '<|im_start|>assistant\n',
        );
        for (const [index, span] of contentSpans.entries()) {
          const inside = ids.slice(span.start, span.end);
          expect(inside.some(isControl)).toBe(false);
          expect(tokenizer.decode(inside)).toContain(normal(messages[index]?.content ?? '').slice(0, 1));
        }
      }),
      { numRuns: 150 },
    );
  });

  it('gives each part the tokens that hold it', () => {
    fc.assert(
      fc.property(chat, fc.nat(), fc.nat(), (messages, a, b) => {
        const message = messages.length - 1;
        const content = messages[message]?.content ?? '';
        const [start = 0, end = 0] = [a % (content.length + 1), b % (content.length + 1)].sort(
          (x, y) => x - y,
        );
        const encoded = tokenizer.encodeContext(messages, [{ name: 'p', message, start, end }]);
        if (!encoded.ok) throw new Error(encoded.error.happened);
        const span = encoded.value.spans[0] ?? { start: -1, end: -1 };
        const whole = encoded.value.contentSpans[message] ?? { start: -1, end: -1 };
        if (start === end) expect(span.end).toBe(span.start);
        else {
          expect(span.start).toBeGreaterThanOrEqual(whole.start);
          expect(span.end).toBeLessThanOrEqual(whole.end);
          expect(span.end).toBeGreaterThan(span.start);
          const held = tokenizer.decode(encoded.value.ids.slice(span.start, span.end));
          const part = content.slice(start, end);
          // Whole characters only: a token may hold half of one.
          if (!nfc && !held.includes('\uFFFD') && !/\p{Surrogate}/u.test(part)) expect(held).toContain(part);
        }
      }),
      { numRuns: 150 },
    );
  });

  it('decodes what it encodes', () => {
    fc.assert(
      fc.property(
        text.filter((value) => value !== ''),
        (value) => {
          const ids = tokenizer.encodeCandidate(value);
          if (!ids.ok) throw new Error(ids.error.happened);
          expect(tokenizer.decode(ids.value)).toBe(normal(value));
          expect(ids.value.some(isControl)).toBe(false);
        },
      ),
      { numRuns: 200 },
    );
  });
});

it('gives a transcript the tokens that it would have as the first one', () => {
  const folder = 'tests/fixtures/tiny/qwen3-qknorm-untied-bf16';
  // The same few texts in the same few roles, so that hardly anything is new to the one that remembers.
  const some = fc
    .array(
      fc.tuple(
        fc.constantFrom('user' as const, 'assistant' as const),
        fc.constantFrom('a\n', 'a', ' e\u0301 '),
      ),
      {
        maxLength: 4,
      },
    )
    .map((turns): Message[] => [
      { role: 'system', content: 's' },
      ...turns.map(([role, content]) => ({ role, content })),
    ]);
  fc.assert(
    fc.property(some, fc.constantFrom('a', 'ab', ' e'), (messages, candidate) => {
      const [remembering, first] = [normalising, opened(folder)].map((tokenizer) => {
        const context = tokenizer.encodeContext(messages, [{ name: 'p', message: 0, start: 0, end: 1 }]);
        if (!context.ok) return { refused: context.error };
        const joint = tokenizer.jointDiffers(context.value, candidate);
        return { context: context.value, candidate: tokenizer.encodeCandidate(candidate), joint };
      });
      expect(remembering).toEqual(first);
    }),
    { numRuns: 60 },
  );
});

it('guards decoding: nothing, unknown ids, half characters', () => {
  expect(tiny.decode([])).toBe('');
  expect(tiny.decode([999_999])).toBe('\uFFFD');
  const face = tiny.encodeCandidate('😀');
  if (!face.ok) throw new Error(face.error.happened);
  expect(tiny.decode(face.value)).toBe('😀');
  expect(face.value.length).toBeGreaterThan(1);
  expect(tiny.piece(face.value[0] ?? -1)).toMatch(/^⟨F0( [0-9A-F]{2})*⟩$/);
  expect(tiny.piece(999_999)).toBe('⟨999999⟩');
  const newline = tiny.encodeCandidate('\n');
  expect(newline.ok && tiny.piece(newline.value[0] ?? -1)).toBe('↵');
});

it('tells where a candidate would merge with the end of the context', () => {
  const encoded = tiny.encodeContext([{ role: 'system', content: 's' }], []);
  if (!encoded.ok) throw new Error(encoded.error.happened);
  expect(encoded.value.tailText).toBe('assistant\n');
  expect(tiny.jointDiffers(encoded.value, 'f(x)')).toBe(false);
  // A context that ends inside a word: joint encoding finds the longer token.
  expect(tiny.jointDiffers({ ...encoded.value, tailText: 'th' }, 'e the')).toBe(true);
});

it('refuses a text that the vocabulary cannot spell instead of leaving bytes out', () => {
  const files = readFolder('tests/fixtures/tiny/llama-gqa-tied-bf16');
  const json = JSON.parse(files.tokenizerJson) as {
    model: { vocab: Record<string, number>; merges: unknown[] };
  };
  delete json.model.vocab['z'];
  json.model.merges = json.model.merges.filter((merge) => !JSON.stringify(merge).includes('z'));
  const poorer = createChatTokenizer({ ...files, tokenizerJson: JSON.stringify(json) });
  if (!poorer.ok) throw new Error(poorer.error.happened);
  const ids = poorer.value.encodeCandidate('azb');
  expect(ids.ok ? '' : ids.error.kind).toBe('tokens-do-not-spell-text');
  expect(ids.ok ? '' : ids.error.details).toContain('at byte 1 of 3');
});
