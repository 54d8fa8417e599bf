import { expect, test } from 'vitest';
import { scriptedModel, type ComputeOptions, type LanguageModel } from '../src/engine/index.ts';
import { SAMPLE_STEP } from '../src/pasted-step/sample-step.ts';
import { ok } from '../src/records/index.ts';
import type { Message } from '../src/transcript/index.ts';
import type { WritingEvent } from './engine-door.ts';
import { fitStep } from './fit-step.ts';
import { padText } from './pad-neutrals.ts';
import { stepLane } from './step-lane.ts';
import type { TurnMaker } from './turn-maker.ts';

const END = 200;
/** A character is a token; messages are joined by a sign of their own. */
const tokenizer: TurnMaker['tokenizer'] & { encodeCandidate: typeof encodeCandidate } = {
  endOfTurn: END,
  encodeContext: (messages: readonly Message[]) =>
    messages.some(({ content }) => content === 'refused')
      ? refusedText
      : ok({ ids: [...encoded(messages.map(({ content }) => content).join('\u0001')), 1] }),
  encodeCandidate,
  decode: (ids) => String.fromCharCode(...ids),
  bytesOf: (id) => Uint8Array.of(id),
};
const encoded = (text: string): number[] => [...text].map((sign) => Math.min(199, sign.codePointAt(0) ?? 0));
function encodeCandidate(text: string) {
  return ok(encoded(text));
}
const refusedText = {
  ok: false,
  error: { kind: 'template-refuses', happened: 'h', stillWorks: 's', cure: 'c', details: 'd' },
} as const;

/** Writes A or B, half as likely, then a call that does not end by itself. */
const model = (windowTokens = 4_000): LanguageModel =>
  scriptedModel(
    201,
    (tokens) => {
      const written = tokens.slice(tokens.lastIndexOf(1) + 1);
      const next = 'x(1)\nmore'[written.length - 1];
      return written.length === 0
        ? new Map([
            [65, Math.LN2],
            [66, 0],
          ])
        : new Map([[next === undefined ? END : (next.codePointAt(0) ?? END), 5]]);
    },
    windowTokens,
  );

const compute: ComputeOptions = {
  passTokens: null,
  keyValueBytes: 2 ** 20,
  scoreTensorBytes: 2 ** 20,
  targetPassMs: 1_000,
  clock: () => 0,
  gate: () => Promise.resolve('go'),
};

const CONTEXT: readonly Message[] = [
  { role: 'system', content: 's' },
  { role: 'user', content: 'u' },
];
const drawn = (seed: number) => ({
  ...{ id: `drawn ${seed}`, context: CONTEXT, maximumTokens: 40, until: 'line' as const },
  sampling: { temperature: 1, topP: 1, seed: `error 0 ${seed}` },
});
const greedy = { ...drawn(0), id: 'greedy', sampling: null };

async function written(
  requests: Parameters<typeof stepLane>[1]['requests'],
  options = compute,
  maker = model(),
) {
  const events: WritingEvent[] = [];
  const lane = await stepLane(
    { model: maker, tokenizer },
    { requests, keyValueBytes: 2 ** 20 },
    options,
    (event) => events.push(event),
  );
  return {
    lane,
    events,
    texts: new Map(
      events.flatMap((event) => (event.kind === 'written' ? [[event.id, event.text] as const] : [])),
    ),
  };
}

test('likeliest and drawn turns, each to the end of its line, the same every time', async () => {
  const requests = [greedy, ...Array.from({ length: 40 }, (_, seed) => drawn(seed))];
  const { lane, texts } = await written(requests);
  expect(lane.ok && lane.value.outcome).toBe('finished');
  expect(texts.get('greedy')).toBe('Ax(1)');
  const draws = [...texts.values()].slice(1);
  expect(new Set(draws)).toEqual(new Set(['Ax(1)', 'Bx(1)']));
  // One in three, of forty.
  expect(draws.filter((text) => text.startsWith('B')).length).toBeGreaterThan(5);
  // What a draw comes to hangs on its seed, not on what is drawn beside it.
  const alone = await written([drawn(7)]);
  expect(alone.texts.get('drawn 7')).toBe(texts.get('drawn 7'));
});

test('a turn goes on where the style asks for more than a line, and says when a limit ended it', async () => {
  const { texts } = await written([{ ...greedy, until: 'nothing-else' }]);
  expect(texts.get('greedy')).toBe('Ax(1)\nmore');
  const { events } = await written([{ ...greedy, maximumTokens: 3 }]);
  expect(events.find(({ kind }) => kind === 'written')).toMatchObject({ text: 'Ax(', isCut: true });
});

