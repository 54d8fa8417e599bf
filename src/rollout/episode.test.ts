import fc from 'fast-check';
import { expect, test } from 'vitest';
import { agentTaskSets } from '../toolshed/index.ts';
import { advance, openingOf, repeatsByConstruction, startEpisode, underHarness } from './episode.ts';
import { HARNESS_NAMES, harnessNamed } from './harness.ts';
import { PAPER_WORDING } from '../transcript/index.ts';
import { answer, continued, runScripted, settingOf, type Script } from './scripted-model.ts';
import { PUBLISHED_LIMITS, turnRequest } from './turn-request.ts';

const [paper = [], distinct = []] = agentTaskSets().map(({ tasks }) => tasks);
const [lookup, cancel] = paper;
if (lookup === undefined || cancel === undefined) throw new Error('no tasks');

const always =
  (...texts: readonly string[]): Script =>
  () =>
    texts;
const inOrder =
  (...texts: readonly string[]): Script =>
  (_, turns) => [texts[turns] ?? 'finish()'];

test('a model that writes the reference path solves every task, under every harness', () => {
  for (const task of [...paper, ...distinct]) {
    for (const name of HARNESS_NAMES) {
      const { state, requests } = runScripted(task, settingOf(name), inOrder(...task.reference));
      expect([task.task_id, name, state.stopReason, state.steps.length]).toEqual([
        task.task_id,
        name,
        'solved',
        task.reference.length,
      ]);
      expect(requests).toHaveLength(task.reference.length);
    }
  }
});

test('solved is tested before finish() is looked at, and after every step', () => {
  const end = (...texts: readonly string[]) =>
    runScripted(cancel, settingOf('verbatim'), inOrder(...texts)).state;
  expect(end('finish()').stopReason).toBe('finish_called');
  expect(end(...cancel.reference.slice(1)).stopReason).toBe('solved');
  expect(end('finish()').steps).toHaveLength(1);
});

test('step limit, window, a ban that leaves nothing, cancelling, a fault of the engine', () => {
  const prose = always('I am not sure.');
  const { state } = runScripted(lookup, settingOf('verbatim', { mostSteps: 3 }), prose);
  expect([state.stopReason, state.steps.length]).toEqual(['step_limit', 3]);
  const banned = runScripted(lookup, settingOf('verbatim+ban'), prose).state;
  expect([banned.stopReason, banned.steps.length]).toEqual(['everything_banned', 1]);
  const opening = lookup.system_prompt.length + lookup.demonstration.length + lookup.goal.length;
  const full = runScripted(lookup, settingOf('verbatim'), prose, { windowTokens: opening + 200 }).state;
  expect(full.stopReason).toBe('window_full');
  expect(full.steps.length).toBeGreaterThan(0);
  for (const why of ['cancelled', 'engine_fault'] as const) {
    const begun = startEpisode(lookup, settingOf('verbatim'));
    const stopped = advance(begun.state, { kind: 'no-turn', why });
    expect([stopped.state.stopReason, stopped.wish]).toEqual([why, null]);
    // After the end nothing changes any more.
    if (begun.wish === null) throw new Error('ended at once');
    expect(advance(stopped.state, answer(prose, begun.wish, 0))).toEqual(stopped);
  }
});

test('a call that the token limit cut off is flagged, shown as a failure, and not banned', () => {
  const setting = settingOf('verbatim+ban', { ...PUBLISHED_LIMITS, mostTokens: 30, mostSteps: 2 });
  const long = "write_file(path='notes/plan.md', content='a long text')";
  const { state, requests } = runScripted(lookup, setting, always(long));
  expect(state.steps.map(({ isCut, action }) => [isCut, action])).toEqual([
    [true, "write_file(path='notes/plan.md"],
    [true, "write_file(path='notes/plan.md"],
  ]);
  expect(requests[1]?.ban.calls).toEqual([]);
  expect(requests[1]?.messages.at(-1)?.content).toContain('SyntaxError');
  // Not cut off: prose, a call that was complete, a line that had ended.
  for (const text of [
    'I will now look into the files of the office.',
    "find_contact(name='Nobody Xy')".padEnd(30, ' ') + 'more',
    'f(a=1))\n'.padEnd(40, 'x'),
  ]) {
    const { steps } = runScripted(
      lookup,
      setting,
      always(text, 'other prose, long enough for the limit'),
    ).state;
    expect([text, steps[0]?.turn.endedBy, steps[0]?.isCut]).toEqual([text, 'token-limit', false]);
  }
});

test('drop at temperature 0 repeats by construction: the model is asked once after the last step that worked', () => {
  const wrong = "find_contact(name='Alex Ramirez')";
  const script = inOrder("list_files(folder='notes')", wrong, 'finish()');
  const { state, requests } = runScripted(lookup, settingOf('drop'), script);
  expect(state.steps.map(({ action, isByConstruction }) => [action, isByConstruction])).toEqual([
    ["list_files(folder='notes')", false],
    [wrong, false],
    [wrong, true],
    [wrong, true],
    [wrong, true],
    [wrong, true],
  ]);
  expect([state.stopReason, requests.length]).toEqual(['step_limit', 2]);
  expect(HARNESS_NAMES.filter((name) => repeatsByConstruction(settingOf(name)))).toEqual(['drop']);
  expect(repeatsByConstruction(settingOf('drop', { temperature: 0.8 }))).toBe(false);
  // Drawn turns may differ, and a ban changes what may be written: both are asked for.
  const drawn = runScripted(lookup, settingOf('drop', { temperature: 0.8 }), script);
  expect(drawn.state.stopReason).toBe('finish_called');
  expect(drawn.requests).toHaveLength(3);
  const others = runScripted(lookup, settingOf('drop+ban'), always(wrong, `${wrong} #`, 'finish()'));
  expect(others.state.steps.map(({ action }) => action)).toEqual([wrong, `${wrong} #`, 'finish()']);
});

