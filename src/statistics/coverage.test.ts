import { expect, test } from 'vitest';
import { estimateOf } from './estimate.ts';
import { resampling, seededRandom } from './index.ts';

const SAMPLES = 2000;
const ITEMS_PER_TASK = 3;

/**
 * Share of samples whose interval holds the true mean (zero): `tasks` tasks of three items, standard normal between
 * tasks and within.
 */
function coverage(tasks: number, isClustered: boolean): number {
  const random = seededRandom(tasks);
  const uniform = (): number => (random.below(2 ** 20) + 0.5) / 2 ** 20;
  const normal = (): number => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());
  const drawn = resampling({ draws: 400, seed: 20260808 });
  let covered = 0;
  for (let sample = 0; sample < SAMPLES; sample += 1) {
    const samples = Array.from({ length: tasks }, (_, task) => {
      const shared = normal();
      return Array.from({ length: ITEMS_PER_TASK }, (_, item) => ({
        cluster: isClustered ? `task-${task}` : `item-${task}-${item}`,
        values: [shared + normal()],
      }));
    }).flat();
    const interval = estimateOf(samples, drawn, {})?.interval;
    if (interval && interval.low <= 0 && interval.high >= 0) covered += 1;
  }
  return covered / SAMPLES;
}

// With K equal tasks a percentile interval is close to mean ± z √((K − 1) / K) · standard error, which covers
// P(|t with K − 1 degrees of freedom| < z √((K − 1) / K)): these values. Margin: 3.3 standard errors of the count,
// and 0.005 for the 400 draws.
test.each([
  [40, 0.94],
  [20, 0.929],
  [10, 0.904],
  [5, 0.845],
])('%i tasks: the interval covers as often as theory says', (tasks, expected) => {
  const margin = 3.3 * Math.sqrt((expected * (1 - expected)) / SAMPLES) + 0.005;
  expect(Math.abs(coverage(tasks, true) - expected)).toBeLessThan(margin);
});

test('items taken for independent are far too sure', () => {
  expect(coverage(20, false)).toBeLessThan(0.85);
});
