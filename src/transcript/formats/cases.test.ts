import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { characterAccount } from './account.ts';
import { JSON_FORMATS, TEXT_FORMATS } from './formats.ts';
import type { PastedTranscript, ReadPaste } from './normal-form.ts';
import { readPaste } from './read-paste.ts';

const FOLDER = new URL('../../../tests/fixtures/transcripts/', import.meta.url);

interface FailedCase {
  readonly call: { readonly name: string; readonly args: unknown; readonly text?: string };
  readonly callTurn: number;
  readonly callOrdinal: number;
  readonly resultTurn: number;
  readonly observationContains: string;
  readonly marker: string;
  readonly evidence: string;
  readonly repeatedAt: readonly { readonly turn: number; readonly exactText: boolean }[];
}

interface Case {
  readonly name: string;
  readonly file: string | null;
  readonly format: string | null;
  readonly roles?: Readonly<Record<string, number>>;
  readonly failed?: readonly FailedCase[];
  readonly error?: { readonly code: string; readonly mustSay: string };
  readonly generate?: { readonly bytesAtLeast: number; readonly seed: number };
}

const { cases, conventions } = JSON.parse(readFileSync(new URL('cases.json', FOLDER), 'utf8')) as {
  readonly cases: readonly Case[];
  readonly conventions: { readonly formatsWithoutCase: readonly string[] };
};

const known = new Set<string>([...JSON_FORMATS, ...TEXT_FORMATS].map(({ id }) => id));
const textOf = ({ file, generate }: Case): string =>
  file === null
    ? noise(generate ?? { bytesAtLeast: 0, seed: 0 })
    : readFileSync(new URL(file, FOLDER), 'utf8');

/** The log noise of case 16, by its rule. */
function noise({ bytesAtLeast, seed }: { bytesAtLeast: number; seed: number }): string {
  const pad = (value: number, width: number): string => String(value).padStart(width, '0');
  const lines: string[] = [];
  let length = 0;
  let x = seed;
  for (let i = 0; length < bytesAtLeast; i += 1) {
    x = (Math.imul(x, 1103515245) + 12345) & 0x7fffffff;
    const level = x % 50 === 0 ? 'ERROR' : 'INFO';
    const line = `2026-01-05T00:00:${pad(i % 60, 2)}.${pad(x % 1000, 3)}Z ${level} worker-${x % 8} heartbeat seq=${pad(i, 6)} load=0.${pad(x % 100, 2)}\n`;
    lines.push(line);
    length += line.length;
  }
  return lines.join('');
}

function transcriptIn(read: ReadPaste): PastedTranscript {
  if (read.kind === 'not-read') throw new Error(`${read.fault.kind}: ${read.fault.happened}`);
  return read.transcript;
}

const roleCounts = ({ turns }: PastedTranscript): Record<string, number> => {
  const counts: Record<string, number> = { system: 0, user: 0, assistant: 0, tool: 0 };
  for (const { role } of turns) counts[role] = (counts[role] ?? 0) + 1;
  return counts;
};

describe.each(cases.filter(({ format }) => format !== null && known.has(format)))('$name', (one) => {
  const pasted = textOf(one);
  const transcript = transcriptIn(readPaste(pasted));

  it('is of the format, with the turns that are in it', () => {
    expect(transcript.format).toBe(one.format);
    expect(roleCounts(transcript)).toEqual(one.roles);
  });

  it('has each failed call in its place, paired with its result and with its repeats', () => {
    for (const expected of one.failed ?? []) {
      const call = transcript.turns[expected.callTurn]?.calls[expected.callOrdinal];
      expect(call).toMatchObject({ name: expected.call.name, args: expected.call.args });
      if (expected.call.text !== undefined) expect(call?.text).toBe(expected.call.text);
      const result = transcript.turns[expected.resultTurn];
      expect(result?.text).toContain(expected.observationContains);
      expect(result?.answers).toMatchObject({ turn: expected.callTurn, ordinal: expected.callOrdinal });
      const repeats = transcript.turns.flatMap(({ index, calls }) =>
        calls
          .filter(({ key }) => index > expected.callTurn && key === call?.key)
          .map(({ rawArgs }) => ({ turn: index, exactText: rawArgs === call?.rawArgs })),
      );
      expect(repeats).toEqual(expected.repeatedAt);
      if (expected.evidence === 'explicit') {
        expect(result?.flag).toMatchObject({ isError: true, rule: expected.marker });
      }
    }
  });

  it('has each character in one place, and turns where their text stands', () => {
    const account = characterAccount(transcript, pasted);
    expect(account.turns + account.skipped + account.unread).toBe(pasted.length);
    expect(account).toMatchObject({ twice: 0, nowhere: 0 });
    for (const { spans } of transcript.turns) expect(spans.length).toBeGreaterThan(0);
    for (const { calls } of transcript.turns) {
      for (const { span, name } of calls) expect(pasted.slice(span.start, span.end)).toContain(name ?? '');
    }
  });
});

describe('broken cases', () => {
  const broken = cases.filter(({ error }) => error !== undefined);

  it.each(broken)('$name has the error of its case', (one) => {
    const read = readPaste(textOf(one));
    expect(read).toMatchObject({ kind: 'not-read', fault: { kind: one.error?.code } });
  });

  const faultOf = (start: string): Extract<ReadPaste, { kind: 'not-read' }>['fault'] => {
    const one = cases.find(({ name }) => name.startsWith(start));
    const read = one === undefined ? null : readPaste(textOf(one));
    if (read?.kind !== 'not-read') throw new Error('It was read.');
    return read.fault;
  };

  it('says where the text is cut off, and offers the complete records', () => {
    const { happened, cure, offer } = faultOf('13');
    expect(happened).toMatch(/ends too early, in line 37, column 21/);
    expect(cure).toMatch(/whole file/);
    expect(offer === null ? null : roleCounts(offer)).toEqual({ system: 1, user: 1, assistant: 1, tool: 1 });
    expect(offer?.turns[3]?.answers).toMatchObject({ turn: 2, ordinal: 0, how: 'id' });
  });

  it('says what was pasted instead, and names three formats', () => {
    expect(faultOf('14').happened).toMatch(/Nothing was pasted/);
    expect(faultOf('15').happened).toMatch(/No turns were found; it looks like a table \(CSV\)/);
    expect(faultOf('15').nearest).toHaveLength(3);
    expect(faultOf('16').happened).toMatch(/No turns were found in 3\.0 MB of text; it looks like log lines/);
  });
});

describe('the folder of cases', () => {
  it('is covered by the table: every file has its line', () => {
    const files = readdirSync(FOLDER).filter((file) => file !== 'cases.json');
    expect(cases.flatMap(({ file }) => file ?? []).sort()).toEqual(files.sort());
  });

  it.each(conventions.formatsWithoutCase.filter((id) => known.has(id)))('%s is not read', (id) => {
    const format = JSON_FORMATS.find((one) => one.id === id);
    expect(format !== undefined && 'spot' in format).toBe(true);
  });
});
