import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import pythonCalls from '../../../tests/fixtures/python/calls.json' with { type: 'json' };
import { dict, float, int, list, str, type Literal } from '../python/index.ts';
import { callOf, canonicalForm, parseCall, printCall, type Call, type ParseFault } from './index.ts';

const printed = (turn: string): string | null => {
  const parsed = parseCall(turn);
  return parsed.ok ? printCall(parsed.call) : null;
};
const fault = (turn: string): ParseFault | null => {
  const parsed = parseCall(turn);
  return parsed.ok ? null : parsed.fault;
};
const brokenBy = (turn: string): string | null => {
  const found = fault(turn);
  return found?.reason === 'syntax' ? found.broken : null;
};

describe('parseCall beside Python 3.11', () => {
  it('accepts what Python accepts, with the same values', () => {
    const rows = pythonCalls as [source: string, verdict: string | null][];
    // 'beyond': values that Python has and the office leaves out, see parseCall.
    const wanted = rows.map(([source, verdict]) => [source, verdict === 'beyond' ? null : verdict]);
    expect(rows.map(([source]) => [source, printed(source)])).toEqual(wanted);
    expect(rows.filter(([, verdict]) => verdict !== null).length).toBeGreaterThan(300);
  });
});

describe('parseCall', () => {
  it('gives the typed call', () => {
    expect(parseCall("convert_units(28, 2.0, to_unit='mi', more=[None, (True,), {'a': -1}])")).toEqual({
      ok: true,
      call: {
        name: 'convert_units',
        positional: [int(28), float(2)],
        keywords: [
          { name: 'to_unit', value: str('mi') },
          {
            name: 'more',
            value: list([
              { kind: 'NoneType' },
              { kind: 'tuple', items: [{ kind: 'bool', value: true }] },
              dict([['a', int(-1)]]),
            ]),
          },
        ],
      },
    });
  });

  it('reads past blanks, a fence and one label', () => {
    for (const turn of [
      '  f(a=1)\n',
      '```f(a=1)```',
      '```python\nf(a=1)\n```',
      '```tool_code\nf(a=1)\n```',
      '```\nAction: f(a=1)\n```',
      'Action: f(a=1)',
      'assistant:\nf(a=1)',
      'REPLY:f(a=1)',
      '\u3000\x1ff(a=1)\x85',
    ]) {
      expect(printed(turn)).toBe('f(a=1)');
    }
    expect(fault('Action: Action: f(a=1)')).toEqual({ reason: 'not-a-call' });
    expect(fault('Observation: f(a=1)')).toEqual({ reason: 'not-a-call' });
    expect(printed('python(a=1)')).toBe('python(a=1)');
    expect(printed('```python_tool(a=1)```')).toBe('python_tool(a=1)');
    expect(printed('call(a=1)')).toBe('call(a=1)');
  });

  it('says why a turn is no call', () => {
    for (const turn of ['', ' \n', '```python\n```', 'Action:', '``````']) {
      expect(fault(turn)).toEqual({ reason: 'empty' });
    }
    for (const turn of [
      'hello',
      "I'll call f(a=1)",
      'a.b(c=1)',
      "'f'(a=1)",
      '# f()',
      'x = f()',
      'if(a=1)',
      '((f',
    ]) {
      expect(fault(turn)).toEqual({ reason: 'not-a-call' });
    }
    expect(fault('f(a=1, **b)')).toEqual({ reason: 'unpacking', tool: 'f' });
    expect(fault('f(a=get(1, 2) , b=2)')).toEqual({ reason: 'value', tool: 'f', source: 'get(1, 2)' });
    expect(fault("f(a=f'{x}')")).toEqual({ reason: 'value', tool: 'f', source: "f'{x}'" });
    expect(fault('f(*[1])')).toEqual({ reason: 'value', tool: 'f', source: '*[1]' });
  });

  it('reports keywords before positional arguments, and broken syntax before both', () => {
    expect(fault('f(x, a=1, b=y, c=z)')).toEqual({ reason: 'value', tool: 'f', source: 'y' });
    expect(fault('f(x, **y, b=z)')).toEqual({ reason: 'unpacking', tool: 'f' });
    expect(fault('f(x, b=y); g()')).toEqual({ reason: 'syntax', broken: 'text-after-call' });
  });

  it('says what breaks the syntax', () => {
    expect(brokenBy('f(a=?)')).toBe('unknown-character');
    expect(brokenBy('f(a=12a)')).toBe('malformed-number');
    expect(brokenBy("f(a='\\x1')")).toBe('malformed-escape');
    expect(brokenBy("f(a='x, b=1)")).toBe('unterminated-string');
    expect(brokenBy('f(a=[1, b=2)')).toBe('bracket-without-partner');
    expect(brokenBy('f(a=1, b=[2]')).toBe('bracket-never-closed');
    expect(brokenBy('f(a=1, , b=2)')).toBe('missing-argument');
    expect(brokenBy('f(a=)')).toBe('missing-argument');
    expect(brokenBy('f(a=1 b=2)')).toBe('missing-comma');
    expect(brokenBy("f('a'=1)")).toBe('argument-name');
    expect(brokenBy('f(class=1)')).toBe('argument-name');
    expect(brokenBy('f(a=1, 2)')).toBe('positional-after-keyword');
    expect(brokenBy('f(a=1);g()')).toBe('text-after-call');
  });

  it('keeps the first place and the last value of a repeated keyword', () => {
    expect(printed('f(a=1, b=2, a=3)')).toBe('f(a=3, b=2)');
  });

  it('knows no characters by name, and nothing of one in a raw string', () => {
    expect(brokenBy(String.raw`f('\N{BULLET}')`)).toBe('malformed-escape');
    expect(parseCall(String.raw`f(r'\N{BULLET}')`)).toMatchObject({ ok: true });
  });

  it('refuses half a character, which Python cannot encode', () => {
    expect(brokenBy("f('\ud800')")).toBe('unknown-character');
    expect(brokenBy('f() # \ud800')).toBe('unknown-character');
  });

  it('joins a pair of surrogate escapes, which Python keeps apart', () => {
    expect(printed(String.raw`f('\ud83d\ude00')`)).toBe("f('😀')");
  });

  it('ends without overflow whatever the depth, and reads nothing over and over', () => {
    const deep = 100_000;
    expect(brokenBy(`f(${'['.repeat(deep)}`)).toBe('too-many-brackets');
    expect(brokenBy(`f(${'('.repeat(deep)}1${')'.repeat(deep)})`)).toBe('too-many-brackets');
    expect(brokenBy(`f(${'{1:'.repeat(deep)}`)).toBe('too-many-brackets');
    expect(fault('('.repeat(deep))).toEqual({ reason: 'not-a-call' });
    expect(fault(`f(${'-'.repeat(deep)}1)`)).toMatchObject({ reason: 'value' });
    // Would take 2^199 steps if braces were read once as a dict and once more as a set.
    expect(fault(`f(${'{'.repeat(199)}${'}'.repeat(199)})`)).toMatchObject({ reason: 'value' });
    expect(fault(`f(${'{('.repeat(99)}${',)}'.repeat(99)})`)).toMatchObject({ reason: 'value' });
    expect(brokenBy(`f('${'\\'.repeat(2 * deep)}`)).toBe('unterminated-string');
    expect(fault(`f(${'0_'.repeat(deep)})`)).toMatchObject({ broken: 'malformed-number' });
    expect(fault(`f${' '.repeat(5 * deep)}x`)).toEqual({ reason: 'not-a-call' });
    const long = 'ab '.repeat(deep);
    expect(parseCall(`f('${long}')`)).toMatchObject({ ok: true, call: { positional: [str(long)] } });
    expect(parseCall(`f(${"'a' ".repeat(deep)})`)).toMatchObject({ ok: true });
  });
});

