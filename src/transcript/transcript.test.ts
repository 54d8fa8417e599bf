import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  openingSaid,
  PAPER_WORDING,
  partsNamed,
  PRESENTATIONS,
  stepSaid,
  textOfPart,
  transcriptOf,
  type FailedStep,
  type PresentationName,
} from './index.ts';

const failed: FailedStep = {
  call: "read(path='a')",
  error: 'no such file',
  tool: 'read',
  errorKind: 'file_not_found',
  attempt: 1,
  neutral: 'Noted.',
  success: 'text',
};
const shown = (name: PresentationName, step = failed) => PRESENTATIONS[name].show(step, PAPER_WORDING) ?? [];
const opening = {
  systemPrompt: 'You call tools.\nread(path)\n',
  documentation: [16, 26],
  goal: 'Read a.',
} as const;

test('a failed step shown as an error, after one step that worked', () => {
  const transcript = transcriptOf(
    openingSaid(opening),
    stepSaid({ call: "list(folder='x')", observation: '[a]' }),
    shown('error'),
  );
  expect(transcript.messages).toEqual([
    { role: 'system', content: 'You call tools.\nread(path)\n' },
    { role: 'user', content: 'Read a.' },
    { role: 'assistant', content: "list(folder='x')" },
    { role: 'user', content: 'Observation: [a]' },
    { role: 'assistant', content: "read(path='a')" },
    { role: 'user', content: 'Observation: no such file' },
  ]);
  const texts = transcript.parts.map((part) => [part.name, part.message, textOfPart(transcript, part)]);
  expect(texts).toEqual([
    ['documentation', 0, 'read(path)'],
    ['goal', 1, 'Read a.'],
    ['call', 4, "read(path='a')"],
    ['error', 5, 'no such file'],
  ]);
});

test('neutral and success text replace the error and are not called an error', () => {
  for (const [name, text] of [
    ['neutral', 'Noted.'],
    ['success', 'text'],
  ] as const) {
    const transcript = transcriptOf(openingSaid(opening), shown(name));
    expect(transcript.messages.at(-1)).toEqual({ role: 'user', content: `Observation: ${text}` });
    expect(partsNamed(transcript, 'error')).toEqual([]);
    expect(partsNamed(transcript, 'call')).toHaveLength(1);
  }
});

test('a step that is left out leaves no trace', () => {
  expect(transcriptOf(openingSaid(opening), shown('none'))).toEqual(transcriptOf(openingSaid(opening)));
});

test('parts find their text again whatever the text', () => {
  const text = fc.string({ unit: 'grapheme', minLength: 1 });
  fc.assert(
    fc.property(text, text, text, (call, error, goal) => {
      const transcript = transcriptOf(
        openingSaid({ systemPrompt: 's', documentation: null, goal }),
        shown('error', { ...failed, call, error }),
      );
      const found = (name: string) =>
        partsNamed(transcript, name).map((part) => textOfPart(transcript, part));
      expect([found('goal'), found('call'), found('error'), found('documentation')]).toEqual([
        [goal],
        [call],
        [error],
        [],
      ]);
    }),
  );
});