test('what cannot be written is refused by its name, and the others go on', async () => {
  const { events, texts } = await written([
    { ...greedy, id: 'template', context: [{ role: 'system', content: 'refused' }] },
    { ...greedy, id: 'temperature', sampling: { temperature: -1, topP: 1, seed: '' } },
    { ...greedy, id: 'window', context: [{ role: 'system', content: 'w'.repeat(5_000) }] },
    greedy,
  ]);
  expect(events.flatMap((event) => (event.kind === 'refused' ? [[event.id, event.error.kind]] : []))).toEqual(
    [
      ['template', 'template-refuses'],
      ['temperature', 'temperature-invalid'],
      ['window', 'past-the-window'],
    ],
  );
  expect([...texts.keys()]).toEqual(['greedy']);
});

test('cancelled between two passes, it tells what has ended', async () => {
  let passes = 0;
  const gate = () => Promise.resolve(passes++ < 3 ? ('go' as const) : ('cancel' as const));
  const { lane, texts } = await written([greedy], { ...compute, gate });
  expect(lane.ok && lane.value.outcome).toBe('cancelled');
  expect(texts.size).toBe(0);
});

const long = (messages: number) => ({
  ...SAMPLE_STEP,
  before: [
    ...SAMPLE_STEP.before,
    ...Array.from({ length: messages }, (_, at) => ({
      ...{ role: 'user' as const, content: `${at}`.padStart(100, '.'), turn: 10 + at },
      parts: [],
    })),
  ],
});

test('a step that fits is not cut; a longer one by the mildest cut that the budget and the window allow', () => {
  const whole = fitStep(tokenizer, { step: SAMPLE_STEP, cut: null, budgetTokens: 4_000 }, 2_000);
  expect(whole).toMatchObject({
    ok: true,
    value: { settings: { lastMessages: null, system: 'whole', mostCharacters: null }, windowTokens: 2_000 },
  });
  expect(whole.ok && whole.value.keptTokens === whole.value.allTokens).toBe(true);
  expect(whole.ok && whole.value.callTokens).toBe(SAMPLE_STEP.call.length);

  const cut = fitStep(tokenizer, { step: long(30), cut: null, budgetTokens: 4_000 }, 1_512);
  if (!cut.ok) throw new Error(cut.error.happened);
  // 1,000 tokens are left of the window: the opening, call and error, and eight messages of 101.
  expect(cut.value.settings.lastMessages).toBe(8);
  expect(cut.value.keptTokens).toBeLessThanOrEqual(1_000 - SAMPLE_STEP.call.length);
  expect(cut.value.keptTokens + 101).toBeGreaterThan(1_000 - SAMPLE_STEP.call.length);
  expect(cut.value.allTokens).toBeGreaterThan(3_000);

  const wanted = { lastMessages: 2, system: 'whole', mostCharacters: null } as const;
  const asked = fitStep(tokenizer, { step: long(30), cut: wanted, budgetTokens: 4_000 }, 1_512);
  expect(asked.ok && asked.value.settings).toBe(wanted);
});

test('a step of which nothing fits, a template that refuses it and a budget that is none are told apart', () => {
  const kindOf = (request: Parameters<typeof fitStep>[1]): string | null => {
    const fitted = fitStep(tokenizer, request, 4_000);
    return fitted.ok ? null : fitted.error.kind;
  };
  expect(kindOf({ step: { ...SAMPLE_STEP, call: 'c'.repeat(5_000) }, cut: null, budgetTokens: 400 })).toBe(
    'step-too-long',
  );
  expect(kindOf({ step: { ...SAMPLE_STEP, error: 'x' }, cut: null, budgetTokens: 0.5 })).toBe(
    'budget-invalid',
  );
  const [system, ...rest] = SAMPLE_STEP.before;
  if (system === undefined) throw new Error('the sample has a system prompt');
  const refused = { ...SAMPLE_STEP, before: [{ ...system, content: 'refused' }, ...rest] };
  expect(kindOf({ step: refused, cut: null, budgetTokens: 400 })).toBe('template-refuses');
});

test('a very long log is not encoded whole, and says that its length is reckoned', () => {
  let longest = 0;
  const counting: typeof tokenizer = {
    ...tokenizer,
    encodeContext: (messages, parts) => {
      longest = Math.max(
        longest,
        messages.reduce((sum, { content }) => sum + content.length, 0),
      );
      return tokenizer.encodeContext(messages, parts);
    },
  };
  const fitted = fitStep(counting, { step: long(8_000), cut: null, budgetTokens: 1_000 }, 4_000);
  expect(fitted).toMatchObject({ ok: true, value: { isAllReckoned: true } });
  expect(longest).toBeLessThanOrEqual(16_000);
});

test('a bare text is padded to the length of any error', () => {
  const padded = padText({ call: 'c', neutral: 'Seen.', error: 'e'.repeat(3_000) }, encodeCandidate);
  expect(padded.ok && Math.abs(padded.value.length - 3_000)).toBeLessThanOrEqual(8);
  expect(padText({ call: 'c', neutral: 'Seen.', error: 'e' }, () => refusedText)).toEqual(refusedText);
});
