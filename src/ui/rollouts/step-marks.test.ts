import { describe, expect, it } from 'vitest';
import { rolloutOf, taskAt, type WrittenTurn } from './sample-board.ts';
import { END_WORDS, endOf, markWords, stepMarks } from './step-marks.ts';
import { worstUnder } from './worst-task.ts';

const WRONG: WrittenTurn = { text: "find_contact(name='Nobody Here')" };
const RESPELT: WrittenTurn = { text: 'find_contact( name = "Nobody Here" )' };
const CUT: WrittenTurn = { text: "find_contact(name='Nobod", isOutOfTokens: true };
const kinds = (turns: readonly WrittenTurn[]): readonly string[] =>
  stepMarks(rolloutOf(taskAt(0), 'verbatim', turns).state.steps).map(({ kind }) => kind);

describe('marks of steps', () => {
  it('tell a first failure from a repeat by text and from one in another spelling', () => {
    expect(kinds([WRONG, RESPELT, WRONG, RESPELT])).toEqual([
      'failed',
      'same-call',
      'same-text',
      'same-text',
    ]);
  });

  it('count no step that worked and none that was cut among what could be repeated', () => {
    const worked = { text: "list_files(folder='notes')" };
    expect(kinds([CUT, { text: CUT.text }, { text: CUT.text }])).toEqual(['cut', 'failed', 'same-text']);
    expect(kinds([worked, worked, CUT, CUT, WRONG])).toEqual(['worked', 'worked', 'cut', 'cut', 'failed']);
  });

  it('say what is by construction, what a ban changed and what was close', () => {
    const dropped = stepMarks(rolloutOf(taskAt(0), 'drop', [WRONG]).state.steps);
    expect(dropped.map(({ kind }) => kind)).toEqual(['failed', ...Array<string>(5).fill('same-text')]);
    expect(dropped.map(({ isByConstruction }) => isByConstruction)).toEqual([
      false,
      true,
      true,
      true,
      true,
      true,
    ]);
    const [mark] = stepMarks(
      rolloutOf(taskAt(0), 'verbatim+ban', [{ ...WRONG, interventions: 2, ties: 1 }]).state.steps,
    );
    expect(mark && markWords(mark)).toBe(
      'failed: there is no such contact; the ban changed what was written; a close choice',
    );
    expect(dropped[1] && markWords(dropped[1])).toBe(
      'failed: a failed call again, word for word; by construction',
    );
  });

  it('end in a loop only at the step limit with two repeats', () => {
    const endAfter = (turns: readonly WrittenTurn[]): string | null => {
      const { state } = rolloutOf(taskAt(0), 'verbatim', turns);
      return endOf(state.stopReason, stepMarks(state.steps));
    };
    const others = [1, 2, 3, 4, 5].map((at) => ({ text: `find_contact(name='Nobody ${at}')` }));
    expect(endAfter([WRONG])).toBeNull();
    expect(endAfter([WRONG, ...others])).toBe('step_limit');
    expect(endAfter([WRONG, WRONG, ...others.slice(0, 4)])).toBe('step_limit');
    expect(endAfter([WRONG, WRONG, RESPELT, ...others.slice(0, 3)])).toBe('loop');
    expect(endAfter([WRONG, { text: 'finish()' }])).toBe('finish_called');
    expect(endAfter(taskAt(0).reference.map((text) => ({ text })))).toBe('solved');
    expect(Object.values(END_WORDS).every(({ short, long }) => short.length <= 12 && long !== '')).toBe(true);
  });
});

describe('the worst task', () => {
  it('is the one with most repeats under the harness asked, the first of equals, and none where nothing repeats', () => {
    const rollouts = [
      rolloutOf(taskAt(0), 'verbatim', [WRONG, WRONG]),
      rolloutOf(taskAt(1), 'verbatim', [WRONG, RESPELT, WRONG]),
      rolloutOf(taskAt(2), 'verbatim', [WRONG, WRONG, WRONG], 3),
      rolloutOf(taskAt(3), 'drop', [WRONG]),
    ];
    expect(worstUnder(rollouts, 'verbatim')).toEqual({ taskId: taskAt(1).task_id, seed: 0, repeats: 2 });
    expect(worstUnder(rollouts, 'drop')).toEqual({ taskId: taskAt(3).task_id, seed: 0, repeats: 5 });
    expect(worstUnder(rollouts, 'abstract')).toBeNull();
    expect(worstUnder([rolloutOf(taskAt(0), 'verbatim', [WRONG, CUT, CUT])], 'verbatim')).toBeNull();
  });
});
