import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  MENDED_WORDING,
  PAPER_WORDING,
  presentedTranscript,
  PRESENTATIONS,
  textOfPart,
  wordingSha256,
  type FailedStep,
  type PastStep,
  type PresentationName,
  type Wording,
} from './index.ts';

const NAMES = Object.keys(PRESENTATIONS) as PresentationName[];
const opening = { systemPrompt: 'You call tools.', documentation: null, goal: 'Read a.' };
const failed: FailedStep = {
  call: "reed(path='a')",
  error: "no tool 'reed'",
  tool: 'reed',
  errorKind: 'unknown_tool',
  attempt: 1,
  neutral: 'Noted.',
  padded: 'Noted. entry=1',
  success: 'text of a',
  terse: 'no reed',
  verbose: "no tool 'reed'; tools: read",
  quoting: "no tool 'reed'\n  in: reed(path='a')",
  other: { call: 'read()', error: 'path is missing', tool: 'read' },
};
const past: readonly PastStep[] = [
  { outcome: 'worked', step: { call: 'list()', observation: '[a]' } },
  { outcome: 'failed', step: failed },
];
/** The turns after system prompt and goal, as short lines. */
const turns = (name: PresentationName, steps = past, wording: Wording = PAPER_WORDING) =>
  presentedTranscript(opening, steps, PRESENTATIONS[name], wording)
    ?.messages.slice(2)
    .map(({ role, content }) => `${role === 'assistant' ? '>' : ' '} ${content}`);

const worked = ['> list()', '  Observation: [a]'];
const tried = (observation: string) => ["> reed(path='a')", `  Observation: ${observation}`];

test.each<[PresentationName, readonly string[]]>([
  ['none', worked],
  ['error', [...worked, ...tried("no tool 'reed'")]],
  ['terse', [...worked, ...tried('no reed')]],
  ['verbose', [...worked, ...tried("no tool 'reed'; tools: read")]],
  ['quoting', [...worked, ...tried("no tool 'reed'\n  in: reed(path='a')")]],
  ['instructed', [...worked, ...tried("no tool 'reed'")]],
  [
    'description',
    [
      ...worked,
      '  [Attempt 1 failed: reed — there is no tool of that name; that call may not be made again]',
    ],
  ],
  ['marker', [...worked, '  [Attempt 1 failed]']],
  ['success', [...worked, ...tried('text of a')]],
  ['neutral', [...worked, ...tried('Noted.')]],
  ['padded', [...worked, ...tried('Noted. entry=1')]],
  ['twice', [...worked, ...tried("no tool 'reed'"), ...tried("no tool 'reed'")]],
  ['thrice', [...worked, ...tried("no tool 'reed'"), ...tried("no tool 'reed'"), ...tried("no tool 'reed'")]],
  ['early', [...tried("no tool 'reed'"), ...worked]],
  ['other', [...worked, '> read()', '  Observation: path is missing']],
])('%s', (name, expected) => {
  expect(turns(name)).toEqual(expected);
});

test('the instruction stands in the system prompt from the start, or after each error', () => {
  const system = (name: PresentationName, wording: Wording) =>
    presentedTranscript(opening, past, PRESENTATIONS[name], wording)?.messages[0]?.content;
  expect(system('instructed', PAPER_WORDING)).toBe(`You call tools.\n${PAPER_WORDING.instruction}`);
  expect(system('instructed', MENDED_WORDING)).toBe('You call tools.');
  expect(system('error', PAPER_WORDING)).toBe('You call tools.');
  const noFailure = presentedTranscript(opening, [], PRESENTATIONS.instructed, PAPER_WORDING);
  expect(noFailure?.messages[0]?.content).toContain(PAPER_WORDING.instruction);
  expect(turns('instructed', past, MENDED_WORDING)?.at(-1)).toBe(
    `  Observation: no tool 'reed'\n${MENDED_WORDING.instruction}`,
  );
  const mended = presentedTranscript(opening, past, PRESENTATIONS.instructed, MENDED_WORDING);
  const error = mended?.parts.find(({ name }) => name === 'error');
  expect(mended !== null && error !== undefined && textOfPart(mended, error)).toBe("no tool 'reed'");
});

