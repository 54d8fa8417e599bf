import type { ConditionName, ProbeItem, Showing } from '../probe/index.ts';
import { canonicalJson, type Provenance } from '../records/index.ts';
import type { EngineClient } from './engine-client.ts';
import type { Refusal } from './probe-record.ts';

/** The padded neutral texts of a run, and the items that have none. */
export interface Padding {
  readonly padded: Showing['padded'];
  readonly refusals: readonly Refusal[];
}

const NONE: Padding = { padded: new Map(), refusals: [] };

/** Each takes some milliseconds of tokenizing: a question of so many items is answered before anybody calls it silence. */
const ITEMS_A_QUESTION = 25;

/** What a run does meanwhile: it shows how far it is, and stops when it is cancelled. */
interface PaddingTurns {
  readonly onPadded: (done: number, all: number) => void;
  readonly isStopped: () => boolean;
}

const UNWATCHED: PaddingTurns = { onPadded: () => undefined, isStopped: () => false };

/**
 * The neutral texts that `neut_pad` shows, counted by the loaded checkpoint; none are made while nobody asks for them.
 * The same question is answered once. Stopped, it gives what there is, and keeps nothing.
 */
export class PaddingShelf {
  #made: {
    readonly question: string;
    readonly items: readonly ProbeItem[];
    readonly padding: Padding;
  } | null = null;

  async paddingFor(
    client: EngineClient,
    items: readonly ProbeItem[],
    conditions: readonly ConditionName[],
    { wording }: Showing,
    { tokenizerSha256 }: Pick<Provenance, 'tokenizerSha256'>,
    { onPadded, isStopped }: PaddingTurns = UNWATCHED,
  ): Promise<Padding> {
    if (!conditions.includes('neut_pad')) return NONE;
    const question = canonicalJson([tokenizerSha256, wording.neutral, wording.error]);
    if (this.#made?.question === question && this.#made.items === items) return this.#made.padding;
    const padded = new Map<string, string>();
    const refusals: Refusal[] = [];
    for (let from = 0; from < items.length; from += ITEMS_A_QUESTION) {
      if (isStopped()) return { padded, refusals };
      onPadded(from, items.length);
      for (const answer of await client.padNeutrals(items.slice(from, from + ITEMS_A_QUESTION), wording)) {
        if (answer.text !== null) padded.set(answer.itemId, answer.text);
        else refusals.push({ requestId: `${answer.itemId}/neut_pad`, error: answer.error });
      }
    }
    const padding = { padded, refusals };
    this.#made = { question, items, padding };
    return padding;
  }
}