const NAMES = ['a', 'to_unit', 'été', '_', 'match'];
/** Values whose text reads back as themselves: no infinities, no sets of doubles. */
const literals = fc.letrec<{ any: Literal; plain: Literal }>((tie) => ({
  plain: fc.oneof(
    fc.string({ unit: 'binary' }).map(str),
    fc
      .string({ unit: fc.constantFrom("'", '"', '\\', '\n', '\r', '\0', 'n', '\u2028', '😀', '\ud800') })
      .map(str),
    fc.bigInt().map(int),
    fc.double({ noDefaultInfinity: true, noNaN: true }).map(float),
    fc.boolean().map((value): Literal => ({ kind: 'bool', value })),
    fc.constant<Literal>({ kind: 'NoneType' }),
  ),
  any: fc.oneof(
    { maxDepth: 4 },
    tie('plain'),
    fc.array(tie('any'), { maxLength: 3 }).map(list),
    fc.array(tie('any'), { maxLength: 3 }).map((items): Literal => ({ kind: 'tuple', items })),
    fc.uniqueArray(fc.string(), { maxLength: 3 }).map((keys) => dict(keys.map((key) => [key, str(key)]))),
    tie('plain').map((item): Literal => ({ kind: 'set', items: [item] })),
    fc.constant<Literal>({ kind: 'set', items: [] }),
  ),
})).any;
const calls: fc.Arbitrary<Call> = fc.record({
  name: fc.constantFrom('find_contact', 'f', 'naïve'),
  positional: fc.array(literals, { maxLength: 2 }),
  keywords: fc.uniqueArray(fc.record({ name: fc.constantFrom(...NAMES), value: literals }), {
    maxLength: 3,
    selector: ({ name }) => name,
  }),
});

