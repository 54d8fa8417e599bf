/**
 * The paper's ToolShed items as the mirrored checkpoint reads them: its own tokenizer, its own `neut_pad`, and what is
 * asked of it under every condition. Made by the lab's own rooms, in Node.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import {
  createChatTokenizer,
  type ChatTokenizer,
  type EncodedContext,
} from '../../src/checkpoint/files/tokenizer.ts';
import {
  CONDITIONS,
  paddedNeutral,
  parseItemSet,
  probeUnits,
  underCondition,
  type ConditionName,
  type ProbeItem,
  type ProbeUnit,
  type Showing,
} from '../../src/probe/index.ts';
import type { Result } from '../../src/records/index.ts';
import { PAPER_WORDING } from '../../src/transcript/index.ts';
import { readFolder } from '../fixtures/tokens/parity.ts';
import { CHECKPOINT } from './reference-rows.ts';

/** All 275; those of the core and of the extended run are among them. */
export const toolshedItems: readonly ProbeItem[] = valueOf(
  parseItemSet(readFileSync('static-probes/toolshed-paper-2026.jsonl', 'utf8'), 'toolshed-paper-2026.jsonl'),
);

export const tokenizer: ChatTokenizer = tokenizerOf(`checkpoints/${CHECKPOINT}`);

/** Encoding takes most of the time here, and the same is asked again and again. */
const contexts = new Map<string, EncodedContext>();
const texts = new Map<string, readonly number[]>();

/** Ids of a text alone. */
export function idsOfText(text: string): readonly number[] {
  const ids = texts.get(text) ?? valueOf(tokenizer.encodeCandidate(text));
  texts.set(text, ids);
  return ids;
}

export const showing: Showing = {
  wording: PAPER_WORDING,
  padded: new Map(
    toolshedItems.flatMap((item) => {
      const padded = paddedNeutral(item, PAPER_WORDING, (text) => idsOfText(text).length);
      return padded === null ? [] : [[item.item_id, padded] as const];
    }),
  ),
};

/** Everything that can be asked with the published candidates, by `item/condition/candidate`. */
const unitsById: ReadonlyMap<string, ProbeUnit> = new Map(
  probeUnits(toolshedItems, CONDITIONS, showing).map((unit) => [unit.request.id, unit]),
);

/** The unit, or an error that names what is not there. */
export function unitOf(itemId: string, condition: string, candidate: string): ProbeUnit {
  const unit = unitsById.get(`${itemId}/${condition}/${candidate}`);
  if (unit === undefined) throw new Error(`nothing is asked as ${itemId}/${condition}/${candidate}`);
  return unit;
}

/** The item's transcript under a condition, in tokens, generation prompt included. */
export function contextOf(item: ProbeItem, condition: ConditionName): EncodedContext {
  const name = `${item.item_id}/${condition}`;
  const known = contexts.get(name);
  if (known !== undefined) return known;
  const transcript = underCondition(item, condition, showing);
  if (transcript === null) throw new Error(`${item.item_id} cannot be asked under ${condition}`);
  const encoded = valueOf(tokenizer.encodeContext(transcript.messages, []));
  contexts.set(name, encoded);
  return encoded;
}

export const contextIds = (item: ProbeItem, condition: ConditionName): readonly number[] =>
  contextOf(item, condition).ids;

/** As the references name their contexts. */
export const idsSha256 = (ids: readonly number[]): string =>
  createHash('sha256').update(ids.join()).digest('hex');

export interface Pair {
  readonly one: ProbeItem;
  readonly other: ProbeItem;
}

/** Pairs of items of one decision point: the same past, the same right call, other wrong ones. */
export const siblings: readonly Pair[] = toolshedItems.flatMap((one, index) =>
  toolshedItems
    .slice(index + 1)
    .filter((other) => isSibling(one, other))
    .map((other) => ({ one, other })),
);

/** Siblings of which the first one's `fail_other` shows the second one's failed call. */
export const crossed: readonly Pair[] = toolshedItems.flatMap((one) =>
  toolshedItems
    .filter((other) => isSibling(one, other) && one.distractors[0] === other.failed_action)
    .map((other) => ({ one, other })),
);

function isSibling(one: ProbeItem, other: ProbeItem): boolean {
  const place = ({ task_id, step_index, gold_action }: ProbeItem): string =>
    JSON.stringify([task_id, step_index, gold_action]);
  return place(one) === place(other);
}

function tokenizerOf(folder: string): ChatTokenizer {
  if (!existsSync(folder)) throw new Error(`${folder} is missing: run npm run mirror first`);
  return valueOf(createChatTokenizer(readFolder(folder)));
}

function valueOf<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value;
}
