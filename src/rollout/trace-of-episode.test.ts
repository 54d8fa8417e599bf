import fc from 'fast-check';
import { expect, test } from 'vitest';
import { tracesFromJsonl, tracesToJsonl } from '../records/index.ts';
import { MENDED_WORDING } from '../transcript/index.ts';
import {
  advance,
  HARNESS_NAMES,
  harnessNamed,
  startEpisode,
  traceKey,
  traceOfEpisode,
  turnRequest,
} from './index.ts';
import { SOURCE, taskAt, traceOf, WRONG } from './sample-rollouts.ts';
import { runScripted, settingOf } from './scripted-model.ts';

test('any rollout: its trace agrees with itself and is read back as it was written', () => {
  const turn = fc.oneof(
    fc.constantFrom(
      ...taskAt(1).reference,
      WRONG,
      'Let me think.',
      '',
      '\n\nAction: f(',
      "```\nf('😀')",
      'finish()',
    ),
    fc.string({ unit: 'grapheme' }),
  );
  fc.assert(
    fc.property(
      fc.constantFrom(...HARNESS_NAMES),
      fc.array(turn, { maxLength: 7 }),
      fc.constantFrom(8, 40, 400),
      fc.constantFrom(0, 0.8),
      (name, turns, mostTokens, temperature) => {
        const trace = traceOf(taskAt(1), settingOf(name, { mostTokens, temperature }), turns);
        expect(tracesFromJsonl(tracesToJsonl([trace]))).toEqual({ rows: [trace], lines: [1], findings: [] });
      },
    ),
    { numRuns: 300 },
  );
});

test('no trace before the end', () => {
  expect(traceOfEpisode(startEpisode(taskAt(0), settingOf('verbatim')).state, SOURCE)).toBe(null);
});

test('the raw turns of a trace give the episode again, and so the context of every step', () => {
  const setting = settingOf('abstract');
  const { state, requests } = runScripted(taskAt(0), setting, (_, before) => [
    [WRONG, 'Hm.', WRONG][before] ?? 'finish()',
  ]);
  let again = startEpisode(taskAt(0), setting);
  for (const { turn } of state.steps) again = advance(again.state, { kind: 'turn', turn });
  expect(again.state).toEqual(state);
  expect(state.steps.map((_, at) => turnRequest(state.task, setting, state.steps.slice(0, at)))).toEqual(
    requests,
  );
});

test('the key changes with everything that decides what is written', () => {
  const setting = settingOf('verbatim');
  const keys = [
    traceKey(SOURCE.scorer, taskAt(0), setting),
    traceKey({ ...SOURCE.scorer, checkpointSha256: 'x' }, taskAt(0), setting),
    traceKey(SOURCE.scorer, taskAt(1), setting),
    traceKey(SOURCE.scorer, { ...taskAt(0), goal: 'x' }, setting),
    traceKey(SOURCE.scorer, taskAt(0), { ...setting, seed: 1 }),
    traceKey(SOURCE.scorer, taskAt(0), { ...setting, mostSteps: 7 }),
    traceKey(SOURCE.scorer, taskAt(0), { ...setting, mostTokens: 7 }),
    traceKey(SOURCE.scorer, taskAt(0), { ...setting, temperature: 1 }),
    traceKey(SOURCE.scorer, taskAt(0), { ...setting, topP: 0.9 }),
    traceKey(SOURCE.scorer, taskAt(0), { ...setting, demonstration: false }),
    ...HARNESS_NAMES.slice(1).map((name) => traceKey(SOURCE.scorer, taskAt(0), settingOf(name))),
    traceKey(SOURCE.scorer, taskAt(0), { ...setting, harness: harnessNamed('verbatim', MENDED_WORDING) }),
  ];
  expect(new Set(keys).size).toBe(keys.length);
  expect(traceKey(SOURCE.scorer, taskAt(0), settingOf('verbatim'))).toBe(keys[0]);
});
