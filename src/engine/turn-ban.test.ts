import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { canonicalForm } from '../toolshed/index.ts';
import { scriptedModel, type Script } from './scripted-model.ts';
import { banOnActions, type ActionRule, type TurnBan } from './turn-ban.ts';
import { turnDraws } from './turn-draws.ts';
import { endAfter } from './turn-end.ts';
import { TurnMask, turnText } from './turn-mask.ts';
import type { DecodedTurn, EncodedTurnRequest } from './turn-request.ts';
import { TurnSession } from './turn-session.ts';

// Many small jobs; a busy machine may take ten times as long as a free one.
vi.setConfig({ testTimeout: 60_000 });

/** The published rule: first non-empty line, without blanks and back-ticks around it and one label before it. */
const actionOf = (turn: string): string => {
  const line = turn.split(/\r\n|[\n\r]/u).find((each) => each.replace(/[\s`]/gu, '') !== '') ?? '';
  const bare = (text: string) => text.replace(/^[\s`]+|[\s`]+$/gu, '');
  return bare(bare(line).replace(/^(?:action|tool|call):/iu, ''));
};
const asText: ActionRule = { actionOf, keyOf: (action) => action };
const asCall: ActionRule = { actionOf, keyOf: canonicalForm };

/** Token 0 is the context, token 1 ends a turn, the others write these pieces (a number is a single byte). */
function vocabularyOf(pieces: readonly (string | number)[]) {
  const bytes = pieces.map((piece) =>
    typeof piece === 'number' ? Uint8Array.of(piece) : new TextEncoder().encode(piece),
  );
  return {
    size: pieces.length + 2,
    bytesOf: (token: number) => bytes[token - 2] ?? new Uint8Array(0),
    idOf: (piece: string | number) => pieces.indexOf(piece) + 2,
  };
}
type Vocabulary = ReturnType<typeof vocabularyOf>;

const END = 1;
const lineIsOver = ({ bytesOf }: Vocabulary) => {
  return (tokenIds: readonly number[]) => /\S[^\n]*\n/u.test(turnText(tokenIds, bytesOf));
};

/** Wants to write this path and end; pushed off it, it wants to end, and else likes low ids a little. */
const wants = (path: readonly number[], size: number): Script => {
  return (tokens) => {
    const written = tokens.slice(1);
    const logits = new Map(Array.from({ length: size }, (_, token) => [token, -token / 8]));
    logits.set(0, -500);
    const isOnPath = written.every((token, place) => path[place] === token);
    logits.set(END, 9);
    if (isOnPath) logits.set(path[written.length] ?? END, 10);
    return logits;
  };
};

async function write(
  vocabulary: Vocabulary,
  script: Script,
  more: Partial<EncodedTurnRequest>,
): Promise<DecodedTurn & { readonly text: string }> {
  const session = TurnSession.open(scriptedModel(vocabulary.size, script), {
    passTokens: null,
    keyValueBytes: 2 ** 20,
    scoreTensorBytes: 2 ** 20,
    targetPassMs: 1000,
    sideBySide: 8,
    shelfBytes: 0,
    bytesOf: vocabulary.bytesOf,
    clock: () => 0,
    gate: () => Promise.resolve('go'),
  });
  if (!session.ok) throw new Error(session.error.happened);
  session.value.add({
    id: 'turn',
    context: [0],
    maximumTokens: 12,
    stopIds: [END],
    stopWhen: lineIsOver(vocabulary),
    ...more,
  });
  const turns: DecodedTurn[] = [];
  const result = await session.value.run((event) => {
    if (event.kind === 'decoded') turns.push(event.decoded);
  });
  if (!result.ok) throw new Error(result.error.details);
  const [turn] = turns;
  if (turn === undefined) throw new Error('no turn');
  return { ...turn, text: turnText(turn.tokenIds, vocabulary.bytesOf) };
}

// What can be written besides the paths below: enough to go on with.
const OTHER = ['z', ' ', '\n', ')', '#'] as const;

describe('no token path ends a turn on a banned call', () => {
  test.each<[string, string, (string | number)[]]>([
    ['piece by piece', 'f(a="x")', ['f', '(', 'a', '="', 'x', '"', ')']],
    ['a word split otherwise', 'send(to="dana")', ['se', 'nd', '(t', 'o="d', 'an', 'a")']],
    ['as one token', 'f(a="x")', ['f(a="x")']],
    ['bracket merged with the line break', 'f(a="x")', ['f(a="x"', ')\n']],
    ['quote, bracket and two line breaks in one', 'f(a="x")', ['f(a="x', '")\n\n']],
    ['a line break of its own', 'f(a="x")', ['f(a="x")', '\n']],
    ['carriage return and line feed', 'f(a="x")', ['f(a="x")', '\r', '\n']],
    ['blanks behind it', 'f(a="x")', ['f(a="x")', '  ', ' ']],
    ['blank lines before it', 'f(a="x")', ['\n', '\n', 'f(a="x")']],
    ['back-ticks', 'f(a="x")', ['`', 'f(a="x")', '`']],
    ['a back-tick merged with the bracket', 'f(a="x")', ['`f(a="x"', ')`']],
    ['a label', 'f(a="x")', ['Action', ':', ' f(a="x")']],
    ['a label in back-ticks, in capitals', 'f(a="x")', ['`CALL: ', 'f(a="x")', '`']],
    ['a character in two tokens', 'f(a="é")', ['f(a="', 0xc3, 0xa9, '")']],
    ['half a character merged with what is before it', 'f(a="é")', ['f(a="', 0xc3, 0xa9, '"', ')\n']],
    ['a character of four bytes', 'f("😀")', ['f("', 0xf0, 0x9f, 0x98, 0x80, '")']],
    ['a failed text that is no call', 'I am sorry', ['I', ' am', ' sorry']],
    ['nothing at all', '', []],
    ['nothing but blanks', '', [' ', '`']],
  ])('%s', async (_, banned, path) => {
    const vocabulary = vocabularyOf([...new Set([...OTHER, ...path])]);
    const script = wants(path.map(vocabulary.idOf), vocabulary.size);
    const free = await write(vocabulary, script, {});
    expect(asText.actionOf(free.text)).toBe(banned);
    expect(free).toMatchObject({ maskedChoices: 0, interventions: 0 });
    for (const rule of [asText, asCall]) {
      const turn = await write(vocabulary, script, { ban: banOnActions([banned], rule) });
      expect(turn.stopReason).not.toBe('nothing-allowed');
      expect(rule.keyOf(rule.actionOf(turn.text))).not.toBe(rule.keyOf(banned));
      expect(turn.interventions).toBeGreaterThan(0);
      expect(turn.maskedChoices).toBeGreaterThanOrEqual(turn.interventions);
      // Cut at any length.
      for (let maximumTokens = 1; maximumTokens <= path.length + 2; maximumTokens += 1) {
        const cut = await write(vocabulary, script, { maximumTokens, ban: banOnActions([banned], rule) });
        expect(cut.stopReason).not.toBe('nothing-allowed');
        expect(rule.keyOf(rule.actionOf(cut.text))).not.toBe(rule.keyOf(banned));
      }
    }
  });

  test.each<[string, (string | number)[]]>([
    ['a comment behind it', ['f(a="x")', ' # again', '!']],
    ['a comment merged with the bracket', ['f(a="x"', ')#', ' again', ' and again']],
    ['other quotes', ["f(a='", "x')"]],
    ['blanks inside', ['f( a = ', '"x" )']],
    ['a comma at the end', ['f(a="x"', ',)']],
    ['brackets around it', ['(', 'f(a="x")', ')']],
    ['an escape for a letter', ['f(a="', '\\x78', '")']],
    ['a string in two parts', ['f(a="" ', '"x")']],
    ['another label', ['You: ', 'f(a="x")']],
  ])('spelled otherwise, only under the canonical ban: %s', async (_, path) => {
    const vocabulary = vocabularyOf([...new Set([...OTHER, ...path])]);
    const script = wants(path.map(vocabulary.idOf), vocabulary.size);
    const free = await write(vocabulary, script, {});
    expect(await write(vocabulary, script, { ban: banOnActions(['f(a="x")'], asText) })).toMatchObject({
      text: free.text,
      interventions: 0,
    });
    const turn = await write(vocabulary, script, { ban: banOnActions(['f(a="x")'], asCall) });
    expect(turn.stopReason).not.toBe('nothing-allowed');
    expect(canonicalForm(actionOf(turn.text))).not.toBe(canonicalForm('f(a="x")'));
    expect(turn.interventions).toBeGreaterThan(0);
  });

  test.each<[string, string, string[]]>([
    ['a call cut short, and the whole call', 'f(a="x"', ['f(a="x"', ')']],
    ['a call, and the same with more behind it', 'f(a=1)', ['f(a=1', ')', '.g()']],
    ['a word that begins another', 'f', ['f', '(', ')']],
    ['the same call in the second line only', 'f(a=1)', ['g()', '\n']],
  ])('what only begins like the banned text is left alone: %s', async (_, banned, path) => {
    const vocabulary = vocabularyOf([...new Set([...OTHER, ...path])]);
    const script = wants(path.map(vocabulary.idOf), vocabulary.size);
    const free = await write(vocabulary, script, {});
    const turn = await write(vocabulary, script, { ban: banOnActions([banned], asText) });
    expect(turn.text).toBe(free.text);
    expect(turn.interventions).toBe(0);
  });

  test('counts the choices at which the mask mattered apart from those it changed', async () => {
    // Where the call is complete the turn may not end; the model goes on by itself, so nothing is changed.
    const vocabulary = vocabularyOf([...OTHER, 'f()', '.g()']);
    const script = wants([vocabulary.idOf('f()'), vocabulary.idOf('.g()')], vocabulary.size);
    const turn = await write(vocabulary, script, { ban: banOnActions(['f()'], asText) });
    expect(turn).toMatchObject({
      text: 'f().g()',
      maskedChoices: 1,
      interventions: 0,
      stopReason: 'stop-token',
    });
  });

  test('counts an intervention at each choice whose own token was masked, and at no other', async () => {
    // Wants to end, and may not before the third letter.
    const late: TurnBan = { verdict: (turn) => (turn.length < 3 ? 'banned' : 'free') };
    expect(await write(vocabularyOf(['a']), wants([], 3), { ban: late })).toMatchObject({
      text: 'aaa',
      maskedChoices: 3,
      interventions: 3,
    });
    // Drawn at 0.7: the second of 0.5, 0.3 and 0.2. Without the first, 0.7 is where the third lies.
    const vocabulary = vocabularyOf(['f()', 'a', 'b']);
    const script: Script = () => new Map([0.5, 0.3, 0.2].map((share, at) => [at + 2, Math.log(share)]));
    const sampling = { temperature: 1, topP: 0.95, draw: () => 0.7 };
    const once = { maximumTokens: 1, sampling };
    expect(await write(vocabulary, script, once)).toMatchObject({ text: 'a' });
    expect(await write(vocabulary, script, { ...once, ban: banOnActions(['f()'], asText) })).toMatchObject({
      text: 'b',
      maskedChoices: 1,
      interventions: 0,
    });
  });

  test('stops when everything is masked, and says so', async () => {
    const vocabulary = vocabularyOf(['a', 'b']);
    const ban: TurnBan = { verdict: (turn) => (turn.length < 2 ? 'free' : 'settled') };
    const script = wants([2, 2, 2], vocabulary.size);
    // Token 0 writes nothing, so it is the way out of everything until the limit.
    const scriptless: Script = (tokens) => new Map(script(tokens)).set(END, -1000);
    const sealed: TurnBan = { verdict: (turn) => (turn === '' ? 'free' : 'settled') };
    expect(await write(vocabulary, scriptless, { ban, maximumTokens: 3 })).toMatchObject({ text: 'a' });
    const everything: TurnBan = { verdict: () => 'settled' };
    for (const sampling of [
      null,
      { temperature: 0.8, topP: 0.9, draw: () => 0.5 },
      { temperature: 1, topP: 1, draw: () => 0.5 },
    ]) {
      expect(await write(vocabulary, script, { ban: everything, sampling })).toMatchObject({
        tokenIds: [],
        stopReason: 'nothing-allowed',
        stopToken: null,
        maskedChoices: 1,
        interventions: 1,
      });
    }
    expect(await write(vocabulary, script, { ban: sealed })).toMatchObject({
      text: '',
      stopReason: 'stop-token',
    });
  });

  test('asks little: about one verdict for a token of a large vocabulary', async () => {
    const size = 20_000;
    const pieces = Array.from({ length: size }, (_, token) => `w${token} `);
    const vocabulary = vocabularyOf([...pieces, 'f()']);
    const ban = banOnActions(['f()'], asCall);
    const verdict = vi.fn(ban.verdict);
    const script = wants([9, 8, 7, 6, 5, 4], vocabulary.size);
    const turn = await write(vocabulary, script, { ban: { verdict } });
    expect(turn.tokenIds).toEqual([9, 8, 7, 6, 5, 4]);
    // For every choice: would the turn end well here, and the token that is taken.
    expect(verdict.mock.calls.length).toBeLessThanOrEqual(2 * 7);
  });
});

