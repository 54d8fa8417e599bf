import type { Detected, Draft, DraftTurn } from './draft.ts';
import { spanOfNode, type JsonNode } from './json-node.ts';
import type { JsonRecords } from './json-records.ts';
import type { PasteWarning, SkippedPart, UnreadPart } from './normal-form.ts';
import { runLabel, type RecordList } from './record-lists.ts';

/** Where a format puts what it reads of one run. */
export interface Pen {
  /** What the offsets of the nodes are offsets of. */
  readonly text: string;
  readonly turns: DraftTurn[];
  readonly skip: (what: string, node: JsonNode | undefined) => void;
  readonly unread: (why: string, node: JsonNode) => void;
  readonly warn: (code: string, text: string, node: JsonNode | null) => void;
}

/** A format whose runs are lists of records: every list is a run, read by `readList` when it is asked for. */
export function listsAsRuns(
  records: JsonRecords,
  lists: readonly RecordList[],
  { why, variant = null }: { readonly why: string; readonly variant?: string | null },
  readList: (list: RecordList, pen: Pen) => void,
): Detected {
  return {
    why,
    variant,
    runs: lists.map((list, index) => ({
      label: runLabel(list, index),
      span: list.span,
      read: () => draftOf(records, lists, list, readList),
    })),
  };
}

function draftOf(
  records: JsonRecords,
  lists: readonly RecordList[],
  list: RecordList,
  readList: (list: RecordList, pen: Pen) => void,
): Draft {
  const turns: DraftTurn[] = [];
  const skipped: SkippedPart[] = records.roots.map((root) => ({
    what: list.root === root || list.root === undefined ? 'fields beside the messages' : 'other records',
    span: spanOfNode(root),
  }));
  for (const other of lists) if (other !== list) skipped.push({ what: 'another run', span: other.span });
  for (const { repeats } of lists) {
    for (const span of repeats) skipped.push({ what: 'the same messages again', span });
  }
  const unread: UnreadPart[] = [...records.around];
  const warnings: PasteWarning[] = [...records.warnings, ...lineWarnings(records)];
  const pen: Pen = {
    text: records.text,
    turns,
    skip: (what, node) => {
      if (node !== undefined) skipped.push({ what, span: spanOfNode(node) });
    },
    unread: (why, node) => unread.push({ why, span: spanOfNode(node) }),
    warn: (code, text, node) => warnings.push({ code, text, span: node === null ? null : spanOfNode(node) }),
  };
  readList(list, pen);
  return { turns, skipped, unread, warnings };
}

function lineWarnings({ shape, around, fault }: JsonRecords): PasteWarning[] {
  if (shape !== 'lines') return [];
  const warnings: PasteWarning[] = [];
  if (fault !== null) {
    const span = around.at(-1)?.span ?? null;
    warnings.push({ code: 'cut-off', text: 'The last record is cut off and was not read.', span });
  }
  const count = around.length - (fault === null ? 0 : 1);
  if (count > 0) {
    const text = `${count === 1 ? 'One line is' : `${count} lines are`} not JSON and were not read.`;
    warnings.push({ code: 'other-lines', text, span: around[0]?.span ?? null });
  }
  return warnings;
}
