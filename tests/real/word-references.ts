/** Scores with each word hidden that PyTorch gave (oracle/reference_scores.py --words), and what the lab asks for them. */
import { readFileSync } from 'node:fs';
import {
  hiddenUnits,
  isHiddenName,
  parseItemSet,
  probeUnits,
  wordUnits,
  type HiddenName,
  type ProbeItem,
  type ProbeUnit,
  type WordPart,
} from '../../src/probe/index.ts';
import type { ReferenceRow } from './reference-rows.ts';

export const WORDS_ASKED = ['call', 'error', 'goal'] as const satisfies readonly WordPart[];

export type WordAsked = (typeof WORDS_ASKED)[number];

export const wordReferences = (file: string): readonly ReferenceRow[] =>
  (JSON.parse(readFileSync(file, 'utf8')) as { rows: ReferenceRow[] }).rows;

/** The items of a set that the references are about. */
export function itemsOfReferences(set: string, theirs: readonly ReferenceRow[]): readonly ProbeItem[] {
  const read = parseItemSet(readFileSync(`static-probes/${set}.jsonl`, 'utf8'), set);
  if (!read.ok) throw new Error(read.error.details);
  return read.value.filter(({ item_id }) => theirs.some((row) => row.item_id === item_id));
}

/** The failed call of an item as it stands, with each part hidden, and with each of its words and its control. */
export function unitsWithWords(
  item: ProbeItem,
  parts: readonly WordAsked[] = WORDS_ASKED,
): readonly ProbeUnit[] {
  const plain = probeUnits([item], ['fail']).filter(({ candidate }) => candidate === 'failed');
  const words = parts.flatMap((part) => wordUnits(item, { condition: 'fail', part }));
  return [...plain, ...hiddenUnits(item, 'fail', parts), ...words];
}

/** Names of what an item's references hide, null for the plain score. */
export const hiddenNamesOf = (
  rows: readonly { readonly hidden: string | null }[],
): ReadonlySet<HiddenName | null> =>
  new Set(
    rows.map(({ hidden }) => {
      if (hidden !== null && !isHiddenName(hidden)) throw new Error(`${hidden} names nothing`);
      return hidden;
    }),
  );
