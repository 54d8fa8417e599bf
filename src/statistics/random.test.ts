import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { resampling, seededRandom } from './index.ts';

interface Stream {
  readonly seed: number;
  readonly below: number;
  readonly first: readonly number[];
  readonly count: number;
  readonly sum: number;
}
const { streams } = JSON.parse(readFileSync('tests/fixtures/statistics/vectors.json', 'utf8')) as {
  readonly streams: readonly Stream[];
};

const draw = (seed: number, below: number, times: number): number[] => {
  const random = seededRandom(seed);
  return Array.from({ length: times }, () => random.below(below));
};

test.each(streams)('the stream of seed $seed below $below is that of numpy', (stream) => {
  const numbers = draw(stream.seed, stream.below, stream.count);
  expect(numbers.slice(0, 16)).toEqual(stream.first);
  expect(numbers.reduce((sum, number) => sum + number, 0)).toBe(stream.sum);
});

test('streams differ by seed and are even', () => {
  expect(draw(1, 1000, 20)).not.toEqual(draw(2, 1000, 20));
  const counts = [0, 0, 0, 0, 0, 0];
  for (const face of draw(7, 6, 6000)) counts[face] = (counts[face] ?? 0) + 1;
  const chiSquare = counts.reduce((sum, count) => sum + (count - 1000) ** 2 / 1000, 0);
  expect(chiSquare).toBeLessThan(20.5); // 0.1 % point at 5 degrees of freedom
});

test('one choice takes nothing from the stream', () => {
  const random = seededRandom(3);
  expect(random.below(1)).toBe(0);
  expect(random.below(1000)).toBe(draw(3, 1000, 1)[0]);
});

test('every draw holds as many clusters as there are, and is made once', () => {
  const drawn = resampling({ draws: 50, seed: 1 });
  const times = drawn.timesDrawn(7);
  for (let from = 0; from < times.length; from += 7)
    expect(times.slice(from, from + 7).reduce((sum, count) => sum + count, 0)).toBe(7);
  expect(times).toHaveLength(350);
  expect(drawn.timesDrawn(7)).toBe(times);
  expect(resampling({ draws: 50, seed: 1 })).toBe(drawn);
  // Drawn anew, after another number of clusters, they are the same; with another seed they are not.
  expect(resampling({ draws: 50, seed: 2 }).timesDrawn(7)).not.toEqual(times);
  const anew = resampling({ draws: 50, seed: 1 });
  anew.timesDrawn(3);
  expect(anew.timesDrawn(7)).not.toBe(times);
  expect(anew.timesDrawn(7)).toEqual(times);
  expect(resampling({ draws: 40, seed: 1 }).timesDrawn(7)).toHaveLength(280);
});
