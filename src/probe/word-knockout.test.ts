import { expect, test } from 'vitest';
import { textOfPart } from '../transcript/index.ts';
import {
  hiddenUnits,
  underCondition,
  wordEffects,
  wordsOfPart,
  wordUnits,
  type ConditionName,
  type WordPart,
} from './index.ts';
import { sampleItem, sampleRow } from './sample-item.ts';

const { item_id } = sampleItem;
const names = (part: WordPart, condition: ConditionName = 'fail', item = sampleItem) =>
  wordUnits(item, { condition, part }).map(({ hidden }) => hidden);

test('the last word first, each with a control as long', () => {
  expect(names('error')).toEqual([
    'error:12-15',
    'control:error:12-15',
    'error:3-11',
    'control:error:3-11',
    'error:0-2',
    'control:error:0-2',
  ]);
  const transcript = underCondition(sampleItem, 'fail');
  const [word, control] = wordUnits(sampleItem, { condition: 'fail', part: 'error' });
  const [hidden] = word?.request.hidden ?? [];
  if (hidden === undefined) throw new Error('nothing is hidden');
  expect(textOfPart(transcript, hidden)).toBe('nom');
  expect(hidden.outsideHead).toBe(true);
  expect(word?.request).toMatchObject({
    id: 'task-1-s1-arg_typo-0/fail/failed/without-error:12-15',
    candidate: sampleItem.failed_action,
    scoreEndOfTurn: true,
  });
  const { message, start, end } = hidden;
  expect(control?.request.hidden).toEqual([
    { name: 'control', message: 0, start: 0, end: 16, sameTokensAs: { message, start, end } },
  ]);
});

test('parts by their form, and the whole transcript message by message', () => {
  const transcript = underCondition(sampleItem, 'fail');
  const words = (part: WordPart) => wordsOfPart(transcript, part).map(({ text }) => text);
  expect(words('call')).toEqual(['find', '(', 'nom', "='", 'Ann', "')"]);
  expect(words('goal')).toEqual(['Find', 'Ann.']);
  expect(words('documentation')).toEqual(['find(name)']);
  const all = wordsOfPart(transcript, 'transcript');
  expect(all.map(({ text }) => text).join(' ')).toBe(
    "You call tools. find(name) One call a turn. Find Ann. open () Observation: opened find ( nom =' Ann ') Observation: no argument nom",
  );
  expect(all.filter(({ gap }) => gap === 'message')).toHaveLength(5);
  expect(all.at(-1)?.name).toBe('message-5:25-28');
});

test('a word of a part and the same word of the whole transcript are one score', () => {
  const range = ({ request }: ReturnType<typeof wordUnits>[number]) =>
    request.hidden.map(({ message, start, end }) => [message, start, end]);
  const ofPart = wordUnits(sampleItem, { condition: 'fail', part: 'error' });
  const ofAll = wordUnits(sampleItem, { condition: 'fail', part: 'transcript' });
  expect(ofAll.slice(0, 6).map(range)).toEqual(ofPart.map(range));
});

test('under other conditions what they show; nothing where a part stands twice or not at all', () => {
  expect(names('error', 'fail_terse')).toHaveLength(4);
  expect(names('error', 'neut')).toEqual([]);
  expect(names('observation', 'neut')).toEqual(['observation:0-6', 'control:observation:0-6']);
  expect(names('error', 'fail_k2')).toEqual([]);
  expect(names('goal', 'fail_k2')).toHaveLength(4);
  expect(names('goal', 'pre')).toHaveLength(4);
  expect(names('note', 'abstract').length).toBeGreaterThan(2);
});

test('without documentation there is no control', () => {
  expect(names('error', 'fail', { ...sampleItem, meta: {} })).toEqual([
    'error:12-15',
    'error:3-11',
    'error:0-2',
  ]);
});

test('names that the transcript does not have hide nothing', () => {
  const asked = ['error:12-15', 'error:12-99', 'note:0-1', 'message-9:0-1', 'control', 'goal'] as const;
  expect(hiddenUnits(sampleItem, 'fail', asked).map(({ hidden }) => hidden)).toEqual([
    'error:12-15',
    'control',
    'goal',
  ]);
});

test('effects: above zero the word pulls toward repeating; what is not there is null', () => {
  const row = (hidden: string | undefined, logprob: number) =>
    sampleRow({ item_id, condition: 'fail', candidate: 'failed', ...(hidden && { hidden }) }, logprob);
  const rows = [
    row(undefined, -8),
    row('error:12-15', -11),
    row('control:error:12-15', -8.5),
    row('error', -9),
  ];
  const asked = { condition: 'fail', part: 'error' } as const;
  const effects = wordEffects(sampleItem, asked, rows);
  expect(effects.map(({ word, seen, controlNats }) => [word.text, seen?.effectNats, controlNats])).toEqual([
    ['no', undefined, null],
    ['argument', undefined, null],
    ['nom', 3, 0.5],
  ]);
  expect(effects[2]?.seen).toEqual({ hiddenTokens: 3, hiddenNats: -11, effectNats: 3 });
  expect(wordEffects(sampleItem, asked, rows.slice(1))).toEqual([]);
});
