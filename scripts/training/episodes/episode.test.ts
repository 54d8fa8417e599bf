import { describe, expect, it } from 'vitest';
import { parseCall, type ToolshedItem } from '../../../src/toolshed/index.ts';
import { pythonRandom, subSeed } from '../../../src/toolshed/python/index.ts';
import { corpusLines, examLines } from './corpus-bytes.ts';
import { episodeOf, type EpisodeKind, type Turn } from './episode.ts';
import { frozenStrings, literalsOf } from './frozen-strings.ts';

const KINDS: readonly EpisodeKind[] = ['base', 'clean', 'noisy', 'recovery', 'vocabulary'];
const COUNT = 120;
const SEED = 77;
const frozen = frozenStrings();

const episodes = (kind: EpisodeKind): readonly (readonly Turn[])[] =>
  Array.from({ length: COUNT }, (_, index) =>
    episodeOf(index, SEED, kind, pythonRandom(subSeed(SEED, `${kind}-${index}`)), frozen),
  );
const calls = (turns: readonly Turn[]): readonly string[] =>
  turns.filter(([, part]) => part === 'call').map(([, , text]) => text);
const observations = (turns: readonly Turn[]): readonly string[] =>
  turns.filter(([, part]) => part === 'observation').map(([, , text]) => text);
const FAILURE = /^Observation: (?:\w+Error|Timeout)/;

describe('frozen strings', () => {
  it('hold the names, files, dates and texts of the frozen items', () => {
    for (const text of [
      'celia moreau',
      'celia',
      'moreau',
      'alex ramirez',
      '2026-10-24',
      'notes/todo.md',
      'todo',
      '1:1',
      'evt-9',
    ])
      expect(frozen, text).toContain(text);
  });
});

describe.each(KINDS)('%s episodes', (kind) => {
  const all = episodes(kind);

  it('quote no string of a frozen item', () => {
    const quoted = all.flatMap((turns) =>
      turns.flatMap(([, , text]) => [...text.matchAll(/'([^']*)'/g)].map(([, inside = '']) => inside)),
    );
    expect(quoted.length).toBeGreaterThan(500);
    const shared = new Set(quoted.filter((text) => frozen.has(text.toLowerCase())));
    // Times, amounts, units and event ids are few; an error may quote a tool or a parameter; the read-only file is the
    // same in every office.
    const allowed =
      /^(evt-\d+|\d\d:\d\d|[\d.]+|[a-z]+_[a-z_]+|system\/config\.ini|tomorrow|next Tuesday|amount|attendees|contact_name|day|id|note|path|text|to|title|name|date|time|team|value|body|content|subject|recipient|message|participants|folder|directory|[a-z]{1,3})$/;
    expect([...shared].filter((text) => !allowed.test(text))).toEqual([]);
    const names = quoted.filter((text) => /^[A-Z]\w+ [A-Z]\w+$/.test(text) && !/^Error/.test(text));
    expect(names.flatMap((name) => name.split(' ')).filter((word) => frozen.has(word.toLowerCase()))).toEqual(
      [],
    );
  });

  it('hold calls that can be read, each answered', () => {
    for (const turns of all) {
      expect(turns[0]?.[1]).toBe('goal');
      for (const text of calls(turns)) expect(parseCall(text).ok, text).toBe(true);
      // A colleague may speak after an observation; a call is always answered.
      const answered = turns.every(([role], at) => role === 'user' || turns[at + 1]?.[0] !== 'assistant');
      expect(answered).toBe(true);
    }
  });

  it('show failures where the kind has them, and only there', () => {
    const failing = all.filter((turns) =>
      observations(turns).some((text) => /^Observation: (?!Timeout)\w+Error/.test(text)),
    );
    if (kind === 'noisy' || kind === 'recovery' || kind === 'vocabulary')
      expect(failing.length).toBeGreaterThan(COUNT * 0.4);
    else expect(failing).toEqual([]);
  });
});

/** A call that stands right after its own failure. */
const repeats = (turns: readonly Turn[]): number =>
  turns.filter(
    ([, part, text], at) =>
      part === 'call' && turns[at - 2]?.[2] === text && FAILURE.test(turns[at - 1]?.[2] ?? ''),
  ).length;

it('noisy episodes make failed calls again, recovery and clean ones do not', () => {
  const total = (kind: EpisodeKind) => episodes(kind).reduce((sum, turns) => sum + repeats(turns), 0);
  expect(total('noisy')).toBeGreaterThan(COUNT / 4);
  expect(total('clean')).toBe(0);
  expect(total('recovery')).toBe(0);
});

it('base episodes hold calls that are rightly made again', () => {
  const again = episodes('base').filter((turns) => new Set(calls(turns)).size < calls(turns).length);
  expect(again.length).toBeGreaterThan(COUNT / 8);
});

it('equal arguments give equal bytes', () => {
  expect(corpusLines('noisy', 5, 5)).toBe(corpusLines('noisy', 5, 5));
  expect(corpusLines('noisy', 5, 6)).not.toBe(corpusLines('noisy', 5, 5));
});

it('the exam’s items have fresh names, and one wrong call for each step of a task', () => {
  const items = examLines(12, 9)
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as ToolshedItem);
  expect(new Set(items.map(({ task_id: task, step_index: step }) => `${task} ${step}`)).size).toBe(
    items.length,
  );
  expect(items.length).toBeGreaterThan(20);
  const names = items.flatMap(literalsOf).filter((text) => /^[A-Z]\w+ [A-Z]\w+$/.test(text));
  expect(names.flatMap((name) => name.split(' ')).filter((word) => frozen.has(word.toLowerCase()))).toEqual(
    [],
  );
  for (const { failed_action: failed, gold_action: right } of items) expect(failed).not.toBe(right);
});
