import { expect, test } from 'vitest';
import { droppedKind } from './dropped-kind.ts';

const file = (name: string, text: string): File => new File([text], name);

test.each([
  ['checkpoint', [file('config.json', '{}'), file('model.safetensors', '')]],
  ['rows', [file('run.json', '{\n  "kind": "backfire-lab run"')]],
  ['rows', [file('rows.jsonl', '{"model":"m","item_id":"a","unit_key":"u","token_logprobs":[-1]}\n')]],
  ['items', [file('items.jsonl', '{"item_id":"a","goal":"Send it."}\n')]],
  ['items', [file('notes.txt', 'hello')]],
  ['items', []],
])('%s', async (kind, files) => {
  expect(await droppedKind(files)).toBe(kind);
});
