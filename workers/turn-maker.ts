import type { LanguageModel } from '../src/engine/index.ts';
import type { Result } from '../src/records/index.ts';
import type { Message } from '../src/transcript/index.ts';

/** What turns need of a tokenizer. */
export interface TurnTokenizer {
  readonly endOfTurn: number;
  encodeContext(
    messages: readonly Message[],
    parts: readonly never[],
  ): Result<{ readonly ids: readonly number[] }>;
  decode(ids: readonly number[]): string;
  bytesOf(id: number): Uint8Array;
}

/** The parts of an open checkpoint that write turns. */
export interface TurnMaker {
  readonly model: LanguageModel;
  readonly tokenizer: TurnTokenizer;
}