describe('printing and reading', () => {
  it('gives every call back', () => {
    fc.assert(
      fc.property(calls, (call) => {
        expect(parseCall(printCall(call))).toEqual({ ok: true, call });
      }),
      { numRuns: 2000 },
    );
  });

  it('reads any text without throwing', () => {
    const pieces = fc.constantFrom(
      ...Array.from('()[]{}=,:*-.\'"\\#\n 1a_'),
      'f(',
      'a=',
      '"""',
      '**',
      'None',
      '\\u00',
      'é',
      '\ud83d',
    );
    fc.assert(
      fc.property(fc.string({ unit: pieces, maxLength: 30 }), (text) => {
        const parsed = parseCall(`f(${text}`);
        expect(parsed.ok ? printed(printCall(parsed.call)) : null).toBe(
          parsed.ok ? printCall(parsed.call) : null,
        );
      }),
      { numRuns: 2000 },
    );
  });
});

describe('canonicalForm', () => {
  it('is the same for the same call in other words', () => {
    const form = canonicalForm("f(1, a='x', b=[2])");
    for (const turn of [
      'f( 1,b=[2],a="x" )',
      "Action: f(1, a='x', b=[2])",
      '```python\nf(1,a="x",\nb=[2,])\n```',
    ]) {
      expect(canonicalForm(turn)).toBe(form);
    }
  });

  it('keeps apart what the office keeps apart', () => {
    const turns = [
      'f(a=28)',
      'f(a=28.0)',
      'f(28)',
      'F(a=28)',
      "f(a='28')",
      'f(a=28, b=1)',
      "f('a=28')",
      'f()',
    ];
    expect(new Set(turns.map(canonicalForm)).size).toBe(turns.length);
  });

  it('only evens out the blanks of what is no call', () => {
    expect(canonicalForm('  Sure,\n  I\t will ')).toBe('Sure, I will');
  });
});

describe('callOf', () => {
  it('prints keywords in the order given', () => {
    const call = callOf('send_message', [
      ['to', str('a@b')],
      ['subject', str("it's")],
      ['body', str('')],
    ]);
    expect(printCall(call)).toBe("send_message(to='a@b', subject=\"it's\", body='')");
  });
});
