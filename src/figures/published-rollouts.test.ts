import { describe, expect, it, test } from 'vitest';
import published from '../../static-probes/published/toolshed-rollouts-1.json' with { type: 'json' };
import { isFloor, parsePublishedRollouts } from '../rollout/index.ts';
import {
  rolloutContrastsFigure,
  rolloutFinding,
  rolloutOutcomesFigure,
  type FigureSpec,
  type RolloutScope,
} from './index.ts';
import { contrastsOf, summariesOf } from './sample-rollouts.ts';

// The 144 published rollouts, drawn and put in words; numbers of analysis §7.

const read = parsePublishedRollouts(published);
if (!read.ok) throw new Error(read.error.details);
const { counts } = read.value;
const harnesses = [...new Set(counts.map(({ harness }) => harness))];
const summaries = summariesOf(counts, harnesses);
const scope: RolloutScope = {
  checkpoint: 'qwen2.5-0.5b',
  tasks: 24,
  kinds: 9,
  temperature: 0,
  seeds: 1,
  ended: 144,
  asked: 144,
};
const input = { summaries, isFloor: isFloor(summaries), scope };
const drawn = (figure: FigureSpec | null): FigureSpec => {
  if (figure === null) throw new Error('nothing drawn');
  return figure;
};
const contrasts = (measure: 'solved' | 'canonical_repeat_rate') =>
  drawn(
    rolloutContrastsFigure({
      ...input,
      measure,
      contrasts: contrastsOf(counts, measure),
      reference: 'verbatim',
      width: 760,
    }),
  );

test('the finding: repeats per opportunity, loops and success at one rank; drop is not ranked', () => {
  const { headline, floor, stepOne, scope: limits } = rolloutFinding(input);
  expect(headline).toBe(
    'Failed calls made again, of the failures that could: lowest under abstract+ban (4 of 35), highest under verbatim (23 of 39), drop 64 of 64 (by construction). ' +
      'Ended in a loop of failed calls: lowest under abstract+ban (1 of 24), highest under verbatim (7 of 24), drop 16 of 24 (by construction). ' +
      'Solved: verbatim 10 of 24, lowest under abstract and abstract+ban (8 of 24 each), highest under verbatim+instr (14 of 24), drop 8 of 24 (none after a failure, by construction).',
  );
  expect(floor).toBeNull();
  expect(stepOne).toBe(
    'Solved in step one: 8 under 5 harnesses, 12 under verbatim+instr (tasks), left out of comparisons.',
  );
  expect(limits).toBe(
    'One model (qwen2.5-0.5b) in a simulated office: 24 tasks of 9 kinds, greedy decoding.',
  );
});

test('the figure has the published shares, per failure and per opportunity', () => {
  const { table } = drawn(rolloutOutcomesFigure({ ...input, width: 760 }));
  const shares = table.rows.map(([harness, , what, k, n, , , , forced]) => [harness, what, k, n, forced]);
  expect(shares.slice(0, 4)).toEqual([
    ['verbatim', 'solved', 10, 24, null],
    ['verbatim', 'ended in a loop', 7, 24, null],
    ['verbatim', 'repeats per failure', 23, 55, 0],
    ['verbatim', 'repeats per opportunity', 23, 39, 0],
  ]);
  expect(shares).toContainEqual(['drop', 'repeats per opportunity', 64, 64, 64]);
  expect(shares).toContainEqual(['drop', 'repeats per failure', 64, 80, 64]);
});

describe('contrasts', () => {
  it('of success: none can be told, and what was solved in step one is no reaction to a failure', () => {
    const { heading, description } = contrasts('solved');
    expect(heading).toMatch(
      /^Success against verbatim: drop −13 points by construction\. None of 4 harnesses can be told from verbatim, which does not say that they are equal\. /,
    );
    expect(heading).toContain(
      'Solved in step one, and left out: 4 tasks under verbatim+instr and not under verbatim; nothing had failed before, so this is no reaction to a failure.',
    );
    expect(heading).toMatch(/Failed calls made again, of the failures that could: lowest under/);
    expect(description).toContain('abstract: minus 13');
    expect(description).toContain('more in 0 tasks and less in 2 (sign test p = 0.500)');
  });

  it('of repeats: drop is by construction, whatever its p', () => {
    const { heading, marks } = contrasts('canonical_repeat_rate');
    expect(heading).toContain('points by construction');
    const drop = marks.find((mark) => mark.kind === 'symbol' && mark.label?.startsWith('drop'));
    expect(drop?.kind === 'symbol' ? [drop.stroke, drop.fill] : []).toEqual(['zero', 'panel']);
  });
});
