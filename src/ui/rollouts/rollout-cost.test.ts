import { describe, expect, it } from 'vitest';
import { DEFAULT_ROLLOUT_CHOICE } from '../../lab/index.ts';
import { agentTaskSets } from '../../toolshed/index.ts';
import { guessedWork } from './rollout-cost.ts';

const tasks = agentTaskSets()[0]?.tasks ?? [];

describe('what a run comes to', () => {
  it('counts rollouts and steps; seeds count only where chance has a part', () => {
    const work = guessedWork(tasks, DEFAULT_ROLLOUT_CHOICE);
    expect([work.rollouts, work.steps]).toEqual([24 * 6, 24 * 6 * 6]);
    const greedy = guessedWork(tasks, { ...DEFAULT_ROLLOUT_CHOICE, seeds: [1, 2, 3] });
    expect(greedy).toEqual(work);
    const drawn = guessedWork(tasks, { ...DEFAULT_ROLLOUT_CHOICE, temperature: 0.8, seeds: [1, 2, 3] });
    expect(drawn.rollouts).toBe(3 * work.rollouts);
    expect(guessedWork(tasks, { ...DEFAULT_ROLLOUT_CHOICE, firstTasks: 6 }).rollouts).toBe(36);
    expect(guessedWork([], DEFAULT_ROLLOUT_CHOICE)).toEqual({ rollouts: 0, steps: 0, tokens: 0 });
  });

  it('reads what all begin with once, and once more for the harness that begins otherwise', () => {
    const tokens = (harnesses: (typeof DEFAULT_ROLLOUT_CHOICE)['harnesses']): number =>
      guessedWork(tasks, { ...DEFAULT_ROLLOUT_CHOICE, harnesses }).tokens;
    const one = tokens(['verbatim']);
    expect(tokens(['verbatim', 'drop'])).toBeLessThan(2 * one);
    expect(tokens(['verbatim', 'verbatim+instr'])).toBeCloseTo(2 * one);
  });
});
