/**
 * From the text of tokenizer.json and tokenizer_config.json to definitions that the JavaScript tokenizer reads as
 * the original (Rust) one does. Known differences are rewritten here; what cannot be is refused by name.
 */
import { ok, type Result } from '../../records/index.ts';
import { tokenizerRefused } from './tokenizer-error.ts';

export type Json = string | number | boolean | null | Json[] | JsonObject;
export interface JsonObject {
  [key: string]: Json | undefined;
}

/** A token that is found as a string before any pre-tokenization. */
export interface AddedToken {
  readonly id: number;
  readonly content: string;
  readonly special: boolean;
  /** Matched only after normalisation, and only in what the others left. */
  readonly normalized: boolean;
  /** Flags whose effect we do not reproduce (lstrip, rstrip, single_word), empty for nearly every token. */
  readonly unsupportedFlags: readonly string[];
}

export interface TokenizerDefinition {
  /** Rewritten tokenizer.json, without any added token: it encodes text as text. */
  readonly plain: JsonObject;
  readonly addedTokens: readonly AddedToken[];
  /** Control strings of tokenizer_config.json that have no id: a template that writes one is refused. */
  readonly strangers: readonly string[];
  readonly normaliser: 'none' | 'NFC';
  /** tokenizer_config.json with plain strings for special tokens and the template to be used. */
  readonly config: JsonObject;
  readonly templateText: string;
}

// Punctuation by Unicode's own white space, as in the original; JavaScript's \s adds U+FEFF and lacks U+0085.
const GPT2_WORDS = "'s|'t|'re|'ve|'m|'ll|'d| ?\\p{L}+| ?\\p{N}+| ?[^\\s\\p{L}\\p{N}]+|\\s+(?!\\S)|\\s+";

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function parseObject(text: string, file: string): Result<JsonObject> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return tokenizerRefused(
      'tokenizer-not-json',
      `${file} is not JSON.`,
      `${String(error)}\nThe file begins: ${text.slice(0, 80)}`,
    );
  }
  if (!isObject(value))
    return tokenizerRefused('tokenizer-not-json', `${file} holds no JSON object.`, text.slice(0, 80));
  return ok(value);
}

const unsupported = (what: string, details: Json | undefined): Result<never> =>
  tokenizerRefused(
    'tokenizer-unsupported',
    `This tokenizer uses ${what}, which the lab does not reproduce exactly.`,
    JSON.stringify(details ?? null).slice(0, 300),
  );

const split = (regex: string): JsonObject => ({
  type: 'Split',
  pattern: { Regex: regex },
  behavior: 'Isolated',
  invert: false,
});

/**
 * A pre-tokenizer that splits in JavaScript where the original splits.
 *
 * - `Digits` splits all of \p{N} there, ASCII digits only here.
 * - `ByteLevel` with its own pattern uses another white space here.
 * - In a case-insensitive group the original also folds ſ (U+017F) to s; here only ASCII letters fold.
 */
export function curedPreTokenizer(node: Json | undefined): Result<JsonObject> {
  if (!isObject(node)) return unsupported('no pre-tokenizer', node);
  switch (node['type']) {
    case 'Sequence': {
      const members = node['pretokenizers'];
      if (!Array.isArray(members)) return unsupported('a pre-tokenizer sequence without members', node);
      const cured: JsonObject[] = [];
      for (const member of members) {
        const result = curedPreTokenizer(member);
        if (!result.ok) return result;
        cured.push(result.value);
      }
      return ok({ ...node, pretokenizers: cured });
    }
    case 'Digits':
      return ok(split(node['individual_digits'] === true ? '\\p{N}' : '\\p{N}+'));
    case 'Split': {
      const pattern = node['pattern'];
      if (node['behavior'] !== 'Isolated' || node['invert'] !== false || !isObject(pattern))
        return unsupported('a Split pre-tokenizer that does not isolate', node);
      const regex = pattern['Regex'];
      if (typeof regex !== 'string') return ok(node);
      return ok({ ...node, pattern: { Regex: regex.replaceAll("(?i:'s|", "(?i:'s|'\\u017F|") } });
    }
    case 'ByteLevel': {
      if (node['add_prefix_space'] !== false) return unsupported('a prefix space', node);
      if (node['use_regex'] === false) return ok(node);
      const bytes: JsonObject = { ...node, use_regex: false };
      return ok({ type: 'Sequence', pretokenizers: [split(GPT2_WORDS), bytes] });
    }
    default:
      return unsupported(`the pre-tokenizer ${JSON.stringify(node['type'] ?? null)}`, node);
  }
}

function readNormaliser(node: Json | undefined): Result<'none' | 'NFC'> {
  if (node === null || node === undefined) return ok('none');
  if (isObject(node) && node['type'] === 'NFC') return ok('NFC');
  if (isObject(node) && node['type'] === 'Sequence' && Array.isArray(node['normalizers'])) {
    const members = node['normalizers'];
    if (members.length === 0) return ok('none');
    if (members.every((member) => isObject(member) && member['type'] === 'NFC')) return ok('NFC');
  }
  return unsupported('a normaliser other than NFC', node);
}

function readAddedToken(node: Json, id: Json | undefined): AddedToken | null {
  if (!isObject(node) || typeof id !== 'number' || !Number.isInteger(id) || id < 0) return null;
  const content = node['content'];
  if (typeof content !== 'string' || content === '') return null;
  const special = node['special'] === true;
  const normalized = node['normalized'];
  return {
    id,
    content,
    special,
    normalized: typeof normalized === 'boolean' ? normalized : !special,
    unsupportedFlags: ['lstrip', 'rstrip', 'single_word'].filter((flag) => node[flag] === true),
  };
}

