import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createChatTokenizer } from '../src/checkpoint/files/tokenizer.ts';
import { parseItemSet, paddedNeutral } from '../src/probe/index.ts';
import { fail, ok } from '../src/records/index.ts';
import { PAPER_WORDING } from '../src/transcript/index.ts';
import { padNeutrals } from './pad-neutrals.ts';

const read = (path: string): string => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');
const set = parseItemSet(read('static-probes/toolshed-paper-2026-class-6.jsonl'), 'class');
if (!set.ok) throw new Error(set.error.details);
const items = set.value;
const tiny = 'tests/fixtures/tiny/llama-gqa-tied-bf16';
const tokenizer = createChatTokenizer({
  tokenizerJson: read(`${tiny}/tokenizer.json`),
  tokenizerConfigJson: read(`${tiny}/tokenizer_config.json`),
  chatTemplateJinja: null,
});
if (!tokenizer.ok) throw new Error(tokenizer.error.details);
const encode = (text: string) => tokenizer.value.encodeCandidate(text);
const countOf = (text: string): number => {
  const ids = encode(text);
  if (!ids.ok) throw new Error(ids.error.details);
  return ids.value.length;
};

test('every item gets the text that the probe would choose with the checkpoint’s own counts', () => {
  const padded = padNeutrals(items, PAPER_WORDING, encode);
  expect(padded).toEqual(
    items.map((item) => ({ itemId: item.item_id, text: paddedNeutral(item, PAPER_WORDING, countOf) })),
  );
  for (const [index, { text }] of padded.entries()) {
    const error = items[index]?.obs_fail ?? '';
    const oneSegment = countOf(' entry=0a1b2c3d');
    expect(Math.abs(countOf(text ?? '') - countOf(error))).toBeLessThanOrEqual(oneSegment);
  }
});

test('an item that cannot be spelt is named and holds nobody up', () => {
  const stubborn = items[2]?.obs_fail;
  const padded = padNeutrals(items, PAPER_WORDING, (text) =>
    text === stubborn
      ? fail({ kind: 'no', happened: 'x', stillWorks: 'x', cure: 'x', details: 'x' })
      : ok(Array.from(text, (_, index) => index)),
  );
  const without = items.filter(({ obs_fail }) => obs_fail === stubborn).map(({ item_id }) => item_id);
  expect(padded.filter(({ text }) => text === null).map(({ itemId }) => itemId)).toEqual(without);
});
