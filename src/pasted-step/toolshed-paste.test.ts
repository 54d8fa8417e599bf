import { expect, test } from 'vitest';
import { underCondition, type ProbeItem } from '../probe/index.ts';
import { itemPool, NEUTRAL_OBSERVATION } from '../toolshed/index.ts';
import {
  chosenStep,
  failedCalls,
  markedByHand,
  readPaste,
  shownAs,
  shownWithText,
  usualStyle,
  withRepeats,
  type Message,
  type PastedTranscript,
} from '../transcript/index.ts';

const POOL = itemPool('clean');

/** An item as an agent's program would log it: chat messages, results in user messages. */
const asChatLog = (item: ProbeItem): string => {
  const { messages } = underCondition(item, 'fail');
  return JSON.stringify({ model: 'any', messages }, null, 1);
};

function read(item: ProbeItem): PastedTranscript {
  const paste = readPaste(asChatLog(item));
  if (paste.kind !== 'transcript') throw new Error(paste.fault.happened);
  return paste.transcript;
}

const plain = (messages: readonly Message[]): readonly Message[] =>
  messages.map(({ role, content }) => ({ role, content }));

test.each(POOL.filter((_, index) => index % 25 === 0).map((item) => [item.item_id, item] as const))(
  '%s pasted as chat messages reads as the item under its conditions',
  (_, item) => {
    const transcript = read(item);
    expect(transcript.format).toBe('openai-chat');
    expect(usualStyle(transcript)).toBe('as-written');
    const last = transcript.turns.length - 1;
    const marked = markedByHand(transcript, { turn: last - 1, ordinal: 0 }, last);
    if (marked === null) throw new Error('the last call can be marked');
    for (const style of ['as-written', 'function'] as const) {
      const step = chosenStep(transcript, { ...marked, attempt: 1 }, style);
      if (step === null) throw new Error('the last step can be chosen');
      expect(step.call).toBe(item.failed_action);
      expect(step.error).toBe(item.obs_fail);
      expect(plain(step.before)).toEqual(underCondition(item, 'pre').messages);
      expect(shownAs(step, 'error', 0)?.messages).toEqual(underCondition(item, 'fail').messages);
      expect(shownWithText(step, NEUTRAL_OBSERVATION).messages).toEqual(
        underCondition(item, 'neut').messages,
      );
    }
  },
);

test('the failed call of every item of the pool is found by what its error says', () => {
  const missed = POOL.filter((item) => {
    const transcript = read(item);
    const found = withRepeats(transcript, failedCalls(transcript));
    return found.at(-1)?.call.turn !== transcript.turns.length - 2;
  });
  expect(missed.map(({ item_id, obs_fail }) => [item_id, obs_fail])).toEqual([]);
});
