/**
 * From transcripts to token ids and back, with a checkpoint's own tokenizer and chat template.
 *
 * Ids equal those of Python's `apply_chat_template` + `encode(add_special_tokens=False)` whenever no message holds
 * the spelling of a control token. Where one does, it stays text: added tokens are looked for in the template's
 * words only, everything between two of them is encoded as one run by a tokenizer that knows none.
 */
import { PreTrainedTokenizer } from '@huggingface/transformers';
import type { TokenSpan } from '../../engine/index.ts';
import { ok, type Result } from '../../records/index.ts';
import type { Message, Part } from '../../transcript/index.ts';
import { renderSegments, type Frames, type RenderChat, type Segment } from './chat-template.ts';
import { bytesOfPiece, exactTextOfBytes, holdsLoneSurrogate, textOfBytes } from './tokenizer-bytes.ts';
import {
  readTokenizerDefinition,
  type AddedToken,
  type TokenizerDefinition,
} from './tokenizer-definition.ts';
import { RecentTexts } from './recent-texts.ts';
import { textRefused, tokenizerRefused } from './tokenizer-error.ts';
import { checkTranscript } from './tokenizer-input.ts';
import { spanLocator, type EncodedRun } from './tokenizer-spans.ts';

/** Texts of the checkpoint's tokenizer files. */
export interface TokenizerFiles {
  /** tokenizer.json */
  readonly tokenizerJson: string;
  /** tokenizer_config.json */
  readonly tokenizerConfigJson: string;
  /** chat_template.jinja where the checkpoint has one; it then overrides the template in the config. */
  readonly chatTemplateJinja: string | null;
}

export interface NamedSpan extends TokenSpan {
  readonly name: string;
}

export interface EncodedContext {
  /** Token ids of the rendered transcript, generation prompt included. */
  readonly ids: readonly number[];
  /** One per asked part, in order: tokens that overlap its characters; empty when the template cut it off. */
  readonly spans: readonly NamedSpan[];
  /** One per message: tokens that overlap its content. */
  readonly contentSpans: readonly TokenSpan[];
  /** Text after the last control token: what a candidate could merge with. */
  readonly tailText: string;
}

/** Of runs that are remembered in tokens: more than one task of the probe has under all conditions. */
const RECENT_CHARACTERS = 1_000_000;

/** Never today's date: contexts must not change from day to day. */
export const TEMPLATE_DATE = '26 Jul 2024';

interface Run {
  readonly kind: 'run';
  text: string;
  /** Where contents lie in this run. */
  readonly contents: { message: number; at: number; length: number; cutBefore: number }[];
}
type RunOrControl = Run | { readonly kind: 'control'; readonly id: number };

const escapeForPattern = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');

/** Longest spelling first: at one place the longest added token wins, as in the original. */
function patternOf(tokens: readonly AddedToken[]): RegExp | null {
  if (tokens.length === 0) return null;
  const spellings = tokens.map((token) => token.content).sort((a, b) => b.length - a.length);
  return new RegExp(spellings.map(escapeForPattern).join('|'), 'gu');
}

/** A checkpoint's tokenizer and chat template. Made by {@link createChatTokenizer}. */
export class ChatTokenizer {
  readonly vocabularySize: number;
  /** Source of the chat template in use, for hashing. */
  readonly templateText: string;

  readonly #definition: TokenizerDefinition;
  readonly #tokenizer: PreTrainedTokenizer;
  readonly #pieces: readonly (string | undefined)[];
  readonly #added: ReadonlyMap<string, AddedToken>;
  readonly #addedById: ReadonlyMap<number, AddedToken>;
  readonly #addedPatterns: readonly RegExp[];
  /** By id, as far as they were asked for. */
  readonly #bytes: (Uint8Array | undefined)[] = [];
  readonly #render: RenderChat;
  readonly #frames: Frames = new Map();
  readonly #runs = new RecentTexts<Result<EncodedRun>>(RECENT_CHARACTERS);
  #endOfTurn = -1;

