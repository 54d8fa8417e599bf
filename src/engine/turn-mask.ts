import type { EncodedDecodeRequest } from './decode-request.ts';
import type { BanVerdict, TurnBan } from './turn-ban.ts';
import { endAfter } from './turn-end.ts';

/** The bytes that a token writes; a character may be spread over several tokens. */
export type BytesOf = (token: number) => Uint8Array;

/** The text of tokens: their bytes together, and U+FFFD for what is no UTF-8. */
export function turnText(tokenIds: readonly number[], bytesOf: BytesOf): string {
  return textOf(tokenIds.map(bytesOf));
}

/** Which tokens may be chosen next without the turn ending, now or by necessity, on a banned action. */
export class TurnMask {
  readonly #request: EncodedDecodeRequest;
  readonly #ban: TurnBan;
  readonly #bytesOf: BytesOf;
  readonly #windowTokens: number;
  readonly #tokenIds: readonly number[];
  readonly #written: Uint8Array;
  readonly #answers = new Map<number, boolean>();
  #isEndFree: boolean | null = null;

  /** For the token that follows `tokenIds`. */
  constructor(
    request: EncodedDecodeRequest,
    ban: TurnBan,
    tokenIds: readonly number[],
    bytesOf: BytesOf,
    windowTokens: number,
  ) {
    this.#request = request;
    this.#ban = ban;
    this.#bytesOf = bytesOf;
    this.#windowTokens = windowTokens;
    this.#tokenIds = tokenIds;
    this.#written = joined(tokenIds.map(bytesOf));
  }

  /** Whether the mask matters here: the turn may not end as it stands, or a token that was asked about is refused. */
  get isApplied(): boolean {
    return !this.#mayEnd() || [...this.#answers.values()].includes(false);
  }

  readonly allows = (token: number): boolean => {
    const known = this.#answers.get(token);
    if (known !== undefined) return known;
    const answer = this.#request.stopIds.includes(token) ? this.#mayEnd() : this.#mayFollow(token);
    this.#answers.set(token, answer);
    return answer;
  };

  /** A stop token writes nothing: the turn would end as it stands. */
  #mayEnd(): boolean {
    this.#isEndFree ??= this.#verdict(this.#written) === 'free';
    return this.#isEndFree;
  }

  /** A banned text may be passed through, unless the turn ends there or cannot get away from it any more. */
  #mayFollow(token: number): boolean {
    const verdict = this.#verdict(joined([this.#written, this.#bytesOf(token)]));
    if (verdict !== 'banned') return verdict === 'free';
    return endAfter(this.#request, [...this.#tokenIds, token], this.#windowTokens) === null;
  }

  #verdict(bytes: Uint8Array): BanVerdict {
    return this.#ban.verdict(utf8.decode(bytes));
  }
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });

const textOf = (parts: readonly Uint8Array[]): string => utf8.decode(joined(parts));
