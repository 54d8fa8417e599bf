import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { DeskDoor } from '../../workers/desk-door.ts';
import { growingReading, itemMeasures, PAPER_VIEW, summarise, type GrowingReading } from '../probe/index.ts';
import { sampleItem, sampleRow } from '../probe/sample-item.ts';
import type { ScoreRow } from '../records/index.ts';
import { PUBLISHED_SEED } from '../statistics/index.ts';
import { PAPER_WORDING } from '../transcript/index.ts';
import { DeskClient, type DeskAnswer, type DeskQuestion } from './desk-client.ts';
import { DoorWorker } from './door-worker.ts';

const items = Array.from({ length: 40 }, (_, index) => ({
  ...sampleItem,
  item_id: `item-${index}`,
  task_id: `task-${Math.floor(index / 2)}`,
}));
const rowsOfItem = (index: number): ScoreRow[] =>
  (['pre', 'fail'] as const).flatMap((condition) =>
    (['failed', 'gold'] as const).map((candidate) =>
      sampleRow({ item_id: `item-${index}`, condition, candidate }, -2 - index, 4),
    ),
  );
const question: DeskQuestion = {
  items,
  wording: PAPER_WORDING,
  conditions: ['pre', 'fail'],
  draws: 50,
  view: PAPER_VIEW,
};

const unasked = (): never => {
  throw new Error('nobody asks for rollouts or logs here');
};

/** What was said to the desk. */
let crossed: { begun: number; rows: ScoreRow[] };
let arrived: ScoreRow[];

beforeEach(() => {
  crossed = { begun: 0, rows: [] };
  arrived = [];
  let reading: GrowingReading = growingReading([]);
  const door: DeskDoor = {
    begin: (begun, wording) => {
      crossed.begun += 1;
      reading = growingReading(begun, wording);
    },
    add: (rows) => {
      crossed.rows.push(...rows);
      reading.add(rows);
    },
    read: (conditions, draws, view) => reading.read(conditions, { draws, seed: PUBLISHED_SEED }, view),
    beginRollouts: unasked,
    addRollouts: unasked,
    readRollouts: unasked,
    takeLog: unasked,
    readLog: unasked,
  };
  DoorWorker.door = door;
  vi.stubGlobal('Worker', DoorWorker);
});

afterEach(() => {
  vi.unstubAllGlobals();
  DoorWorker.newest?.close();
});

function desk(): { client: DeskClient; add: (rows: readonly ScoreRow[]) => void } {
  const client = new DeskClient(() => arrived);
  return {
    client,
    add: (rows) => {
      arrived.push(...rows);
      client.add(rows);
    },
  };
}

async function answerOf(client: DeskClient, asked: DeskQuestion = question): Promise<DeskAnswer> {
  const answer = await client.read(asked);
  if (!answer.ok) throw new Error(answer.error.details);
  return answer.value;
}

const whole = (rows: readonly ScoreRow[], asked: DeskQuestion = question): DeskAnswer => {
  const measures = itemMeasures(asked.items, rows);
  const summary = summarise(
    measures,
    asked.conditions,
    { draws: asked.draws, seed: PUBLISHED_SEED },
    asked.view,
  );
  if (!summary.ok) throw new Error(summary.error.details);
  return { measures, summary: summary.value };
};

test('every row crosses once, and the answer is that of all rows', async () => {
  const { client, add } = desk();
  for (let from = 0; from < 40; from += 10) {
    add(items.slice(from, from + 10).flatMap((_, index) => rowsOfItem(from + index)));
    expect(await answerOf(client)).toEqual(whole(arrived));
  }
  expect(crossed.begun).toBe(1);
  expect(crossed.rows).toEqual(arrived);
  // Items come back as they are here, not as copies.
  expect((await answerOf(client)).measures[0]?.item).toBe(items[0]);
});

test('an answer that changed no measure leaves the list as it is, whatever the view', async () => {
  const { client, add } = desk();
  add([...rowsOfItem(0), ...rowsOfItem(1)]);
  const { measures } = await answerOf(client);
  const other = { ...question, view: { ...PAPER_VIEW, statistic: 'median' as const } };
  const again = await answerOf(client, other);
  expect(again.measures).toBe(measures);
  expect(again.summary.view.statistic).toBe('median');
  add(rowsOfItem(0).map((row) => ({ ...row, logprob: -1 })));
  const changed = await answerOf(client);
  expect(changed.measures).not.toBe(measures);
  expect(changed.measures[1]).toBe(measures[1]);
  expect(changed.measures).toEqual(whole(arrived).measures);
});

test('other items, or a fresh start, begin a reading with the rows that are there then', async () => {
  const { client, add } = desk();
  add(rowsOfItem(0));
  await answerOf(client);
  const fewer = { ...question, items: items.slice(0, 1) };
  add(rowsOfItem(1));
  expect(await answerOf(client, fewer)).toEqual(whole(arrived, fewer));
  client.forget();
  arrived = rowsOfItem(0);
  expect(await answerOf(client, fewer)).toEqual(whole(arrived, fewer));
  expect(crossed.begun).toBe(3);
});

test('a desk that dies in the middle: the page reckons all rows itself, and goes on', async () => {
  const { client, add } = desk();
  add(rowsOfItem(0));
  await answerOf(client);
  add(rowsOfItem(1));
  DoorWorker.newest?.onerror?.({ message: 'gone', preventDefault: () => undefined } as ErrorEvent);
  expect(await answerOf(client)).toEqual(whole(arrived));
  expect(DoorWorker.newest?.isTerminated).toBe(true);
  add(rowsOfItem(2));
  expect(await answerOf(client)).toEqual(whole(arrived));
  const before = crossed.rows.length;
  expect(before).toBeLessThan(arrived.length);
});
