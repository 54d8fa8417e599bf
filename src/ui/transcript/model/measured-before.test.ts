import { expect, test } from 'vitest';
import { StepRun } from '../../../lab/index.ts';
import type { StepView } from '../../../pasted-step/index.ts';
import { SAMPLE_ASKED, SAMPLE_STEP } from '../../../pasted-step/sample-step.ts';
import { CheckpointResults } from './checkpoint-results.svelte.ts';
import { ErrorTries } from './error-tries.svelte.ts';

const view = { gainNats: 1 } as StepView;
const [system, goal, ...rest] = SAMPLE_STEP.before;
if (system === undefined || goal === undefined) throw new Error('the sample has both');
/** The same call at the same place of a log that differs in one word. */
const OTHER_LOG = {
  ...SAMPLE_ASKED,
  step: { ...SAMPLE_STEP, before: [system, { ...goal, content: 'Find Bob.' }, ...rest] },
};

test('texts of the error that were measured are not shown of another log, cut or checkpoint', () => {
  const run = new StepRun();
  const tries = ErrorTries.of(run);
  const shown = (): readonly string[] => tries.listOf(run.subject).map(({ error }) => error);
  const measure = (): void => {
    tries.note(run.subject, { error: run.asked?.step.error ?? '', view, written: null });
  };
  run.ask(SAMPLE_ASKED);
  measure();
  expect(shown()).toEqual(['no argument nom']);
  run.ask(OTHER_LOG);
  expect(shown()).toEqual([]);
  measure();
  run.ask({ ...OTHER_LOG, cut: { lastMessages: 1, system: 'whole', mostCharacters: null } });
  expect(shown()).toEqual([]);
  measure();
  run.chooseCheckpoint({
    ...{ id: 'b', name: 'B', scope: 'general', bytes: 1, origin: 'served', isBuiltIn: false },
    source: { kind: 'served', baseUrl: 'b/' },
  });
  expect(shown()).toEqual([]);
});

test('what other checkpoints made of a step does not stand beside another log or cut', () => {
  const results = CheckpointResults.of(new StepRun());
  const made = (id: string) => ({ id, name: id, keptTokens: 1, view, advice: null });
  const ids = (): readonly string[] => results.list.map(({ id }) => id);
  results.note(SAMPLE_ASKED, made('a'));
  results.note({ ...SAMPLE_ASKED, step: { ...SAMPLE_STEP } }, made('b'));
  expect(ids()).toEqual(['a', 'b']);
  results.note(OTHER_LOG, made('b'));
  expect(ids()).toEqual(['b']);
  results.note({ ...OTHER_LOG, cut: { lastMessages: 1, system: 'whole', mostCharacters: null } }, made('a'));
  expect(ids()).toEqual(['a']);
});
