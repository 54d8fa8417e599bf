import { describe, expect, it } from 'vitest';
import { boardGroups, kindWords } from './board-rows.ts';
import { rolloutOf, taskAt } from './sample-board.ts';

describe('rows of the board', () => {
  // Of the paper's composition: 0 and 6 are lookups, 1 cancels a meeting.
  const rollouts = [0, 1, 6].flatMap((index) =>
    [1, 2].flatMap((seed) =>
      (['drop', 'verbatim'] as const).map((harness) => rolloutOf(taskAt(index), harness, [], seed)),
    ),
  );
  const groups = boardGroups(rollouts, ['verbatim', 'drop']);

  it('stand by kind, then task, then seed, with a cell for each harness in the order of the columns', () => {
    expect(groups.map(({ kind, tasks }) => [kind, tasks])).toEqual([
      ['lookup', 2],
      ['cancel_event', 1],
    ]);
    expect(groups[0]?.rows.map(({ taskId, seed, isFirst }) => [taskId, seed, isFirst])).toEqual([
      ['agent-0000', 1, true],
      ['agent-0000', 2, false],
      ['agent-0006', 1, true],
      ['agent-0006', 2, false],
    ]);
    for (const { rows } of groups)
      for (const { cells, seed, taskId } of rows) {
        expect(cells.map(({ harness }) => harness)).toEqual(['verbatim', 'drop']);
        expect(cells.every((cell) => cell.seed === seed && cell.task.task_id === taskId)).toBe(true);
      }
  });

  it('leave out the columns that are not shown', () => {
    expect(boardGroups(rollouts, ['drop'])[1]?.rows[0]?.cells.map(({ harness }) => harness)).toEqual([
      'drop',
    ]);
  });

  it('name a kind in words', () => {
    expect(kindWords('simple_write')).toBe('simple write');
  });
});
