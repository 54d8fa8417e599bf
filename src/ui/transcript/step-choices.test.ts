import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { logReading, type ChosenStep } from '../../transcript/index.ts';
import { textOfLogFile } from './log-file.ts';
import { resultPlaces, rightCallRemark, rightFromLog } from './step-choices.ts';

const pasted = readFileSync(new URL('examples/builds.txt', import.meta.url), 'utf8');
const { read, failed } = logReading(pasted, {});
const [first] = failed;
if (read.kind === 'not-read' || first === undefined) throw new Error('the example has failed calls');
const { transcript } = read;

test('a right call is proposed from the log: the next one of the tool that did not fail', () => {
  const proposed = rightFromLog(transcript, failed, first, 'as-written');
  expect(proposed?.turn).toBe(11);
  expect(proposed?.text).toMatch(/^run_sql\(SELECT job, finished_at - started_at/);
});

test('a call that is no right one is told apart', () => {
  const step: ChosenStep = {
    before: [],
    call: 'look(day="Monday")',
    error: '',
    tool: 'look',
    attempt: 1,
    style: 'function',
  };
  const remark = (right: string): string | null => rightCallRemark(right, step, 'function', ['look']);
  expect(remark("look(day='Monday')")).toBe('This is the call that failed.');
  expect(remark('look(day="2026-03-02")')).toBeNull();
  expect(remark('fetch(day="2026-03-02")')).toMatch(/cannot be read as a call/);
  expect(remark('I would look it up.')).toMatch(/does not look like a call/);
});

test('a result may stand in any of the next turns that were read, and stands where it stands', () => {
  const places = resultPlaces(transcript, first);
  expect(places.map(({ turn }) => turn)).toEqual([2, 4, 6, 8, 10, 12]);
  expect(places[0]?.head).toBe('Error: no such table: runs');
  expect(resultPlaces(transcript, { ...first, result: 99 }).at(-1)?.turn).toBe(99);
});

test('a file is read by its byte order mark; one that is too large is refused unread, with its size', async () => {
  const utf16 = new Uint8Array([0xff, 0xfe, 0x55, 0, 0xe9, 0]);
  expect(await textOfLogFile(new File([utf16], 'a.txt'))).toEqual({ ok: true, value: 'Ué' });
  expect(await textOfLogFile(new File(['Ué'], 'a.txt'))).toEqual({ ok: true, value: 'Ué' });
  const large = new File([new Uint8Array(21 * 1024 * 1024)], 'b.txt');
  expect(await textOfLogFile(large)).toMatchObject({
    ok: false,
    error: { kind: 'log-too-large', happened: 'The log is 22 MB long; up to 20 MB are read.' },
  });
});
