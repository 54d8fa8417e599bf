import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonicalJson, sha256OfText, unitKey, type Json, type ScoredContent } from './index.ts';

const scorer = { checkpointSha256: 'c', tokenizerSha256: 't', engineVersion: '1' };
const content: ScoredContent = {
  context: [
    { role: 'system', content: 'S' },
    { role: 'user', content: 'Grüße' },
  ],
  candidate: 'call()',
  scoreEndOfTurn: true,
  hidden: [{ message: 1, start: 0, end: 2 }],
};

test('the hash is sha256 over UTF-8', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      expect(sha256OfText(text)).toBe(createHash('sha256').update(text, 'utf8').digest('hex'));
    }),
  );
});

test('canonical JSON says the same and does not depend on the order of keys', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 3 }), (value) => {
      const json = value as Json;
      expect(JSON.parse(canonicalJson(json))).toEqual(JSON.parse(JSON.stringify(json)));
    }),
  );
  expect(canonicalJson({ b: [1, { d: null, c: 'x' }], a: true })).toBe(
    '{"a":true,"b":[1,{"c":"x","d":null}]}',
  );
});

test('everything that decides the number changes the key, and the name of a part does not', () => {
  const variants = [
    unitKey(scorer, content),
    unitKey({ ...scorer, checkpointSha256: 'd' }, content),
    unitKey({ ...scorer, tokenizerSha256: 'u' }, content),
    unitKey({ ...scorer, engineVersion: '2' }, content),
    unitKey(scorer, { ...content, candidate: 'call() ' }),
    unitKey(scorer, { ...content, scoreEndOfTurn: false }),
    unitKey(scorer, { ...content, hidden: [] }),
    unitKey(scorer, { ...content, hidden: [{ message: 1, start: 0, end: 3 }] }),
    unitKey(scorer, {
      ...content,
      hidden: [{ message: 1, start: 0, end: 2, sameTokensAs: { message: 0, start: 0, end: 1 } }],
    }),
    unitKey(scorer, { ...content, context: [{ role: 'user', content: 'S' }] }),
    unitKey(scorer, { ...content, context: [{ role: 'user', content: 'S' }, ...content.context.slice(1)] }),
  ];
  expect(new Set(variants).size).toBe(variants.length);
  const named = { ...content, hidden: [{ name: 'call', message: 1, start: 0, end: 2 }] };
  expect(unitKey(scorer, named)).toBe(unitKey(scorer, content));
});

test('a stored key stays valid: its spelling is fixed', () => {
  const sha256 = (text: string) => createHash('sha256').update(text, 'utf8').digest('hex');
  const context = sha256(`[["system","${sha256('S')}"],["user","${sha256('Grüße')}"]]`);
  const spelled =
    `{"candidate":"call()","checkpoint":"c","context":"${context}",` +
    '"engine":"1","hidden":[{"end":2,"message":1,"sameTokensAs":null,"start":0}],"scoreEndOfTurn":true,"tokenizer":"t"}';
  expect(unitKey(scorer, content)).toBe(sha256(spelled));
});
