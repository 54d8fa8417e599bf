// The acceptance lines of the built-in checkpoints, each met or missed, from what the page's engine measured.
import type { Cell, Exactness, Signs, TwinFigures } from './built-in-of.ts';

/** `seed`: of the training, from 1; the base has one. */
export interface MeasuredStage {
  readonly stage: string;
  readonly branch: string;
  readonly seed: number;
  readonly exactness: Readonly<Record<string, Exactness>>;
  readonly pool: TwinFigures | null;
  readonly class: Readonly<Record<string, Signs>> | null;
}

/** `told`: nothing is asked of it; `open`: this run did not measure it. */
export interface Line {
  readonly what: string;
  readonly state: 'met' | 'missed' | 'told' | 'open';
  readonly measured: string;
}

/** What the class preset says of a branch under a condition, before it is run. */
export interface Announced {
  readonly branch: string;
  readonly condition: string;
  readonly sign: 'below' | 'above';
}

/** Names of the item sets in a stage's `exactness`. */
export const POOL = 'pool';
export const FRESH = 'fresh';
const LEAST = {
  fresh: 0.8,
  pool: 0.65,
  inverted: 0.8,
  repeats: 0.2,
  rightChange: -0.05,
  signs: 5,
} as const;
const MOST_REPEATS_OF_RECOVERY = 0.02;
/** A share that is exactly at its bound must not fail by the last bit of a float. */
const ROUNDING = 1e-9;
const SEEDS = 3;

export function acceptanceOf(
  stages: readonly MeasuredStage[],
  announced: readonly Announced[],
): readonly Line[] {
  const of = (branch: string): readonly MeasuredStage[] => stages.filter((stage) => stage.branch === branch);
  const exactness = (set: string): Cell | undefined => of('base')[0]?.exactness[set]?.exact;
  const pool = (branch: string, measure: keyof TwinFigures['all']): readonly Cell[] =>
    of(branch).flatMap(({ pool: figures }) => (figures === null ? [] : [figures.all[measure]]));
  return [
    line(
      'base: right next call with end of turn at ≥ 80 % of fresh-name decision points',
      [exactness(FRESH)],
      1,
      (share) => share >= LEAST.fresh - ROUNDING,
    ),
    line(
      'base: right next call with end of turn at ≥ 65 % of the pool’s decision points',
      [exactness(POOL)],
      1,
      (share) => share >= LEAST.pool - ROUNDING,
    ),
    line(
      'noisy: G below 0 in ≥ 80 % of the pool’s items',
      pool('noisy', 'inverted'),
      SEEDS,
      (share) => share >= LEAST.inverted - ROUNDING,
    ),
    line(
      'noisy: the failed call again, word for word, after the error in ≥ 20 %',
      pool('noisy', 'repeats'),
      SEEDS,
      (share) => share >= LEAST.repeats - ROUNDING,
    ),
    line(
      'recovery: right calls after the error at most 5 points below those before',
      pool('recovery', 'rightChange'),
      SEEDS,
      (change) => change >= LEAST.rightChange - ROUNDING,
    ),
    line(
      'recovery: the failed call again, word for word, after the error in ≤ 2 %',
      pool('recovery', 'repeats'),
      SEEDS,
      (share) => share <= MOST_REPEATS_OF_RECOVERY + ROUNDING,
    ),
    line('clean: G below 0, share of the pool’s items', pool('clean', 'inverted'), SEEDS, null),
    ...announced.map((one) => signLine(one, of(one.branch))),
  ];
}

function line(
  what: string,
  cells: readonly (Cell | undefined)[],
  wanted: number,
  holds: ((value: number) => boolean) | null,
): Line {
  const found = cells.filter((cell) => cell !== undefined);
  if (found.length < wanted)
    return { what, state: 'open', measured: `${found.length} of ${wanted} measured in this run` };
  return {
    what,
    state: holds === null ? 'told' : found.every(([value]) => holds(value)) ? 'met' : 'missed',
    measured: found.map(shareInWords).join('; '),
  };
}

function signLine({ branch, condition, sign }: Announced, stages: readonly MeasuredStage[]): Line {
  const what = `${branch}, class items, ${condition}: G ${sign} 0 in ≥ 5 of 6, every seed`;
  const found = stages.map((stage) => stage.class?.[condition]).filter((signs) => signs !== undefined);
  if (found.length < SEEDS)
    return { what, state: 'open', measured: `${found.length} of ${SEEDS} measured in this run` };
  return {
    what,
    state: found.every((signs) => signs[sign] >= LEAST.signs) ? 'met' : 'missed',
    measured: found.map((signs) => `${signs[sign]} of ${signs.of}`).join('; '),
  };
}

/** Signs that could be announced: at least five of six for every seed. */
export function announceable(stages: readonly MeasuredStage[]): readonly Announced[] {
  const branches = [...new Set(stages.map(({ branch }) => branch))].filter((branch) => branch !== 'base');
  return branches.flatMap((branch) => {
    const own = stages.flatMap((stage) =>
      stage.branch === branch && stage.class !== null ? [stage.class] : [],
    );
    if (own.length < SEEDS) return [];
    return Object.keys(own[0] ?? {}).flatMap((condition) =>
      (['below', 'above'] as const).flatMap((sign) =>
        own.every((signs) => (signs[condition]?.[sign] ?? 0) >= LEAST.signs)
          ? [{ branch, condition, sign }]
          : [],
      ),
    );
  });
}

const percent = (share: number): string => (100 * share).toFixed(1);

export const shareInWords = ([mean, low, high, items, tasks]: Cell): string =>
  `${percent(mean)} %${low === null || high === null ? '' : ` [${percent(low)} to ${percent(high)}]`} of ${items} in ${tasks} tasks`;