  private constructor(definition: TokenizerDefinition, tokenizer: PreTrainedTokenizer) {
    this.#definition = definition;
    this.#tokenizer = tokenizer;
    const pieces: (string | undefined)[] = [];
    for (const [piece, id] of tokenizer.get_vocab()) pieces[id] = piece;
    this.#pieces = pieces;
    this.#added = new Map(definition.addedTokens.map((token) => [token.content, token]));
    this.#addedById = new Map(definition.addedTokens.map((token) => [token.id, token]));
    this.vocabularySize = definition.addedTokens.reduce(
      (size, token) => Math.max(size, token.id + 1),
      pieces.length,
    );
    // Two rounds, as in the original: tokens matched in the raw text, then those matched in what is left.
    this.#addedPatterns = [false, true]
      .map((normalized) =>
        patternOf(definition.addedTokens.filter((token) => token.normalized === normalized)),
      )
      .filter((pattern) => pattern !== null);
    this.templateText = definition.templateText;
    this.#render = (messages, generationPrompt) =>
      tokenizer.apply_chat_template(
        messages.map(({ role, content }) => ({ role, content })),
        {
          tokenize: false,
          add_generation_prompt: generationPrompt,
          // Variables of single families; other templates ignore them.
          ...{ enable_thinking: false, date_string: TEMPLATE_DATE },
        },
      );
  }

  static create(definition: TokenizerDefinition, tokenizer: PreTrainedTokenizer): Result<ChatTokenizer> {
    const made = new ChatTokenizer(definition, tokenizer);
    const endOfTurn = made.#findEndOfTurn();
    if (!endOfTurn.ok) return endOfTurn;
    made.#endOfTurn = endOfTurn.value;
    return ok(made);
  }

  /** Id of the token that ends an assistant turn. */
  get endOfTurn(): number {
    return this.#endOfTurn;
  }

  /** The first control token that the template writes after an assistant's content. */
  #findEndOfTurn(): Result<number> {
    const chat: Message[] = [
      { role: 'system', content: 'x' },
      { role: 'user', content: 'x' },
      { role: 'assistant', content: 'x' },
    ];
    const segments = renderSegments(this.#render, this.templateText, chat, { generationPrompt: false });
    if (!segments.ok)
      return tokenizerRefused(segments.error.kind, segments.error.happened, segments.error.details);
    const at = segments.value.findIndex((segment) => segment.kind === 'content' && segment.message === 2);
    const runs = this.#runsOf(segments.value.slice(at + 1));
    if (!runs.ok) return runs;
    for (const run of runs.value) if (run.kind === 'control') return ok(run.id);
    return tokenizerRefused(
      'template-no-end-of-turn',
      'The chat template ends an assistant turn without a control token.',
      segments.value.map((segment) => segment.text).join(''),
    );
  }

  /** Splits template text at added tokens and joins everything else into runs. */
  #runsOf(segments: readonly Segment[]): Result<RunOrControl[]> {
    const runs: RunOrControl[] = [];
    const currentRun = (): Run => {
      const last = runs.at(-1);
      if (last?.kind === 'run') return last;
      const run: Run = { kind: 'run', text: '', contents: [] };
      runs.push(run);
      return run;
    };
    for (const segment of segments) {
      if (segment.kind === 'content') {
        const run = currentRun();
        const { message, cutBefore } = segment;
        run.contents.push({ message, at: run.text.length, length: segment.text.length, cutBefore });
        run.text += segment.text;
        continue;
      }
      const refused = this.#refuseInTemplate(segment.text);
      if (refused !== null) return refused;
      for (const stretch of this.#splitAtAddedTokens(segment.text)) {
        const token = stretch.isToken ? this.#added.get(stretch.text) : undefined;
        if (token === undefined) currentRun().text += stretch.text;
        else if (
          token.unsupportedFlags.length > 0 ||
          (token.normalized && this.#definition.normaliser !== 'none')
        )
          return tokenizerRefused(
            'token-flag-unsupported',
            `The template uses the control token ${token.content}, whose matching rules the lab does not reproduce.`,
            token.unsupportedFlags.join(', ') || 'normalized',
          );
        else runs.push({ kind: 'control', id: token.id });
      }
    }
    return ok(runs.filter((run) => run.kind === 'control' || run.text !== '' || run.contents.length > 0));
  }