const PIECES = [
  'f',
  '(',
  ')',
  'f()',
  ')\n',
  '\n',
  ' ',
  '`',
  '#',
  'Action: ',
  'é',
  0xc3,
  0xa9,
  '\r',
  'a',
  '=1',
];
const BANNED = ['f()', 'f(a)', 'f', 'fa', 'f(', 'é', '#', '', 'f(a=1)', 'f()a', '\uFFFD', 'f() #'];

describe('properties of the mask', () => {
  const settings = fc.record({
    pieces: fc.uniqueArray(fc.constantFrom(...PIECES), { minLength: 2, maxLength: 6 }),
    banned: fc.uniqueArray(fc.constantFrom(...BANNED), { minLength: 1, maxLength: 3 }),
    rule: fc.constantFrom(asText, asCall),
    maximumTokens: fc.integer({ min: 1, max: 4 }),
    endsAtLine: fc.boolean(),
  });

  test('over every path: those that end free are open, all others are closed', () => {
    let ended = 0;
    let closed = 0;
    fc.assert(
      fc.property(settings, ({ pieces, banned, rule, maximumTokens, endsAtLine }) => {
        const vocabulary = vocabularyOf(pieces);
        const ban = banOnActions(banned, rule);
        const keys = new Set(banned.map(rule.keyOf));
        const request: EncodedTurnRequest = {
          id: 'a',
          context: [0],
          maximumTokens,
          stopIds: [END],
          ...(endsAtLine ? { stopWhen: lineIsOver(vocabulary) } : {}),
        };
        const isBanned = (tokenIds: readonly number[]): boolean =>
          keys.has(rule.keyOf(rule.actionOf(turnText(tokenIds, vocabulary.bytesOf))));
        /** Visits every path; whether a turn can still end on an action that is not banned. */
        const visit = (tokenIds: readonly number[], isOpen: boolean): boolean => {
          const mask = new TurnMask(request, ban, tokenIds, vocabulary.bytesOf, 100);
          let canEndFree = false;
          for (let token = 1; token < vocabulary.size; token += 1) {
            const next = token === END ? tokenIds : [...tokenIds, token];
            const ends = token === END || endAfter(request, next, 100) !== null;
            const allowed = isOpen && mask.allows(token);
            let free = !isBanned(next);
            if (!ends) free = visit(next, allowed);
            else if (isOpen) {
              expect(allowed).toBe(free);
              ended += 1;
              if (!allowed) closed += 1;
            }
            // What is closed early leads nowhere: no ending on a free action is lost.
            if (isOpen && !allowed) expect(free).toBe(false);
            canEndFree ||= free;
          }
          return canEndFree;
        };
        visit([], true);
      }),
      { numRuns: 60 },
    );
    expect(ended).toBeGreaterThan(1000);
    expect(closed).toBeGreaterThan(20);
  });

  test('rollouts of random models, greedy and sampled: no action is written twice', async () => {
    let interventions = 0;
    let repeatsWithout = 0;
    await fc.assert(
      fc.asyncProperty(
        settings,
        fc.nat(),
        fc.constantFrom(0, 0.8, 1.5),
        fc.constantFrom(0.7, 0.95, 1),
        async ({ pieces, rule, endsAtLine }, seed, temperature, topP) => {
          // Beside them, something to go on with.
          const vocabulary = vocabularyOf([...new Set([...pieces, 'z'])]);
          const script: Script = (tokens) =>
            new Map(
              Array.from({ length: vocabulary.size }, (_, token) => [
                token,
                token === 0 ? -500 : turnDraws(`${token}`, seed, tokens.at(-1) ?? 0)() * 6,
              ]),
            );
          for (const isBanning of [true, false]) {
            const written: string[] = [];
            for (let step = 0; step < 5; step += 1) {
              const turn = await write(vocabulary, script, {
                maximumTokens: 6,
                ...(endsAtLine ? {} : { stopWhen: () => false }),
                sampling: { temperature, topP, draw: turnDraws('t', seed, step) },
                ban: isBanning ? banOnActions(written, rule) : null,
              });
              if (isBanning) interventions += turn.interventions;
              if (turn.stopReason === 'nothing-allowed') break;
              const action = actionOf(turn.text);
              const isRepeat = written.map(rule.keyOf).includes(rule.keyOf(action));
              if (isBanning) expect(isRepeat).toBe(false);
              else if (isRepeat) repeatsWithout += 1;
              written.push(action);
            }
          }
        },
      ),
      { numRuns: 120 },
    );
    expect(interventions).toBeGreaterThan(50);
    expect(repeatsWithout).toBeGreaterThan(50);
  });
});
