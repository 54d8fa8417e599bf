import type { ConditionName, ItemLabel, MeasureName, Scale } from '../../probe/index.ts';
import { isPublished, type Interval } from '../../statistics/index.ts';
import type { PublishedCheckpoint, PublishedTuple, PublishedValues } from './published-file.ts';

/** One of the paper's values, in the unit of its measure, for its own items. */
export interface PublishedCell {
  readonly value: number;
  readonly interval: Interval;
  readonly items: number;
  readonly tasks: number;
  /** With fewer than 30 items a cell is in the released tables, but not in the paper's averages and fits. */
  readonly status: 'published' | 'few-items';
}

/** What may follow a hub name in the name of the same weights, stored in another way: `-q4_1`, `-bf16`, `-gguf`. */
const STORED_AS = /^(?:[-_.](?:q\d\w*|b?f(?:p)?\d+|gguf|mlx|onnx))*$/;

/** The paper's values for a checkpoint, known by its hub name. Null: it is not in the study. */
export function publishedCheckpoint(
  { checkpoints }: PublishedValues,
  checkpointId: string,
): PublishedCheckpoint | null {
  const name = nameIn(checkpointId);
  return (
    checkpoints.find(({ hubId }) => {
      const studied = nameIn(hubId);
      return name.startsWith(studied) && STORED_AS.test(name.slice(studied.length));
    }) ?? null
  );
}

const nameIn = (id: string): string => id.toLowerCase().split('/').at(-1) ?? '';

/** A measure as the paper has it. On scales of tokens or bytes it has few. */
export function publishedMeasure(
  { wholeCall, perToken }: PublishedCheckpoint,
  measure: MeasureName,
  scale: Scale = 'whole-call',
): PublishedCell | null {
  if (scale === 'whole-call' || isOnEveryScale(measure)) return cellOf(wholeCall[measure]);
  return scale === 'per-token' ? cellOf(perToken[measure]) : null;
}

/** Shares and greedy turns are not logarithms: no scale changes them. */
const isOnEveryScale = (measure: MeasureName): boolean => /^(p_rep|repeats|right_call)/.test(measure);

/** Paired change of log p of the failed call, shown like this instead of by the usual error; nats, above zero: likelier. */
export const publishedChange = (
  { changes }: PublishedCheckpoint,
  condition: ConditionName,
): PublishedCell | null => cellOf(changes[condition]);

/** G, copy or sem over the items of one group, such as operator arg_typo. Null: fewer than three items. */
export const publishedGroup = (
  { groups }: PublishedCheckpoint,
  label: ItemLabel,
  group: string,
  measure: 'G' | 'copy' | 'sem',
): PublishedCell | null => cellOf(groups[label][group]?.[measure]);

function cellOf(tuple: PublishedTuple | undefined): PublishedCell | null {
  if (tuple === undefined) return null;
  const [value, low, high, items, tasks] = tuple;
  const status = isPublished({ n: items }) ? 'published' : 'few-items';
  return { value, interval: { low, high }, items, tasks, status };
}
