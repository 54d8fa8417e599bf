// What a trained stage comes to, from rows of the page's engine: right next calls of the base, gains and repeats of a
// twin, signs on the class items.
import {
  itemMeasures,
  type ConditionName,
  type ItemMeasures,
  type ProbeItem,
} from '../../src/probe/index.ts';
import { mistakeClassOf } from '../../src/probe/mistake-class.ts';
import type { ScoreRow } from '../../src/records/index.ts';
import {
  breakdown,
  estimate,
  FINAL_DRAWS,
  itemTable,
  PUBLISHED_SEED,
  resampling,
  type ItemTable,
  type ResampledEstimate,
} from '../../src/statistics/index.ts';

/** Mean, ends of its 95 % interval by task, items, tasks. */
export type Cell = readonly [
  mean: number,
  low: number | null,
  high: number | null,
  items: number,
  tasks: number,
];

/** Share of decision points at which greedy decoding writes the right call and ends its turn. */
export interface Exactness {
  readonly exact: Cell;
  /** Of the call alone, whatever would follow it. */
  readonly callAlone: Cell;
  /** The same by the tool of the right call. */
  readonly byTool: Readonly<Record<string, Cell>>;
}

const MEASURES = [
  ...(['G', 'inverted', 'repeats', 'repeatsWholeTurn', 'repeatsBefore'] as const),
  ...(['rightBefore', 'rightAfter', 'rightChange'] as const),
];
export type TwinMeasure = (typeof MEASURES)[number];
export type TwinCells = Readonly<Record<TwinMeasure, Cell>>;

/** A stage on a set, asked before and after the error, made-up values apart from form errors. Shares 0…1, G in nats. */
export interface TwinFigures {
  readonly all: TwinCells;
  readonly byMistake: Readonly<Record<string, TwinCells>>;
  readonly byOperator: Readonly<Record<string, TwinCells>>;
}

/** How many of the items have G below and above zero under a condition, and how many right calls. */
export interface Signs {
  readonly below: number;
  readonly above: number;
  readonly of: number;
  readonly meanNats: number;
  readonly right: number;
}

const draws = () => resampling({ draws: FINAL_DRAWS, seed: PUBLISHED_SEED });

/**
 * Items of one step of one task ask for the same call after the same transcript: it is counted once. Throws where a
 * score is missing: a share of what happened to be scored is another figure.
 */
export function exactnessOf(items: readonly ProbeItem[], rows: readonly ScoreRow[]): Exactness {
  const byId = new Map(
    rows
      .filter(({ condition, candidate }) => condition === 'pre' && candidate === 'gold')
      .map((row) => [row.item_id, row]),
  );
  const points = new Map(
    items.map((item) => [`${item.task_id} ${item.step_index} ${item.gold_action}`, item]),
  );
  const table = tableOf(
    [...points].map(([point, item]) => {
      const row = byId.get(item.item_id);
      if (row?.is_greedy_turn == null) throw new Error(`${item.item_id}: its right call was not scored`);
      return {
        item: point,
        cluster: item.task_id,
        labels: { tool: /^\w+/.exec(item.gold_action)?.[0] ?? '' },
        values: { exact: Number(row.is_greedy_turn), callAlone: Number(row.is_greedy) },
      };
    }),
  );
  return {
    exact: cellOf(estimate(table, 'exact', draws())),
    callAlone: cellOf(estimate(table, 'callAlone', draws())),
    byTool: Object.fromEntries(
      breakdown(table, 'tool', ['exact'], draws()).map(({ label, estimates }) => [
        label,
        cellOf(estimates.exact),
      ]),
    ),
  };
}

export function twinFiguresOf(items: readonly ProbeItem[], rows: readonly ScoreRow[]): TwinFigures {
  const table = tableOf(measuresOfAll(items, rows).map(twinItem));
  const cellsBy = (label: 'mistake' | 'operator'): Record<string, TwinCells> =>
    Object.fromEntries(
      breakdown(table, label, MEASURES, draws()).map(({ label: name, estimates }) => [
        name,
        cellsOf((measure) => estimates[measure]),
      ]),
    );
  return {
    all: cellsOf((measure) => estimate(table, measure, draws())),
    byMistake: cellsBy('mistake'),
    byOperator: cellsBy('operator'),
  };
}

/** Signs of G under each of the conditions, `pre` being what all are held against. */
export function signsOf(
  items: readonly ProbeItem[],
  rows: readonly ScoreRow[],
  conditions: readonly ConditionName[],
): Readonly<Record<string, Signs>> {
  const measures = measuresOfAll(items, rows);
  const right = (condition: ConditionName): number =>
    measures.filter(({ under }) => under[condition].rightCall === true).length;
  return Object.fromEntries(
    conditions.map((condition) => {
      const gains = measures.map(({ item, under }) =>
        there(under[condition].gainNats, `${item.item_id} under ${condition}`),
      );
      return [
        condition,
        {
          below: gains.filter((nats) => nats < 0).length,
          above: gains.filter((nats) => nats > 0).length,
          of: gains.length,
          meanNats: gains.reduce((sum, nats) => sum + nats, 0) / gains.length,
          right: right(condition),
        },
      ];
    }),
  );
}

function measuresOfAll(items: readonly ProbeItem[], rows: readonly ScoreRow[]): readonly ItemMeasures[] {
  const measures = itemMeasures(items, rows);
  if (measures.length !== items.length)
    throw new Error(`${measures.length} of ${items.length} items were scored`);
  return measures;
}

function twinItem({ item, gainNats, under: { pre, fail } }: ItemMeasures) {
  const known = <T>(value: T | null): T => there(value, item.item_id);
  const yes = (value: boolean | null): number => Number(known(value));
  const gain = known(gainNats);
  const [rightBefore, rightAfter] = [yes(pre.rightCall), yes(fail.rightCall)];
  const values: Record<TwinMeasure, number> = {
    G: gain,
    inverted: Number(gain < 0),
    repeats: yes(fail.repeats),
    repeatsWholeTurn: yes(fail.repeatsWholeTurn),
    repeatsBefore: yes(pre.repeats),
    rightBefore,
    rightAfter,
    rightChange: rightAfter - rightBefore,
  };
  return {
    item: item.item_id,
    cluster: item.task_id,
    labels: { mistake: there(mistakeClassOf(item.operator), item.operator), operator: item.operator },
    values,
  };
}

function there<T>(value: T | null | undefined, what: string): T {
  if (value === null || value === undefined) throw new Error(`${what}: a score is missing`);
  return value;
}

function tableOf<Measure extends string, Label extends string>(
  items: Parameters<typeof itemTable<Measure, Label>>[0],
): ItemTable<Measure, Label> {
  const table = itemTable(items);
  if (!table.ok) throw new Error(`${table.error.happened} ${table.error.details}`);
  return table.value;
}

const cellsOf = (of: (measure: TwinMeasure) => ResampledEstimate | null): TwinCells =>
  Object.fromEntries(MEASURES.map((measure) => [measure, cellOf(of(measure))])) as TwinCells; // it forgets the keys

function cellOf(found: ResampledEstimate | null): Cell {
  if (found === null) throw new Error('nothing was scored');
  const { value, interval, n, clusters } = found;
  return [value, interval?.low ?? null, interval?.high ?? null, n, clusters];
}