/** Added tokens of both files; tokenizer_config.json may name some that tokenizer.json lacks. */
function readAddedTokens(tokenizer: JsonObject, config: JsonObject): Result<AddedToken[]> {
  const tokens = new Map<number, AddedToken>();
  const rows: (readonly [Json, Json | undefined])[] = [];
  const listed = tokenizer['added_tokens'] ?? [];
  if (!Array.isArray(listed)) return unsupported('an added_tokens entry that is no list', listed);
  for (const node of listed) rows.push([node, isObject(node) ? node['id'] : null]);
  const decoder = config['added_tokens_decoder'];
  if (isObject(decoder))
    for (const [id, node] of Object.entries(decoder)) if (node !== undefined) rows.push([node, Number(id)]);
  for (const [node, id] of rows) {
    const token = readAddedToken(node, id);
    if (token === null) return unsupported('an added token without id or content', node);
    const known = tokens.get(token.id);
    if (known !== undefined && known.content !== token.content)
      return tokenizerRefused(
        'tokenizer-files-disagree',
        `tokenizer.json and tokenizer_config.json give token ${String(token.id)} two spellings.`,
        `${known.content} and ${token.content}`,
      );
    if (known === undefined) tokens.set(token.id, token);
  }
  return ok([...tokens.values()]);
}

function contentOf(node: Json | undefined): string | null {
  if (typeof node === 'string') return node;
  return isObject(node) && typeof node['content'] === 'string' ? node['content'] : null;
}

const NAMED_TOKENS = [
  'bos_token',
  'eos_token',
  'unk_token',
  'sep_token',
  'pad_token',
  'cls_token',
  'mask_token',
];

function readTemplate(config: JsonObject, jinja: string | null): Result<string> {
  // A chat_template.jinja beside the config overrides it in Python, too.
  if (jinja !== null) return ok(jinja);
  const template = config['chat_template'];
  if (typeof template === 'string' && template !== '') return ok(template);
  if (Array.isArray(template))
    for (const entry of template)
      if (isObject(entry) && entry['name'] === 'default' && typeof entry['template'] === 'string')
        return ok(entry['template']);
  return tokenizerRefused(
    'template-missing',
    'This checkpoint has no chat template, so a transcript cannot be written the way the model was trained on.',
    'Neither chat_template in tokenizer_config.json nor chat_template.jinja was found.',
  );
}

/**
 * Reads and rewrites the two tokenizer files.
 *
 * @param tokenizerText text of tokenizer.json
 * @param configText text of tokenizer_config.json
 * @param jinja text of chat_template.jinja, or null
 */
export function readTokenizerDefinition(
  tokenizerText: string,
  configText: string,
  jinja: string | null,
): Result<TokenizerDefinition> {
  const tokenizer = parseObject(tokenizerText, 'tokenizer.json');
  if (!tokenizer.ok) return tokenizer;
  const config = parseObject(configText, 'tokenizer_config.json');
  if (!config.ok) return config;
  const model = tokenizer.value['model'];
  if (!isObject(model) || !isObject(model['vocab']) || !Array.isArray(model['merges']))
    return unsupported(
      'a model that is no byte-pair encoding',
      isObject(model) ? (model['type'] ?? null) : null,
    );
  if ((model['type'] ?? 'BPE') !== 'BPE')
    return unsupported(`the model ${JSON.stringify(model['type'] ?? null)}`, model['type']);
  for (const key of ['byte_fallback', 'dropout', 'continuing_subword_prefix', 'end_of_word_suffix'])
    if (model[key]) return unsupported(`the model setting ${key}`, model[key]);
  const decoder = tokenizer.value['decoder'];
  if (!isObject(decoder) || decoder['type'] !== 'ByteLevel')
    return unsupported('pieces that are not byte-level', decoder);
  const preTokenizer = curedPreTokenizer(tokenizer.value['pre_tokenizer']);
  if (!preTokenizer.ok) return preTokenizer;
  const normaliser = readNormaliser(tokenizer.value['normalizer']);
  if (!normaliser.ok) return normaliser;
  const addedTokens = readAddedTokens(tokenizer.value, config.value);
  if (!addedTokens.ok) return addedTokens;
  const templateText = readTemplate(config.value, jinja);
  if (!templateText.ok) return templateText;

  const cleanConfig: JsonObject = {
    // Settings that the JavaScript tokenizer obeys and the original ignores are left out.
    tokenizer_class: 'PreTrainedTokenizerFast',
    clean_up_tokenization_spaces: false,
    chat_template: templateText.value,
  };
  const spellings = new Set(addedTokens.value.map((token) => token.content));
  const strangers: string[] = [];
  const extra = config.value['additional_special_tokens'];
  const named = NAMED_TOKENS.map((name) => [name, contentOf(config.value[name])] as const);
  for (const [name, content] of named) if (content !== null) cleanConfig[name] = content;
  for (const content of [
    ...named.map(([, content]) => content),
    ...(Array.isArray(extra) ? extra.map(contentOf) : []),
  ])
    if (content !== null && content !== '' && !spellings.has(content)) strangers.push(content);

  return ok({
    plain: {
      ...tokenizer.value,
      model: { ...model, type: 'BPE' },
      normalizer: tokenizer.value['normalizer'] ?? null,
      pre_tokenizer: preTokenizer.value,
      post_processor: null,
      added_tokens: [],
    },
    addedTokens: addedTokens.value,
    strangers,
    normaliser: normaliser.value,
    config: cleanConfig,
    templateText: templateText.value,
  });
}
