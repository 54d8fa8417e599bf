import { expect, test } from 'vitest';
import {
  withSystemPrompt,
  type AskedStep,
  type CutCheck,
  type ScoredCall,
} from '../../../pasted-step/index.ts';
import { shownAs, type ChosenStep } from '../../../transcript/index.ts';
import { heatWords, messageName, refusedName, stretchesOf } from './context-messages.ts';
import { cutCheckWords } from './cut-check-words.ts';
import { cutWords, keptWords } from './cut-words.ts';
import { isSamePart, partActivity } from './part-words.ts';
import { guessedStepTokens } from './step-cost.ts';
import { tokensChanged } from './tokens-changed.ts';

const step: ChosenStep = {
  before: [
    { role: 'user', content: 'Move the stand-up.', parts: [], turn: 0 },
    { role: 'assistant', content: 'list_rooms(day="Thursday")', parts: [], turn: 1 },
    { role: 'user', content: 'Observation: ["Birch"]', parts: [], turn: 2 },
  ],
  call: 'find_event(day="Thursday")',
  error: 'no answer',
  tool: 'find_event',
  attempt: 1,
  style: 'function',
};
const asked: AskedStep = { step, cut: null, right: null, tools: ['find_event'], attempts: [] };
const WHOLE = { lastMessages: null, system: 'whole', mostCharacters: null } as const;

test('a cut is never silent', () => {
  const fit = {
    settings: WHOLE,
    keptTokens: 1812,
    allTokens: 4205,
    windowTokens: 2048,
    isAllReckoned: false,
  };
  expect(keptWords(fit)).toBe('Kept 1,812 of 4,205 tokens; this checkpoint reads up to 2,048 at once.');
  expect(keptWords({ ...fit, windowTokens: 8192 })).toMatch(/All of it would fit; less is proposed/);
  expect(keptWords({ ...fit, keptTokens: 4205 })).toMatch(/^All 4,205 tokens are kept/);
  expect(keptWords({ ...fit, isAllReckoned: true })).toContain('1,812 of about 4,205');
  expect(cutWords(WHOLE)).toBe(
    'Kept: the whole system prompt; every message before the step; no message shortened.',
  );
  expect(cutWords({ lastMessages: 1, system: 'this-tool', mostCharacters: 500 })).toBe(
    'Kept: of the system prompt its beginning and what it says of the tool that failed; the goal and the last message before the step; messages of more than 500 characters without their middles.',
  );
});

const effect = (name: string) => ({
  ...{ name, hiddenTokens: 3, hiddenNats: -4, effectNats: 1, controlNats: 0.2 },
});

test('rows are named by place and part, and hold nothing of the log', () => {
  const context = shownAs(withSystemPrompt(step), 'error', 0);
  if (context === null) throw new Error('the error can be shown');
  // The system prompt that is put in stands first.
  expect(context.messages.map((_, at) => messageName(context, at))).toEqual([
    'message 1, system prompt',
    'message 2, goal',
    'message 3, your agent',
    'message 4, result or user',
    'message 5, the failed call',
    'message 6, its error',
  ]);
  const rows = stretchesOf(['message-0', 'call', 'error', 'control'].map(effect), context);
  expect(rows.map(({ name, key, isControl }) => [name, key, isControl])).toEqual([
    ['message 1, system prompt', '0', false],
    ['message 5, the failed call', '4', false],
    ['message 6, its error', '5', false],
    ['control: an ordinary stretch', undefined, true],
  ]);
  expect(refusedName('message-3', context)).toBe('message 4, result or user');
  expect(refusedName('message-5:13-15', context)).toBe('“no” in message 6, its error');
  expect(refusedName('try 3', context)).toBe('try 3');
  expect(JSON.stringify(rows)).not.toMatch(/find_event|Birch|answer/);
});

test('words that were not hidden yet are there, and unknown', () => {
  const context = shownAs(withSystemPrompt(step), 'error', 0);
  if (context === null) throw new Error('the error can be shown');
  const all = heatWords(context, 5, []);
  expect(all.map(({ word }) => word.text)).toEqual(['Observation:', 'no', 'answer']);
  const known = heatWords(context, 5, [effect(all[2]?.word.name ?? '')]);
  expect(known.map(({ seen, controlNats }) => [seen?.effectNats ?? null, controlNats])).toEqual([
    [null, null],
    [null, null],
    [1, 0.2],
  ]);
});

const check = (rest: Partial<CutCheck>): CutCheck => ({
  ...{ size: 'half', settings: WHOLE, keptTokens: 900, gainNats: -4, signHolds: true },
  ...{ order: ['description', 'terse'], orderHolds: true, firstHolds: true },
  ...rest,
});

test('whether the cut matters is said of the sign and of the order', () => {
  expect(cutCheckWords([check({}), check({ size: 'double' })])).toBe(
    'With about half of the context and about twice as much context, G keeps its sign. By the chance of the same call, the ways keep their order.',
  );
  expect(cutCheckWords([check({ signHolds: false })])).toMatch(
    /^With about half of the context, G changes its sign/,
  );
  expect(cutCheckWords([check({ orderHolds: false })])).toContain(
    'the same way comes first, others change places',
  );
  expect(cutCheckWords([check({ orderHolds: false, firstHolds: false })])).toContain(
    'another way comes first: “note” with about half of the context',
  );
  expect(cutCheckWords([check({ orderHolds: null, firstHolds: null })])).toContain('were not compared');
});

test('a button shows what its own part does', () => {
  expect(isSamePart({ words: 3 }, { words: 3 })).toBe(true);
  expect(isSamePart({ words: 3 }, { words: 4 })).toBe(false);
  expect(isSamePart('view', { words: 3 })).toBe(false);
  expect(isSamePart(null, 'view')).toBe(false);
  expect(partActivity('running', true, false)).toBe('busy');
  expect(partActivity('running', false, false)).toBe('ready');
  expect(partActivity('finished', true, true)).toBe('done');
  expect(partActivity('cancelled', true, false)).toBe('ready');
});

test('a part costs more than one that is less work, and a longer log more than a short one', () => {
  const of = (part: Parameters<typeof guessedStepTokens>[0], kept: number | null): number =>
    guessedStepTokens(part, { ...asked, attempts: [{ ...step, attempt: 2 }] }, kept);
  for (const part of ['view', 'attempts', 'messages', 'ways', 'cuts', { words: 2 }] as const) {
    expect(of(part, 700)).toBeGreaterThan(700);
    expect(of(part, 8000)).toBeGreaterThan(of(part, 700));
    expect(of(part, null)).toBeGreaterThan(0);
  }
  expect(of('ways', 700)).toBeGreaterThan(of('view', 700));
});

test('tokens are compared one by one, and not at all where they are other pieces', () => {
  const call = (pieces: readonly string[], gapNats: number): ScoredCall => ({
    ...{ nats: -2, contextTokens: 9, isGreedy: false, hiddenTokens: 0 },
    tokens: pieces.map((piece) => ({ piece, nats: -1, gapNats })),
  });
  expect(tokensChanged(call(['a', 'b'], 0.3), call(['a', 'b'], 0))).toMatchObject([
    { piece: 'a', changeNats: 0, isArgmaxBefore: false, isArgmaxAfter: true, isTie: false },
    { piece: 'b' },
  ]);
  expect(tokensChanged(call(['a', 'b'], 0), call(['ab'], 0))).toEqual([]);
});