test('by text a ban lets a re-spelt call pass, by canonical form it does not', () => {
  const wrong = "find_contact(name='Alex Ramirez')";
  const script = always(wrong, 'find_contact( name = "Alex Ramirez" )', `${wrong}  # again`, 'finish()');
  const actions = (name: 'verbatim+ban' | 'ban-canonical') =>
    runScripted(lookup, settingOf(name), script).state;
  expect(actions('verbatim+ban').steps.map(({ action }) => action)).toEqual([
    wrong,
    'find_contact( name = "Alex Ramirez" )',
    `${wrong}  # again`,
    'finish()',
  ]);
  expect(actions('ban-canonical').steps.map(({ action }) => action)).toEqual([wrong, 'finish()']);
  expect(actions('ban-canonical').steps[1]?.turn.interventions).toBe(3);
  // A longer call that begins like the banned one is not stopped.
  const longer = runScripted(lookup, settingOf('verbatim+ban'), inOrder('f(a', 'f(a)', 'finish()')).state;
  expect(longer.steps).toHaveLength(3);
});

test('the seed of a turn hangs on seed, task and step alone', () => {
  const seedOf = (seed: number, harness: (typeof HARNESS_NAMES)[number], steps: number) => {
    const setting = settingOf(harness, { seed, temperature: 0.8 });
    const { state } = runScripted(lookup, { ...setting, mostSteps: 1 }, always('I am not sure.'));
    return turnRequest(lookup, setting, state.steps.slice(0, steps)).sampling.seed;
  };
  expect(seedOf(1, 'verbatim', 1)).toBe(seedOf(1, 'abstract', 1));
  const seeds = [seedOf(1, 'drop', 0), seedOf(1, 'drop', 1), seedOf(2, 'drop', 0)];
  expect(new Set(seeds).size).toBe(3);
  for (const seed of seeds) expect(Number.isInteger(seed) && seed >= 0 && seed < 2 ** 32).toBe(true);
});

/** A model whose choice hangs on what it reads, on nothing else. */
const reader =
  (salt: number): Script =>
  ({ messages }) => {
    const text = JSON.stringify(messages);
    let hash = salt;
    for (let at = 0; at < text.length; at += 1) hash = (hash * 31 + text.charCodeAt(at)) | 0;
    const choices = [
      "list_files(folder='notes')",
      "find_contact(name='Alex Ramirez')",
      'find_contact("Alex Ramirez")',
      "list_contacts(team='design')",
      'Let me think.',
      "read_file(path='system/config.ini')",
      'finish()',
    ];
    const first = Math.abs(hash) % choices.length;
    return [...choices.slice(first), ...choices.slice(0, first)];
  };

test('harnesses of one opening share every step up to and with the first failure, so it is computed once', () => {
  const index = fc.nat({ max: 83 });
  fc.assert(
    fc.property(index, fc.integer(), fc.constantFrom(0, 0.8), (at, salt, temperature) => {
      const task = [...paper, ...distinct][at] ?? lookup;
      const script = reader(salt);
      const runOf = (name: (typeof HARNESS_NAMES)[number]) =>
        runScripted(task, settingOf(name, { temperature }), script).state;
      const base = runOf('verbatim');
      const firstFailure = base.steps.findIndex(({ outcome }) => !outcome.ok);
      const shared = firstFailure === -1 ? base.steps.length : firstFailure + 1;
      for (const name of HARNESS_NAMES.filter((one) => one !== 'verbatim+instr')) {
        const alone = runOf(name);
        expect(alone.steps.slice(0, shared)).toEqual(base.steps.slice(0, shared));
        // Branching off from the shared beginning gives the very same episode.
        let branch = startEpisode(task, settingOf('verbatim', { temperature }));
        for (const { turn } of base.steps.slice(0, shared))
          branch = advance(branch.state, { kind: 'turn', turn });
        const moved = underHarness(branch.state, harnessNamed(name, PAPER_WORDING));
        if (moved === null) throw new Error(`${name} does not share`);
        expect(continued(moved, script).state).toEqual(alone);
      }
      const instructed = harnessNamed('verbatim+instr', PAPER_WORDING);
      expect(underHarness(startEpisode(task, settingOf('verbatim')).state, instructed)).toBe(null);
      const isPastFailure = base.steps.length > shared;
      expect(underHarness(base, harnessNamed('abstract', PAPER_WORDING)) === null).toBe(isPastFailure);
    }),
    { numRuns: 60 },
  );
});

test('openings: only the instruction from the start is another one', () => {
  const openings = HARNESS_NAMES.map((name) => openingOf(harnessNamed(name, PAPER_WORDING)));
  expect(openings.filter((opening) => opening !== '')).toEqual([PAPER_WORDING.instruction]);
});