  #refuseInTemplate(text: string): Result<never> | null {
    const stranger = this.#definition.strangers.find((content) => text.includes(content));
    if (stranger === undefined) return null;
    return tokenizerRefused(
      'tokenizer-files-disagree',
      `The template writes ${stranger}, a special token that tokenizer.json does not have.`,
      text.slice(0, 200),
    );
  }

  #splitAtAddedTokens(text: string): { text: string; isToken: boolean }[] {
    let stretches = [{ text, isToken: false }];
    for (const pattern of this.#addedPatterns)
      stretches = stretches.flatMap((stretch) => {
        if (stretch.isToken) return [stretch];
        const parts: { text: string; isToken: boolean }[] = [];
        let end = 0;
        for (const match of stretch.text.matchAll(pattern)) {
          if (match.index > end) parts.push({ text: stretch.text.slice(end, match.index), isToken: false });
          parts.push({ text: match[0], isToken: true });
          end = match.index + match[0].length;
        }
        if (end < stretch.text.length) parts.push({ text: stretch.text.slice(end), isToken: false });
        return parts;
      });
    return stretches;
  }

  /**
   * Encodes text as nothing but text, and proves that the tokens spell it. Nothing outside a run bears on its tokens, so
   * a run that comes again (prompts, goals and calls do, under every condition) is not encoded again.
   */
  #encodeRun(text: string): Result<EncodedRun> {
    return this.#runs.of(text, () => this.#encodeNewRun(text));
  }

  #encodeNewRun(text: string): Result<EncodedRun> {
    const normalised = this.#definition.normaliser === 'NFC' ? text.normalize('NFC') : text;
    const ids = text === '' ? [] : this.#tokenizer.encode(text, { add_special_tokens: false });
    const wanted = new TextEncoder().encode(normalised);
    const ends: number[] = [];
    let end = 0;
    let exact = true;
    for (const id of ids) {
      const piece = this.#pieces[id];
      const bytes = piece === undefined ? null : bytesOfPiece(piece);
      if (bytes === null || bytes.some((byte, index) => byte !== wanted[end + index])) {
        exact = false;
        break;
      }
      end += bytes.length;
      ends.push(end);
    }
    if (!exact || end !== wanted.length)
      return textRefused(
        'tokens-do-not-spell-text',
        'The tokenizer cannot spell this text: its tokens give other bytes.',
        'Change the text near the place given, or use another checkpoint.',
        `at byte ${String(end)} of ${String(wanted.length)}: ${JSON.stringify(textOfBytes(wanted.slice(end, end + 40)))}`,
      );
    return ok({ ids, ends, normalised });
  }

  /**
   * Token ids of a transcript with the generation prompt, and where its parts and contents lie.
   *
   * @param messages the first must be a system message (templates insert a text of their own otherwise)
   * @param parts stretches whose tokens are wanted
   */
  encodeContext(messages: readonly Message[], parts: readonly Part[]): Result<EncodedContext> {
    const checked = checkTranscript(messages, parts);
    if (!checked.ok) return checked;
    const segments = renderSegments(this.#render, this.templateText, messages, {
      frames: this.#frames,
    });
    if (!segments.ok) return segments;
    const runs = this.#runsOf(segments.value);
    if (!runs.ok) return runs;

    const ids: number[] = [];
    const spans: (NamedSpan | undefined)[] = parts.map(() => undefined);
    const contentSpans: TokenSpan[] = [];
    for (const run of runs.value) {
      if (run.kind === 'control') {
        ids.push(run.id);
        continue;
      }
      const encoded = this.#encodeRun(run.text);
      if (!encoded.ok) return encoded;
      const locate = spanLocator(run.text, encoded.value, ids.length);
      for (const content of run.contents) {
        contentSpans[content.message] = locate(content.at, content.at + content.length);
        for (const [index, part] of parts.entries()) {
          if (part.message !== content.message) continue;
          const inside = (unit: number): number =>
            content.at + Math.min(Math.max(unit - content.cutBefore, 0), content.length);
          spans[index] = { name: part.name, ...locate(inside(part.start), inside(part.end)) };
        }
      }
      for (const id of encoded.value.ids) ids.push(id);
    }
    const nowhere: TokenSpan = { start: 0, end: 0 };
    const last = runs.value.at(-1);
    return ok({
      ids,
      spans: spans.map((span, index) => span ?? { name: parts[index]?.name ?? '', ...nowhere }),
      contentSpans: messages.map((_, index) => contentSpans[index] ?? nowhere),
      tailText: last?.kind === 'run' ? last.text : '',
    });
  }

  /** Token ids of a candidate: bare text, encoded on its own, control tokens' spellings as text. */
  encodeCandidate(text: string): Result<readonly number[]> {
    const cure = 'Give the candidate as text of at least one character.';
    if (text === '') return textRefused('candidate-empty', 'A candidate is empty.', cure, '');
    if (holdsLoneSurrogate(text))
      return textRefused(
        'text-not-unicode',
        'A candidate holds half a character.',
        cure,
        JSON.stringify(text),
      );
    const encoded = this.#encodeRun(text);
    return encoded.ok ? ok(encoded.value.ids) : encoded;
  }

  /** Whether context and candidate encoded together would give other ids than one after the other. */
  jointDiffers(context: EncodedContext, candidate: string): boolean {
    const alone = this.#encodeRun(candidate);
    const tail = this.#encodeRun(context.tailText);
    const joint = this.#encodeRun(context.tailText + candidate);
    if (!alone.ok || !tail.ok || !joint.ok) return true;
    const separate = [...tail.value.ids, ...alone.value.ids];
    return (
      separate.length !== joint.value.ids.length ||
      separate.some((id, index) => id !== joint.value.ids[index])
    );
  }

  /** Text of ids. Control tokens by their spelling; ids without a token and broken UTF-8 as U+FFFD. */
  decode(ids: readonly number[]): string {
    let text = '';
    let bytes: number[] = [];
    const flush = (): void => {
      if (bytes.length > 0) text += textOfBytes(Uint8Array.from(bytes));
      bytes = [];
    };
    for (const id of ids) {
      const control = this.#addedById.get(id);
      const piece = this.#pieces[id];
      const pieceBytes = control !== undefined || piece === undefined ? null : bytesOfPiece(piece);
      if (pieceBytes !== null) {
        for (const byte of pieceBytes) bytes.push(byte);
        continue;
      }
      flush();
      text += control?.content ?? '\uFFFD';
    }
    flush();
    return text;
  }

  /** What one token adds to `decode`: the bytes it spells. */
  bytesOf(id: number): Uint8Array {
    const known = this.#bytes[id];
    if (known !== undefined) return known;
    const control = this.#addedById.get(id);
    const piece = this.#pieces[id];
    const spelt = control !== undefined || piece === undefined ? null : bytesOfPiece(piece);
    const bytes = spelt ?? new TextEncoder().encode(control?.content ?? '\uFFFD');
    this.#bytes[id] = bytes;
    return bytes;
  }

  /** One token for display: line breaks and tabs made visible, half characters as bytes in hexadecimal. */
  piece(id: number): string {
    const control = this.#addedById.get(id);
    if (control !== undefined) return control.content;
    const piece = this.#pieces[id];
    const bytes = piece === undefined ? null : bytesOfPiece(piece);
    if (bytes === null) return `⟨${String(id)}⟩`;
    const text = exactTextOfBytes(bytes);
    if (text !== null) return text.replaceAll('\n', '↵').replaceAll('\r', '␍').replaceAll('\t', '⇥');
    return `⟨${Array.from(bytes, (byte) => byte.toString(16).toUpperCase().padStart(2, '0')).join(' ')}⟩`;
  }
}

/** Builds the tokenizer from the texts of a checkpoint's files. Nothing is fetched. */
export function createChatTokenizer(files: TokenizerFiles): Result<ChatTokenizer> {
  const definition = readTokenizerDefinition(
    files.tokenizerJson,
    files.tokenizerConfigJson,
    files.chatTemplateJinja,
  );
  if (!definition.ok) return definition;
  let tokenizer: PreTrainedTokenizer;
  try {
    tokenizer = new PreTrainedTokenizer(definition.value.plain, definition.value.config);
  } catch (error) {
    return tokenizerRefused('tokenizer-unsupported', 'The tokenizer could not be built.', String(error));
  }
  return ChatTokenizer.create(definition.value, tokenizer);
}