test('notes and markers count the attempts; a tool without a name is only called so', () => {
  const twice: readonly PastStep[] = [
    ...past,
    { outcome: 'failed', step: { ...failed, attempt: 2, tool: null, errorKind: 'unheard_of' } },
  ];
  expect(turns('marker', twice)?.slice(2)).toEqual(['  [Attempt 1 failed]', '  [Attempt 2 failed]']);
  expect(turns('description', twice)?.at(-1)).toBe(
    '  [Attempt 2 failed: the tool — it did not work; that call may not be made again]',
  );
});

test('the mended note names neither the tool nor forbids anything', () => {
  expect(turns('description', past, MENDED_WORDING)?.at(-1)).toBe(
    '  [Attempt 1 failed: there is no tool of that name]',
  );
});

test('a step without the text that is needed is not shown in another way', () => {
  const { call, error, tool, errorKind, attempt } = failed;
  const bare: readonly PastStep[] = [{ outcome: 'failed', step: { call, error, tool, errorKind, attempt } }];
  const impossible = NAMES.filter((name) => turns(name, bare) === undefined);
  expect(impossible).toEqual(['terse', 'verbose', 'quoting', 'success', 'neutral', 'padded', 'other']);
});

test('every way shows what its wording says, and only what it uses', () => {
  const changed: Wording = {
    error: 'E {error}',
    neutral: 'N {neutral}',
    note: 'D {kind}',
    marker: 'M',
    instruction: 'I',
    instructionPlace: 'after-error',
  };
  for (const name of NAMES) {
    const plain = presentedTranscript(opening, past, PRESENTATIONS[name], PAPER_WORDING);
    for (const field of Object.keys(changed) as (keyof Wording)[]) {
      const wording = { ...PAPER_WORDING, [field]: changed[field] };
      const other = presentedTranscript(opening, past, PRESENTATIONS[name], wording);
      const uses = PRESENTATIONS[name].uses.includes(field);
      // What is padded is made by whoever counts tokens.
      if (name !== 'padded')
        expect([name, field, other?.messages]).not.toEqual([name, field, uses ? plain?.messages : null]);
      if (!uses) expect([name, field, other]).toEqual([name, field, plain]);
      expect([name, field, wordingSha256(name, wording) !== null]).toEqual([name, field, uses]);
    }
  }
});

test('calls, errors and notes are found again in every way to show them, whatever the text', () => {
  const text = fc.string({ unit: 'grapheme', minLength: 1 });
  fc.assert(
    fc.property(text, text, (call, error) => {
      const step = { ...failed, call, error, other: { call: `${call}!`, error, tool: null } };
      for (const name of NAMES) {
        const transcript = presentedTranscript(
          opening,
          [{ outcome: 'failed', step }],
          PRESENTATIONS[name],
          PAPER_WORDING,
        );
        if (transcript === null) throw new Error(name);
        const found = (part: string) =>
          transcript.parts.filter((one) => one.name === part).map((one) => textOfPart(transcript, one));
        const times = { none: 0, description: 0, marker: 0, twice: 2, thrice: 3 }[name as string] ?? 1;
        const shownCall = name === 'other' ? `${call}!` : call;
        expect([name, found('call')]).toEqual([name, Array.from({ length: times }, () => shownCall)]);
        const standard = ['error', 'instructed', 'early', 'other', 'twice', 'thrice'].includes(name);
        if (standard) expect([name, found('error')]).toEqual([name, found('call').map(() => error)]);
        const noted = name === 'description' || name === 'marker';
        expect(found('note')).toEqual(noted ? [transcript.messages.at(-1)?.content] : []);
      }
    }),
    { numRuns: 50 },
  );
});

test('a hash is the same for the same texts and another for others', () => {
  const custom = (neutral: string) => wordingSha256('neutral', { ...PAPER_WORDING, neutral });
  expect(custom('Seen.')).toMatch(/^[0-9a-f]{64}$/u);
  expect(custom('Seen.')).toBe(wordingSha256('neutral', { ...MENDED_WORDING, neutral: 'Seen.' }));
  expect(custom('Seen.')).not.toBe(custom('Seen!'));
});
