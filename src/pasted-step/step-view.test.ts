import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  attemptPoints,
  attemptsAsked,
  stepContexts,
  SUPPLIED_SYSTEM_PROMPT,
  unanswered,
  viewAsked,
  viewOf,
  withSystemPrompt,
  writtenAround,
} from './index.ts';
import { answered, SAMPLE_FITTED, SAMPLE_STEP } from './sample-step.ts';

const contexts = stepContexts(SAMPLE_FITTED);
const isRight = (candidate: string): boolean => candidate === SAMPLE_FITTED.right;

test('before, after and a neutral text of the same place; the right call beside', () => {
  const asked = viewAsked(contexts);
  expect(asked.scores.map(({ context, candidate }) => [context.at(-1)?.content, candidate])).toEqual([
    ['Observation: opened', "find(nom='Ann')"],
    ['Observation: opened', "find(name='Ann')"],
    ['Observation: no argument nom', "find(nom='Ann')"],
    ['Observation: no argument nom', "find(name='Ann')"],
    ['Observation: Seen. entry=1', "find(nom='Ann')"],
  ]);
  expect(asked.turns).toHaveLength(2);
  expect(asked.turns[0]).toMatchObject({ sampling: null, until: 'line', maximumTokens: 48 });
});

test('numbers by hand: −9 before, −4 after, −6 after the neutral text', () => {
  const answers = answered(
    viewAsked(contexts),
    ({ context, candidate }) => {
      const last = context.at(-1)?.content ?? '';
      if (isRight(candidate)) return last.endsWith('opened') ? -3 : -2;
      return last.endsWith('opened') ? -9 : last.endsWith('nom') ? -4 : -6;
    },
    ({ context }) => `after ${context.length}`,
  );
  const view = viewOf(contexts, answers);
  expect(view).toMatchObject({
    before: { nats: -9 },
    after: { nats: -4 },
    neutral: { nats: -6 },
    rightBefore: { nats: -3 },
    rightAfter: { nats: -2 },
    gainNats: -5,
    copyNats: 3,
    semNats: 2,
    standsIn: true,
  });
  expect(writtenAround(contexts, answers)).toEqual({ before: 'after 4', after: 'after 6' });
});

test('−G is copy + sem, whatever the scores are; and a step is not judged by a call that is hardly possible', () => {
  const nats = fc.double({ min: -200, max: 0, noNaN: true });
  fc.assert(
    fc.property(nats, nats, nats, (before, after, neutral) => {
      const answers = answered(viewAsked(contexts), ({ context }) => {
        const last = context.at(-1)?.content ?? '';
        return last.endsWith('opened') ? before : last.endsWith('nom') ? after : neutral;
      });
      const view = viewOf(contexts, answers);
      expect((view?.copyNats ?? NaN) + (view?.semNats ?? NaN)).toBeCloseTo(-(view?.gainNats ?? NaN), 9);
      // Four tokens at one chance in ten each.
      expect(view?.standsIn).toBe(before / 4 >= -Math.log(10));
    }),
  );
});

test('without a neutral text or a right call these numbers are missing, not zero', () => {
  const bare = stepContexts({ ...SAMPLE_FITTED, neutral: null, right: null });
  const view = viewOf(
    bare,
    answered(viewAsked(bare), () => -1),
  );
  expect(view).toMatchObject({
    neutral: null,
    copyNats: null,
    semNats: null,
    rightBefore: null,
    gainNats: 0,
  });
  expect(viewOf(bare, { scores: new Map(), turns: new Map() })).toBeNull();
});

test('what is asked of an edited error has its old answers before the failure, and no others', () => {
  const answers = answered(viewAsked(contexts), () => -1);
  const edited = stepContexts({ ...SAMPLE_FITTED, step: { ...SAMPLE_STEP, error: 'use name' } });
  const left = unanswered(viewAsked(edited), answers);
  expect(left.scores.map(({ context, candidate }) => [context.at(-1)?.content, candidate])).toEqual([
    ['Observation: use name', "find(nom='Ann')"],
    ['Observation: use name', "find(name='Ann')"],
  ]);
});

test('later tries of the call stand at their own places', () => {
  const later = {
    ...SAMPLE_STEP,
    attempt: 2,
    before: [
      ...SAMPLE_STEP.before,
      ...[SAMPLE_STEP.call, 'Observation: no argument nom'].map((content, at) => ({
        ...{ role: at === 0 ? ('assistant' as const) : ('user' as const), content, turn: 4 + at },
        parts: [],
      })),
    ],
  };
  const tries = stepContexts({ ...SAMPLE_FITTED, attempts: [later] });
  const asked = attemptsAsked(tries);
  // After the first failure is before the second one.
  expect(asked.scores.map(({ context }) => context.length)).toEqual([4, 6, 8]);
  const points = attemptPoints(
    tries,
    answered(asked, ({ context }) => -context.length),
  );
  expect(points.map(({ attempt, before, after }) => [attempt, before.nats, after.nats])).toEqual([
    [1, -4, -6],
    [2, -6, -8],
  ]);
});

test('a log without a system prompt gets one that says little, and never two', () => {
  const without = { ...SAMPLE_STEP, before: SAMPLE_STEP.before.slice(1) };
  expect(
    withSystemPrompt(without)
      .before.map(({ content }) => content)
      .slice(0, 2),
  ).toEqual([SUPPLIED_SYSTEM_PROMPT, 'Find Ann.']);
  expect(withSystemPrompt(SAMPLE_STEP)).toBe(SAMPLE_STEP);
});
