import { expect, test } from 'vitest';
import { MENDED_WORDING, PAPER_WORDING } from '../transcript/index.ts';
import { agentTaskSets } from '../toolshed/index.ts';
import { HARNESS_NAMES, harnessNamed, ownHarness, PUBLISHED_HARNESSES, type HarnessName } from './harness.ts';
import { runScripted, settingOf } from './scripted-model.ts';
import { turnRequest } from './turn-request.ts';

const [task] = agentTaskSets()[0]?.tasks ?? [];
if (task === undefined) throw new Error('no task');

const WRONG = "find_contacts(name='X')";
const ERROR = "NameError: no tool is called 'find_contacts'. Did you mean 'find_contact'?";

/** What stands after system prompt and goal once `list_files(folder='notes')` worked and WRONG failed. */
function shownBy(name: HarnessName, wording = PAPER_WORDING) {
  const setting = settingOf(name, { mostSteps: 2, harness: harnessNamed(name, wording) });
  const { state } = runScripted(task as never, setting, (_, turns) => [
    turns === 0 ? "list_files(folder='system')" : WRONG,
  ]);
  const { messages, ban } = turnRequest(state.task, setting, state.steps);
  const [system, , call, result, ...rest] = messages;
  expect(call).toEqual({ role: 'assistant', content: "list_files(folder='system')" });
  expect(result).toEqual({ role: 'user', content: "Observation: ['system/config.ini']" });
  return {
    system: system?.content,
    rest: rest.map(({ role, content }) => `${role === 'assistant' ? '>' : ' '} ${content}`),
    ban,
  };
}

const verbatim = [`> ${WRONG}`, `  Observation: ${ERROR}`];
const note = [
  '  [Attempt 1 failed: find_contacts — there is no tool of that name; that call may not be made again]',
];

test.each<[HarnessName, readonly string[]]>([
  ['verbatim', verbatim],
  ['verbatim+instr', verbatim],
  ['drop', []],
  ['abstract', note],
  ['verbatim+ban', verbatim],
  ['abstract+ban', note],
  ['drop+ban', []],
  ['terse', [`> ${WRONG}`, '  Observation: Error: unknown tool find_contacts']],
  ['instr-after-failure', [`> ${WRONG}`, `  Observation: ${ERROR}\n${MENDED_WORDING.instruction}`]],
  ['ban-canonical', verbatim],
])('%s shows a failed step so', (name, expected) => {
  expect(shownBy(name).rest).toEqual(expected);
});

test('only verbatim+instr changes the system prompt; the example of a reply can be left out', () => {
  const plain = task.system_prompt + task.demonstration;
  for (const name of HARNESS_NAMES) {
    const instructed = name === 'verbatim+instr' ? `\n${PAPER_WORDING.instruction}` : '';
    expect([name, shownBy(name).system]).toEqual([name, plain + instructed]);
    // The mended wording has its instruction elsewhere; the timing stays the harness's.
    expect([name, shownBy(name, MENDED_WORDING).system]).toEqual([name, plain + instructed]);
  }
  const bare = turnRequest(task, settingOf('verbatim', { demonstration: false }), []);
  expect(bare.messages.map(({ content }) => content)).toEqual([task.system_prompt, task.goal]);
});

test('bans: by text, by canonical form, or none', () => {
  const bans = HARNESS_NAMES.map((name) => [name, shownBy(name).ban] as const).filter(
    ([, { calls }]) => calls.length > 0,
  );
  const text = { form: 'text', calls: [WRONG] };
  expect(bans).toEqual([
    ['verbatim+ban', text],
    ['abstract+ban', text],
    ['drop+ban', text],
    ['ban-canonical', { form: 'canonical', calls: ["find_contacts(|name='X')"] }],
  ]);
});

test('the six that the study ran, in its order', () => {
  expect(PUBLISHED_HARNESSES).toEqual([
    'verbatim',
    'verbatim+instr',
    'drop',
    'abstract',
    'verbatim+ban',
    'abstract+ban',
  ]);
});

test('one’s own harness: any way to show a failure that a running rollout has the text of', () => {
  const wording = { ...PAPER_WORDING, note: '[Not like that]' };
  const own = ownHarness('not-like-that', 'description', 'canonical', wording);
  expect(own).toEqual({
    ok: true,
    value: {
      name: 'not-like-that',
      presentation: 'description',
      ban: 'canonical',
      instruction: 'never',
      wording,
    },
  });
  const late = ownHarness('late', 'instructed', 'none', MENDED_WORDING);
  expect(late.ok && late.value.instruction).toBe('after-failure');
  const refused = [
    ownHarness('verbatim', 'error', 'none', wording),
    ownHarness('Not Like That', 'error', 'none', wording),
    ownHarness('cheerful', 'success', 'none', wording),
    ownHarness('blank', 'error', 'none', { ...wording, error: '' }),
  ];
  expect(refused.map((result) => (result.ok ? '' : result.error.happened))).toEqual([
    'The harness “verbatim” is no name for one: small letters and digits, joined by - or +, and not one of the built-in names.',
    'The harness “Not Like That” is no name for one: small letters and digits, joined by - or +, and not one of the built-in names.',
    'The harness “cheerful” cannot show “success text”: nobody knows that text while a rollout runs.',
    'The error text is empty.',
  ]);
});
