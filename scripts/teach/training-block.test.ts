import { describe, expect, it } from 'vitest';
import { trainingBlock } from './training-block.ts';

const rates = { matrix_rate: 0.01, vector_rate: 0.0005 };
const branch = { from: 'base', steps: 900, episodes: 5500, ...rates };
const stages = {
  base: { from: null, steps: 3400, episodes: 19000, ...rates },
  clean: branch,
  noisy: branch,
};

describe('trainingBlock', () => {
  it('says what the branches have in common', () => {
    expect(trainingBlock({ stages })['training']).toContain(
      '*base* was trained for 3,400 steps on 19,000 episodes. Each of *clean*, *noisy* starts from it and was trained for 900 more steps at the same rates on 5,500 episodes of its own kind.',
    );
  });

  it.each([
    [{ ...branch, steps: 901 }, /noisy differs from clean in more than its data/],
    [{ ...branch, matrix_rate: 0.02 }, /noisy differs/],
    [{ ...branch, from: 'clean' }, /noisy differs/],
  ])('refuses branches that differ in more than their episodes', (noisy, message) => {
    expect(() => trainingBlock({ stages: { ...stages, noisy } })).toThrow(message);
  });

  it('refuses a recipe without branches', () => {
    expect(() => trainingBlock({ stages: { base: stages.base } })).toThrow('no branch');
  });
});
