import type { Published } from '../../figures/index.ts';
import type { ItemSet } from '../../lab/index.ts';
import { isPaperForm, type ConditionName, type MeasureName, type Showing } from '../../probe/index.ts';
import type { PublishedCheckpoint } from './published-file.ts';
import { published } from './published.svelte.ts';
import { publishedMeasure } from './published-values.ts';
import { isStudied, type Shape } from './studied-shape.ts';

/**
 * The paper's G under each condition, as the strip draws it. Its items are of its simulated office, and its texts its
 * own forms: beside other items or a mended set, under other texts, or beside other weights of the same name (`shape`:
 * what was loaded; null: nothing yet), a value of the paper would say nothing.
 */
export function publishedGains(
  checkpointId: string,
  shape: Shape | null,
  itemSet: Pick<ItemSet, 'items' | 'wording'> | null,
  conditions: readonly ConditionName[],
  { wording }: Showing,
): Readonly<Partial<Record<ConditionName, Published>>> {
  if (itemSet?.wording !== 'paper' || !itemSet.items.every(({ env }) => env === 'toolshed')) return {};
  const checkpoint = published.for(checkpointId);
  if (checkpoint === null || (shape !== null && !isStudied(checkpoint, shape))) return {};
  return Object.fromEntries(
    conditions
      .filter((condition) => condition !== 'pre' && isPaperForm(condition, wording))
      .flatMap((condition) => {
        const gain = gainOf(checkpoint, condition);
        return gain === null ? [] : [[condition, gain]];
      }),
  );
}

/** What the release calls copy is how much likelier the call became under the text: G with its sign turned. */
const COPY_OF: Readonly<Partial<Record<ConditionName, MeasureName>>> = {
  neut: 'copy',
  neut_pad: 'copy_pad',
  succ: 'copy_succ',
};

function gainOf(checkpoint: PublishedCheckpoint, condition: ConditionName): Published | null {
  const copy = COPY_OF[condition];
  if (copy !== undefined) {
    const raised = publishedMeasure(checkpoint, copy);
    return (
      raised && {
        valueNats: -raised.value,
        interval: { low: -raised.interval.high, high: -raised.interval.low },
      }
    );
  }
  const gain = publishedMeasure(checkpoint, condition === 'fail' ? 'G' : `G of ${condition}`);
  return gain && { valueNats: gain.value, interval: gain.interval };
}
