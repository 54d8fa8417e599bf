import { highest } from './equal-ranks.ts';
import { counted, fixed, signed, signedWithin } from './number-words.ts';
import { pNumber, pText, SIGNIFICANT } from './p-words.ts';
import type { HarnessContrast, Signs } from '../rollout/index.ts';
import type { ResampledEstimate } from '../statistics/index.ts';
import type { ContrastMeasureWords } from './contrast-measures.ts';

/** A contrast that has a value. */
export interface ContrastRow extends HarnessContrast {
  readonly change: ResampledEstimate;
  /** The harness repeats whatever the model does: no finding about the model. */
  readonly isByConstruction: boolean;
}

/** Whether tasks differ in one direction beyond chance, by the draws and by the exact test alike. */
export const isTold = ({ holmP, tasks, isByConstruction }: ContrastRow): boolean =>
  !isByConstruction && (holmP ?? 1) < SIGNIFICANT && (tasks.p ?? 1) < SIGNIFICANT;

/** '+49 [+33 to +64]', in the unit of the measure. */
export const changeText = ({ change }: ContrastRow, { factor, digits }: ContrastMeasureWords): string =>
  signedWithin(
    factor * change.value,
    change.interval === null
      ? null
      : { low: factor * change.interval.low, high: factor * change.interval.high },
    digits,
  );

export const signText = ({ p }: Signs): string => (p === null ? 'none differs' : `p = ${pNumber(p)}`);

/** 'tasks 4 more, 0 less; kinds 1, 0'. */
export const signsText = ({ tasks, kinds }: ContrastRow): string =>
  `tasks ${tasks.more} more, ${tasks.less} less; kinds ${kinds.more}, ${kinds.less}`;

/** All of a row as it should be heard. */
export function rowWords(row: ContrastRow, words: ContrastMeasureWords): string {
  const { change, tasks, kinds } = row;
  const way = !words.isRepeating
    ? ''
    : change.value > 0
      ? ', toward repeating'
      : change.value < 0
        ? ', away from repeating'
        : ', no change';
  return (
    `${changeText(row, words)} ${words.unit} of ${words.name}${way}, ${counted(change.n, 'task')} of ${counted(change.clusters, 'kind')}, ${pText(row, change.draws)}; ` +
    `more in ${counted(tasks.more, 'task')} and less in ${fixed(tasks.less, 0)} (${tasks.p === null ? 'no task differs' : `sign test ${signText(tasks)}`}), of kinds more in ${kinds.more} and less in ${kinds.less}` +
    (row.isByConstruction ? '; by construction' : '')
  );
}

/** Up to so many harnesses that can be told are all named; of more, the ends. */
const MOST_NAMED = 4;

/** What can be told from the reference, what had to be so, and how many cannot. */
export function contrastHeading(
  rows: readonly ContrastRow[],
  words: ContrastMeasureWords,
  reference: string,
): string {
  const opening = `${words.name.slice(0, 1).toUpperCase()}${words.name.slice(1)} against ${reference}`;
  const free = rows.filter((row) => !row.isByConstruction);
  const held = free.filter(({ holmP }) => holmP !== null);
  const told = held.filter(isTold);
  const forced = rows.filter((row) => row.isByConstruction);
  const rest = held.length - told.length;
  const waiting = free.length - held.length;
  const others = counted(held.length, 'harness', 'harnesses');
  const say = (row: ContrastRow): string =>
    `${row.harness} ${changeOf(row, words)} (more in ${row.tasks.more}, less in ${row.tasks.less} of ${counted(row.change.n, 'task')})`;
  const endOf = (among: readonly ContrastRow[], sign: 1 | -1): string =>
    highest(among, ({ change }) => sign * change.value)
      .slice(0, 1)
      .map(say)
      .join('');
  const parts = [
    ...(told.length > MOST_NAMED
      ? [`${told.length} of ${others} can be told from it, from ${endOf(told, -1)} to ${endOf(told, 1)}`]
      : told.map(say)),
    ...forced.map((row) => `${row.harness} ${changeOf(row, words)} by construction`),
  ];
  const sentences = [
    held.length === 0
      ? null
      : told.length === 0
        ? `${held.length === 1 ? `${held[0]?.harness ?? ''} cannot` : `None of ${others} can`} be told from ${reference}, which does not say that they are equal.`
        : rest === 0
          ? null
          : `${rest} of ${others} cannot be told from it.`,
    waiting === 0
      ? null
      : `${counted(waiting, 'harness', 'harnesses')} ${waiting === 1 ? 'has' : 'have'} too few tasks to tell.`,
  ].filter((sentence) => sentence !== null);
  return `${opening}: ${[...(parts.length === 0 ? [] : [`${parts.join('; ')}.`]), ...sentences].join(' ')}`;
}

const changeOf = ({ change }: ContrastRow, { factor, digits, unit }: ContrastMeasureWords): string =>
  `${signed(factor * change.value, digits)} ${unit}`;

/** Tasks that were decided before anything failed under one harness and not under the other. */
export function stepOneSentence(rows: readonly HarnessContrast[], reference: string): string {
  const found = rows.flatMap(({ harness, stepOneInOne }) =>
    [harness, reference].flatMap((name) => {
      const tasks = new Set(stepOneInOne.filter((one) => one.harness === name).map(({ taskId }) => taskId));
      const other = name === harness ? reference : harness;
      return tasks.size === 0 ? [] : [`${counted(tasks.size, 'task')} under ${name} and not under ${other}`];
    }),
  );
  return found.length === 0
    ? ''
    : `Solved in step one, and left out: ${found.join('; ')}; nothing had failed before, so this is no reaction to a failure.`;
}
