import { callKey } from '../formats/call-key.ts';
import type { JsonValue, PastedCall, PastedTranscript, PastedTurn } from '../formats/normal-form.ts';

const NOWHERE = { start: 0, end: 0 };

const call = (name: string, args: JsonValue): PastedCall => {
  const rawArgs = JSON.stringify(args);
  return {
    ...{ id: name, name, args, rawArgs, text: null, span: NOWHERE },
    key: callKey({ name, args, rawArgs, text: null }),
  };
};

const turn = (index: number, rest: Partial<PastedTurn> & Pick<PastedTurn, 'role'>): PastedTurn => ({
  ...{ index, text: '', reasoning: null, calls: [], answers: null, flag: null, name: null, spans: [] },
  ...rest,
});

/** A reply with two calls of which the second fails; results in the other order; then the agent tries again. */
export const SAMPLE_LOG: PastedTranscript = {
  format: 'openai-chat',
  variant: null,
  why: '',
  ...{ runs: [{ label: 'all', span: NOWHERE }], run: 0, warnings: [], skipped: [], unread: [] },
  turns: [
    turn(0, {
      role: 'system',
      text: 'You keep the calendar.\n\nfind_event(title, day): finds one event.\n\nlist_rooms(day): rooms.',
    }),
    turn(1, { role: 'user', text: 'Move the stand-up.' }),
    turn(2, {
      role: 'assistant',
      text: 'First I look.',
      reasoning: 'Hidden.',
      calls: [
        call('list_rooms', { day: 'Thursday' }),
        call('find_event', { title: 'stand-up', day: 'Thursday' }),
      ],
    }),
    turn(3, { role: 'tool', text: 'no answer in 10 s', answers: { turn: 2, ordinal: 1, how: 'id' } }),
    turn(4, { role: 'tool', text: '["Birch"]', answers: { turn: 2, ordinal: 0, how: 'id' } }),
    turn(5, { role: 'assistant', text: 'Again.', calls: [call('find_event', { title: 'stand-up' })] }),
    turn(6, { role: 'tool', text: 'later text', answers: { turn: 5, ordinal: 0, how: 'order' } }),
  ],
};

export const SAMPLE_PLACE = { call: { turn: 2, ordinal: 1 }, result: 3, attempt: 1 };
