import { expect, test } from 'vitest';
import type { ScoreRequest } from '../engine/index.ts';
import { messageEffects, messagesAsked, stepContexts, wordEffects, wordsAsked } from './index.ts';
import { answered, SAMPLE_FITTED, SAMPLE_STEP } from './sample-step.ts';

const contexts = stepContexts(SAMPLE_FITTED);
/** What a request hides, as text; a control by what it is as long as. */
const hiddenText = ({ context, hidden: [part] }: ScoreRequest): string | null => {
  if (part === undefined) return null;
  const { message, start, end } = part.sameTokensAs ?? part;
  const text = context[message]?.content.slice(start, end) ?? '';
  return part.sameTokensAs === undefined ? text : `as long as ${text}, in message ${part.message}`;
};

test('each earlier message, the call, the error and a control as long as the call are hidden', () => {
  const { scores } = messagesAsked(contexts);
  expect(scores.map(hiddenText)).toEqual([
    null,
    SAMPLE_STEP.before[0]?.content,
    'Find Ann.',
    'open()',
    'Observation: opened',
    "find(nom='Ann')",
    'no argument nom',
    "as long as find(nom='Ann'), in message 0",
  ]);
  // Of a message its head stays seen; a control keeps away from it by itself.
  expect(scores[1]?.hidden[0]).toMatchObject({ butHead: true });
  expect(scores.every(({ context }) => context === contexts.after.messages)).toBe(true);
});

test('an effect is what is lost by hiding: above zero, the span pulls toward repeating', () => {
  const nats = new Map([
    ["find(nom='Ann')", -20],
    ['no argument nom', -3],
    ['Find Ann.', -5],
  ]);
  const answers = answered(messagesAsked(contexts), (request) => nats.get(hiddenText(request) ?? '') ?? -4);
  const effects = messageEffects(contexts, answers);
  expect(effects.map(({ name, effectNats }) => [name, effectNats])).toEqual([
    ['message-0', 0],
    ['message-1', 1],
    ['message-2', 0],
    ['message-3', 0],
    ['call', 16],
    ['error', -1],
    ['control', 0],
  ]);
  const [, first] = messagesAsked(contexts).scores;
  expect(
    messageEffects(contexts, {
      ...answers,
      scores: new Map([...answers.scores].filter(([id]) => id !== first?.id)),
    })[0]?.name,
  ).toBe('message-1');
});

test('every word of a message, each with a control of as many tokens', () => {
  const last = contexts.after.messages.length - 1;
  const asked = wordsAsked(contexts, last);
  expect(asked.scores.map(hiddenText)).toEqual([
    null,
    ...['nom', 'argument', 'no', 'Observation:'].flatMap((word) => [
      word,
      `as long as ${word}, in message 0`,
    ]),
  ]);
  const effects = wordEffects(
    contexts,
    last,
    answered(asked, (request) => {
      const text = hiddenText(request);
      return text === 'nom' ? -7 : text?.startsWith('as long as nom') === true ? -4.5 : -4;
    }),
  );
  expect(effects.map(({ name, effectNats, controlNats }) => [name, effectNats, controlNats])).toEqual([
    [`message-${last}:0-12`, 0, 0],
    [`message-${last}:13-15`, 0, 0],
    [`message-${last}:16-24`, 0, 0],
    [`message-${last}:25-28`, 3, 0.5],
  ]);
});

test('a control lies in the longest other message where the system prompt is too short, never in the goal', () => {
  const [system, goal, ...rest] = SAMPLE_STEP.before;
  if (system === undefined || goal === undefined) throw new Error('the sample has both');
  const short = {
    ...SAMPLE_STEP,
    before: [
      { ...system, content: 'Act.' },
      { ...goal, content: 'Find Ann, who sits by the door.' },
      ...rest,
    ],
  };
  const { scores } = messagesAsked(stepContexts({ ...SAMPLE_FITTED, step: { ...short, call: 'open(now)' } }));
  expect(scores.map(hiddenText).at(-1)).toBe('as long as open(now), in message 3');
  const none = { ...short, before: short.before.slice(0, 2) };
  const names = messagesAsked(stepContexts({ ...SAMPLE_FITTED, step: none })).scores.map(
    ({ hidden }) => hidden[0]?.name,
  );
  expect(names).not.toContain('control');
});
