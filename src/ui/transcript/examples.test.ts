import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { SYSTEM_PROMPT } from '../../toolshed/index.ts';
import { logReading, type LogReading, type PastedTranscript } from '../../transcript/index.ts';
import { EXAMPLES, exampleText } from './examples.ts';
import { logFinding } from './log-words.ts';

function readExample(file: string): LogReading & { transcript: PastedTranscript } {
  const pasted = readFileSync(new URL(`examples/${file}`, import.meta.url), 'utf8');
  const reading = logReading(pasted, {});
  if (reading.read.kind === 'not-read') throw new Error(reading.read.fault.happened);
  return { ...reading, transcript: reading.read.transcript };
}

test('three formats, each read as it says, without a remark and with nothing left unread', () => {
  const read = EXAMPLES.map(({ file }) => readExample(file));
  expect(read.map(({ transcript }) => transcript.format)).toEqual([
    'anthropic-messages',
    'react-text',
    'openai-chat',
  ]);
  for (const { transcript, account } of read) {
    expect(transcript.warnings).toEqual([]);
    expect(account?.unread).toBe(0);
  }
});

test('one is a loop, one escapes, and one is of the study’s office', () => {
  const [loop, escape, office] = EXAMPLES.map(({ file }) => readExample(file));
  if (loop?.statistics == null || escape?.statistics == null) throw new Error('both have failures');
  expect(logFinding(loop.statistics)).toBe(
    'The agent made the same call again after its error in 6 of 10 chances.',
  );
  expect(logFinding(escape.statistics)).toBe(
    'The agent made the same call again after its error in 1 of 3 chances.',
  );
  expect(escape.statistics.escapes).toBe(2);
  expect(office?.transcript.turns[0]?.text).toBe(SYSTEM_PROMPT);
  expect(office?.failed).toHaveLength(4);
});

test('the text of an example is what stands in its file', async () => {
  for (const example of EXAMPLES)
    expect(await exampleText(example)).toBe(
      readFileSync(new URL(`examples/${example.file}`, import.meta.url), 'utf8'),
    );
});
