import { expect, test } from 'vitest';
import { sortDropped } from './sort-dropped.ts';

const file = (name: string, text: string): File => new File([text], name);

const ROWS = file('rows.jsonl', '{"model":"m","item_id":"a","unit_key":"u","token_logprobs":[-1]}\n');
const RECORD = file('run.json', '{\n  "kind": "backfire-lab run"');
const ITEMS = file('items.jsonl', '{"item_id":"a","goal":"Send it."}\n');
const CSV = file('rows.csv', 'model,item_id,condition,candidate\r\n');
const RESAVED = file('saved.csv', '\ufeff"model";"item_id";"condition";"candidate"\r\n');
const NOTES = file('notes.txt', 'hello');

const namesOf = (files: readonly File[]): readonly string[] => files.map(({ name }) => name);

test('every file of a drop goes where it belongs, in its order', async () => {
  const { checkpoint, rows, items } = await sortDropped([NOTES, ROWS, ITEMS, CSV, RECORD, RESAVED]);
  expect(checkpoint).toEqual([]);
  expect(namesOf(rows)).toEqual(['rows.jsonl', 'rows.csv', 'run.json', 'saved.csv']);
  expect(namesOf(items)).toEqual(['notes.txt', 'items.jsonl']);
});

test('a checkpoint takes all files of its folder', async () => {
  const folder = [file('config.json', '{}'), file('model.safetensors', ''), NOTES];
  expect(await sortDropped(folder)).toEqual({ checkpoint: folder, rows: [], items: [] });
});

test('no files are nothing', async () => {
  expect(await sortDropped([])).toEqual({ checkpoint: [], rows: [], items: [] });
});
