import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  breakdown,
  contrast,
  estimate,
  itemTable,
  LIVE_DRAWS,
  PUBLISHED_SEED,
  resampling,
} from '../statistics/index.ts';
import { CONDITIONS, itemMeasures, itemValues, SCALES, type MeasureName, type Scale } from './index.ts';
import { sampleItem, sampleRow } from './sample-item.ts';

const CANDIDATES = ['failed', 'gold', 'distractor0', 'distractor1'] as const;
const OPERATORS = ['arg_typo', 'drop_arg', 'tool_typo'];
/** Scores of four candidates under fifteen conditions. */
const scored = fc.array(fc.double({ min: -80, max: 0, noNaN: true }), { minLength: 60, maxLength: 60 });
const draws = resampling({ draws: LIVE_DRAWS / 10, seed: PUBLISHED_SEED });

function tableOf(runs: readonly (readonly number[])[], scale: Scale) {
  const items = runs.map((_, i) => ({
    ...sampleItem,
    item_id: `item-${i}`,
    task_id: `task-${i % 3}`,
    operator: OPERATORS[i % 3] ?? '',
  }));
  const rows = runs.flatMap((nats, i) =>
    CONDITIONS.flatMap((condition, c) =>
      CANDIDATES.map((candidate, at) => {
        const row = sampleRow(
          { item_id: `item-${i}`, condition, candidate },
          nats[c * 4 + at] ?? NaN,
          3 + at,
        );
        return { ...row, token_ids: row.token_ids.map((id) => id + 10 * at) };
      }),
    ),
  );
  const table = itemTable(itemMeasures(items, rows).map((measures) => itemValues(measures, scale)));
  if (!table.ok) throw new Error(table.error.details);
  return table.value;
}

test('the identities hold item by item and for the means of every cell, on every scale (analysis §2.1, §12)', () => {
  fc.assert(
    fc.property(
      fc.array(scored, { minLength: 3, maxLength: 7 }),
      fc.constantFrom(...SCALES),
      (runs, scale) => {
        const table = tableOf(runs, scale);
        const near = (a: number, b: number) => {
          expect(Math.abs(a - b)).toBeLessThanOrEqual(1e-9);
        };
        const hold = (of: (name: MeasureName) => number) => {
          near(of('G') + of('copy') + of('sem'), 0);
          near(of('G') + of('copy_pad') + of('sem_pad'), 0);
          near(of('G') + of('copy_succ') + of('polarity'), 0);
          near(of('margin_shift'), of('repair') + of('G'));
          near(of('repair'), -of('G_right of fail'));
          near(of('p_rep_shift'), of('p_rep of fail') - of('p_rep of pre'));
          for (const condition of CONDITIONS)
            near(of(`G of ${condition}`), of('G') - (of(`L of ${condition}`) - of('L of fail')));
        };
        for (const { values } of table.items) hold((name) => values[name] ?? NaN);
        hold((name) => estimate(table, name, draws)?.value ?? NaN);
        const groups = breakdown(table, 'operator', ['G', 'copy', 'sem'], draws);
        const weighted = groups.reduce(
          (sum, { items, estimates }) => sum + items * (estimates.G?.value ?? NaN),
          0,
        );
        near(weighted / runs.length, estimate(table, 'G', draws)?.value ?? NaN);
        const delta = contrast(table, 'L of fail_k2', 'L of fail', draws)?.value ?? NaN;
        near(
          delta,
          (estimate(table, 'G', draws)?.value ?? NaN) -
            (estimate(table, 'G of fail_k2', draws)?.value ?? NaN),
        );
      },
    ),
    { numRuns: 25 },
  );
});

test('labels, yes and no as numbers, and what is missing as null', () => {
  const rows = [
    sampleRow({ item_id: sampleItem.item_id, condition: 'pre', candidate: 'failed' }, -9, 3),
    sampleRow({ item_id: sampleItem.item_id, condition: 'fail', candidate: 'failed' }, -3, 3, 0),
  ];
  const [measures] = itemMeasures([sampleItem], rows);
  if (measures === undefined) throw new Error('no measures');
  const { item, cluster, labels, values } = itemValues(measures, 'per-token');
  expect([item, cluster]).toEqual([sampleItem.item_id, 'task-1']);
  expect(labels).toEqual({
    operator: 'arg_typo',
    error: 'unexpected_argument',
    depth: '1',
    template: 'find',
  });
  expect(values).toMatchObject({
    G: -2,
    'L of fail': -1,
    G_negative: 1,
    'repeats of pre': 0,
    'repeats of fail': 1,
    copy: null,
    repair: null,
    'right_call of fail': null,
  });
});
