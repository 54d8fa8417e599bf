import { describe, expect, test } from 'vitest';
import { inOrderOfOffer } from './candidate-order.ts';
import { failedCalls, markedByHand } from './failed-calls.ts';
import { withRepeats } from './repeats.ts';
import { call, reply, result, shell, user, writtenLog } from './written-log.ts';

const read = call('read', { path: 'a', lines: 3 });

describe('which call failed', () => {
  test('the call its result answers, with every later turn that makes it', () => {
    const log = writtenLog(
      user('Read a.'),
      reply('', read),
      result('Error: locked'),
      reply('', call('read', { lines: 3, path: 'a' }, '{"lines":3,"path":"a"}')),
      result('Error: locked'),
      reply('', read),
      result('text of a'),
    );
    expect(failedCalls(log)).toMatchObject([
      {
        call: { turn: 1, ordinal: 0 },
        result: 2,
        timesRepeated: 2,
        repeats: [
          { turn: 3, exactText: false, failedAgain: true },
          { turn: 5, exactText: true, failedAgain: false },
        ],
      },
      {
        call: { turn: 3, ordinal: 0 },
        result: 4,
        timesRepeated: 1,
        repeats: [{ turn: 5, exactText: false, failedAgain: false }],
      },
    ]);
  });
  test('of several calls the one whose result says so; a result without a call is nobody’s', () => {
    const log = writtenLog(
      reply('', call('a', {}), call('b', {})),
      result('fine'),
      result('Error: b'),
      result('Error: stray'),
    );
    expect(failedCalls(log)).toMatchObject([{ call: { turn: 0, ordinal: 1 }, result: 2 }]);
  });
  test('what a user says of errors is no failure', () => {
    expect(failedCalls(writtenLog(reply('', read), user('Error: you read the wrong file')))).toEqual([]);
  });
  test('a reply that could not be read failed as a whole, and may be repeated', () => {
    const log = writtenLog(
      reply('I think I should search.'),
      result("Invalid Format: Missing 'Action:' after 'Thought:'"),
      reply('I think I should search. '),
      user('Could not parse LLM output: `I think`'),
    );
    expect(failedCalls(log)).toMatchObject([
      {
        call: { turn: 0, ordinal: null },
        isRejectedReply: true,
        repeats: [{ turn: 2, exactText: false, failedAgain: true }],
      },
      { call: { turn: 2, ordinal: null }, result: 3, repeats: [] },
    ]);
  });
  test('a log that is one loop lists the first repeats and counts all', () => {
    const steps = Array.from({ length: 1_000 }, () => [reply('', read), result('Error: locked')]).flat();
    const [first] = failedCalls(writtenLog(...steps));
    expect(first?.timesRepeated).toBe(999);
    expect(first?.repeats).toHaveLength(200);
  });
});

describe('failures that may be none', () => {
  const of = (command: string, text: string) =>
    failedCalls(writtenLog(reply('', shell(command)), result(text)))[0];
  test('a search that found nothing', () => {
    expect(of('cd src && grep -rn lamp .', 'Exit code 1\n')).toMatchObject({ mayBeNormal: true });
    expect(of('cat a | rg lamp', 'Exit code 1')).toMatchObject({ mayBeNormal: true });
    expect(of('diff a b', 'Exit code 1\n1c1\n< x\n')).toMatchObject({ mayBeNormal: true });
    expect(of('grep lamp b', 'Exit code 2\ngrep: b: No such file or directory')).toMatchObject({
      mayBeNormal: false,
    });
    expect(of('grep -q lamp a; make', 'Exit code 1\nmake: stop')).toMatchObject({ mayBeNormal: false });
  });
  test('tests that ran and failed', () => {
    expect(of('python -m pytest -q', 'Exit code 1\n1 failed, 3 passed in 0.1s')).toMatchObject({
      ranAndReported: true,
    });
    expect(of('python -m pytest -q', 'Exit code 4\nERROR: file not found: tests')).toMatchObject({
      ranAndReported: false,
    });
    expect(of('make', 'Exit code 2\nmake: 3 errors')).toMatchObject({ ranAndReported: false });
  });
});

describe('marks by hand', () => {
  const log = writtenLog(reply('', read), result('the wrong file'), reply('', read), result('Error: locked'));
  const byHand = markedByHand(log, { turn: 0, ordinal: 0 }, 1);
  test('a mark joins the others, and repeats follow the list', () => {
    if (byHand === null) throw new Error('no mark');
    expect(withRepeats(log, [byHand, ...failedCalls(log)])).toMatchObject([
      { level: 'by-hand', result: 1, repeats: [{ turn: 2, failedAgain: true }] },
      { level: 'text' },
    ]);
    expect(withRepeats(log, [byHand])).toMatchObject([{ repeats: [{ turn: 2, failedAgain: false }] }]);
  });
  test.each([
    [{ turn: 0, ordinal: 1 }, 1],
    [{ turn: 1, ordinal: null }, 3],
    [{ turn: 2, ordinal: 0 }, 1],
    [{ turn: 0, ordinal: 0 }, 9],
  ])('no mark where there is no such call or result: %j', (place, at) => {
    expect(markedByHand(log, place, at)).toBeNull();
  });
});

test('repeated ones are offered first, then the surest; secondary and refused ones last', () => {
  const log = writtenLog(
    reply('', call('c', {})),
    result('Cancelled: parallel tool call', { isError: true }),
    reply('', call('t', {})),
    result('Error: t'),
    reply('', call('s', {})),
    result('{"ok": false}'),
    reply('', call('e', {})),
    result('no', { isError: true }),
    reply('', call('r', {})),
    result('Error: r'),
    reply('', call('d', {})),
    result('no', { isError: true, denied: true }),
    reply('', call('r', {})),
    result('done'),
  );
  const names = inOrderOfOffer(failedCalls(log)).map(({ call: { turn } }) => log.turns[turn]?.calls[0]?.name);
  expect(names).toEqual(['r', 'e', 's', 't', 'c', 'd']);
});
