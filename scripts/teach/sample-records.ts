import { readFileSync } from 'node:fs';
import { parseItemSet, type ConditionName } from '../../src/probe/index.ts';
import { sampleRow } from '../../src/probe/sample-item.ts';
import { aProvenance } from '../../src/records/sample-row.ts';
import type { RecordedRun } from '../../src/ui/probe/recorded-run.ts';
import { recordedRunOf } from '../recorded/recorded-run-of.ts';
import type { FrozenSet } from './measured.ts';

/** For tests: what a checkpoint makes of the item at an index, under a condition. */
export interface Invented {
  readonly failedNats: number;
  readonly rightNats?: number;
  readonly repeats?: boolean;
  readonly right?: boolean;
}
export type Inventor = (condition: ConditionName, index: number) => Invented;

/** A frozen set as it lies there. */
export function frozenSet(name: string): FrozenSet {
  const items = parseItemSet(
    readFileSync(new URL(`../../static-probes/${name}.jsonl`, import.meta.url), 'utf8'),
    name,
  );
  if (!items.ok) throw new Error(items.error.happened);
  return { name, sha256: 'a'.repeat(64), items: items.value };
}

/** A record with invented scores, made as `npm run record:probe` makes it. */
export function sampleRecord(
  checkpointId: string,
  set: FrozenSet,
  conditions: readonly ConditionName[],
  invent: Inventor,
): RecordedRun {
  const rows = set.items.flatMap(({ item_id }, index) =>
    conditions.flatMap((condition) => {
      const { failedNats, rightNats = -8, repeats = false, right = false } = invent(condition, index);
      const misses = (is: boolean): number => (is ? 0 : 1);
      return [
        sampleRow({ item_id, condition, candidate: 'failed' }, failedNats, 2, misses(repeats)),
        sampleRow({ item_id, condition, candidate: 'gold' }, rightNats, 2, misses(right)),
      ];
    }),
  );
  return recordedRunOf({
    itemSet: { name: set.name, sha256: set.sha256, wording: 'paper' },
    items: set.items,
    rows,
    rowsSha256: sha256Like(checkpointId),
    provenance: {
      ...aProvenance,
      checkpointId,
      checkpointName: checkpointId,
      checkpointSha256: 'c'.repeat(64),
    },
  });
}

/** 64 hexadecimal digits that differ by name; nothing is hashed. */
const sha256Like = (name: string): string =>
  [...name]
    .map((letter) => letter.charCodeAt(0).toString(16))
    .join('')
    .padEnd(64, '0')
    .slice(0, 64);
