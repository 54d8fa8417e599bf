import { readFileSync } from 'node:fs';
import { PreTrainedTokenizer } from '@huggingface/transformers';
import { describe, expect, it } from 'vitest';
import { curedPreTokenizer, readTokenizerDefinition, type JsonObject } from './tokenizer-definition.ts';
import { createChatTokenizer } from './tokenizer.ts';

const folder = 'tests/fixtures/tiny/llama-gqa-tied-bf16';
const tokenizerText = readFileSync(`${folder}/tokenizer.json`, 'utf8');
const configText = readFileSync(`${folder}/tokenizer_config.json`, 'utf8');
const tokenizer = JSON.parse(tokenizerText) as JsonObject;
const config = JSON.parse(configText) as JsonObject;

const built = (change: JsonObject, changeConfig: JsonObject = {}, jinja: string | null = null) =>
  createChatTokenizer({
    tokenizerJson: JSON.stringify({ ...tokenizer, ...change }),
    tokenizerConfigJson: JSON.stringify({ ...config, ...changeConfig }),
    chatTemplateJinja: jinja,
  });
const kindOf = (result: ReturnType<typeof built>): string => (result.ok ? 'built' : result.error.kind);

/** The pre-tokens of a text, told by tokens that end where pre-tokens end: no merges, digits as vocabulary. */
const splits = (preTokenizer: JsonObject, text: string): string[] => {
  const plain = {
    ...tokenizer,
    added_tokens: [],
    post_processor: null,
    normalizer: null,
    pre_tokenizer: preTokenizer,
    model: { type: 'BPE', vocab: {}, merges: [], unk_token: null, ignore_merges: true },
  };
  const made = new PreTrainedTokenizer(plain, {});
  const inner = (made as unknown as { _tokenizer: { pre_tokenizer: (text: string) => string[] } })._tokenizer;
  return inner.pre_tokenizer(text);
};

const cured = (node: JsonObject): JsonObject => {
  const result = curedPreTokenizer(node);
  if (!result.ok) throw new Error(result.error.happened);
  return result.value;
};

describe('the Digits cure', () => {
  // What Python's tokenizers.pre_tokenizers.Digits gives for the same text.
  const text = 'a12٣٤ １²b';
  it('splits every digit of \\p{N} where digits stand alone', () => {
    const digits = { type: 'Digits', individual_digits: true };
    const wanted = ['a', '1', '2', '٣', '٤', ' ', '１', '²', 'b'];
    expect(splits(cured(digits), text)).toEqual(wanted);
    expect(splits(digits, text)).not.toEqual(wanted);
  });
  it('keeps a row of digits together where they do not', () => {
    const digits = { type: 'Digits', individual_digits: false };
    const wanted = ['a', '12٣٤', ' ', '１²', 'b'];
    expect(splits(cured(digits), text)).toEqual(wanted);
    expect(splits(digits, text)).not.toEqual(wanted);
  });
});

it('ByteLevel words use white space as the original does', () => {
  const words = { type: 'ByteLevel', add_prefix_space: false, use_regex: true };
  const bytes = (word: string): string => splits({ ...words, use_regex: false }, word).join('');
  // What Python's tokenizers.pre_tokenizers.ByteLevel gives for the same text.
  const wanted = ['a', '!', '\u0085', 'b', ' !\ufeff', ' c'].map(bytes);
  expect(splits(cured(words), 'a!\u0085b !\ufeff c')).toEqual(wanted);
  expect(splits(words, 'a!\u0085b !\ufeff c')).not.toEqual(wanted);
});

it("long s counts as s in a case-insensitive group, as in Python's Split", () => {
  const split = {
    type: 'Split',
    pattern: { Regex: "(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\\r\\n\\p{L}\\p{N}]?\\p{L}+|\\s+" },
    behavior: 'Isolated',
    invert: false,
  };
  const text = "x'ſab y'Sab z's";
  const wanted = ['x', "'ſ", 'ab', ' y', "'S", 'ab', ' z', "'s"];
  expect(splits(cured(split), text)).toEqual(wanted);
  expect(splits(split, text)).not.toEqual(wanted);
});

it.each([
  ['HTML', '<!doctype html><title>404</title>', configText, 'tokenizer-not-json'],
  ['a list', '[]', configText, 'tokenizer-not-json'],
  ['an HTML config', tokenizerText, '<html>', 'tokenizer-not-json'],
  ['nothing', '', configText, 'tokenizer-not-json'],
  ['an empty object', '{}', configText, 'tokenizer-unsupported'],
])('refuses %s', (_, json, settings, kind) => {
  const result = readTokenizerDefinition(json, settings, null);
  expect(result.ok ? 'read' : result.error.kind).toBe(kind);
});

it('refuses by name what it would not reproduce', () => {
  const model = tokenizer['model'] as JsonObject;
  const unsupported: JsonObject[] = [
    { normalizer: { type: 'Lowercase' } },
    { normalizer: { type: 'NFKC' } },
    { decoder: { type: 'Metaspace' } },
    { pre_tokenizer: null },
    { pre_tokenizer: { type: 'Metaspace' } },
    { pre_tokenizer: { type: 'ByteLevel', add_prefix_space: true } },
    { pre_tokenizer: { type: 'Split', pattern: { Regex: 'x' }, behavior: 'MergedWithNext', invert: false } },
    { model: { ...model, byte_fallback: true } },
    { model: { ...model, type: 'Unigram' } },
  ];
  for (const change of unsupported) expect(kindOf(built(change))).toBe('tokenizer-unsupported');
  expect(kindOf(built({}))).toBe('built');
});

it('refuses two spellings of one token, and a template without control tokens or none at all', () => {
  expect(kindOf(built({}, { added_tokens_decoder: { '2': { content: '<|other|>', special: true } } }))).toBe(
    'tokenizer-files-disagree',
  );
  expect(kindOf(built({}, { chat_template: null }))).toBe('template-missing');
  expect(kindOf(built({}, { chat_template: '{% for m in messages %}{{ m.content }}{% endfor %}' }))).toBe(
    'template-no-end-of-turn',
  );
  expect(kindOf(built({}, { chat_template: '{% for m in %}' }))).toBe('template-refuses-messages');
});

it('takes the template from chat_template.jinja, then the config, then its default entry', () => {
  const template = config['chat_template'] as string;
  const other = `${template}{# other #}`;
  const textOf = (result: ReturnType<typeof built>): string => (result.ok ? result.value.templateText : '');
  expect(textOf(built({}))).toBe(template);
  expect(textOf(built({}, {}, other))).toBe(other);
  const list = [
    { name: 'tool_use', template: 'x' },
    { name: 'default', template: other },
  ];
  expect(textOf(built({}, { chat_template: list }))).toBe(other);
});

it('refuses control tokens whose flags or spelling it cannot follow, when the template writes them', () => {
  const added = (tokenizer['added_tokens'] as JsonObject[]).map((token) => ({ ...token, rstrip: true }));
  expect(kindOf(built({ added_tokens: added }))).toBe('token-flag-unsupported');
  const written = `{{ '<|stranger|>' }}${config['chat_template'] as string}`;
  const made = built({}, { additional_special_tokens: ['<|stranger|>'], chat_template: written });
  if (!made.ok) throw new Error(made.error.happened);
  const encoded = made.value.encodeContext([{ role: 'system', content: 's' }], []);
  expect(encoded.ok ? 'encoded' : encoded.error.kind).toBe('tokenizer-files-disagree');
});
