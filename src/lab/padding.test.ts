import { expect, test } from 'vitest';
import { CONDITIONS, PAPER_SHOWING, type ProbeItem } from '../probe/index.ts';
import { sampleItem } from '../probe/sample-item.ts';
import type { EngineClient } from './engine-client.ts';
import { PaddingShelf } from './padding.ts';

const items: readonly ProbeItem[] = Array.from({ length: 60 }, (_, index) => ({
  ...sampleItem,
  item_id: `item-${index}`,
}));

/** An engine that pads every text with its item's name; what it was asked is kept. */
function engine(): { client: EngineClient; asked: number[] } {
  const asked: number[] = [];
  const client = {
    padNeutrals: (some: readonly ProbeItem[]) => {
      asked.push(some.length);
      return Promise.resolve(some.map(({ item_id }) => ({ itemId: item_id, text: `padded ${item_id}` })));
    },
  };
  return { client: client as unknown as EngineClient, asked };
}

const padding = (
  shelf: PaddingShelf,
  client: EngineClient,
  turns?: Parameters<PaddingShelf['paddingFor']>[5],
) => shelf.paddingFor(client, items, CONDITIONS, PAPER_SHOWING, { tokenizerSha256: 't' }, turns);

test('hundreds of items are asked for a few dozen at a time, each once, and only once', async () => {
  const { client, asked } = engine();
  const shelf = new PaddingShelf();
  const told: string[] = [];
  const { padded } = await padding(shelf, client, {
    onPadded: (done, all) => told.push(`${done} of ${all}`),
    isStopped: () => false,
  });
  expect([...padded]).toEqual(items.map(({ item_id }) => [item_id, `padded ${item_id}`]));
  expect(asked.length).toBeGreaterThan(1);
  expect(told).toHaveLength(asked.length);
  expect(told[0]).toBe('0 of 60');
  const before = asked.length;
  expect((await padding(shelf, client)).padded).toBe(padded);
  expect(asked).toHaveLength(before);
});

test('stopped in the middle it ends, and the next run asks for all', async () => {
  const { client, asked } = engine();
  const shelf = new PaddingShelf();
  const stopped = await padding(shelf, client, {
    onPadded: () => undefined,
    isStopped: () => asked.length > 0,
  });
  expect(asked).toHaveLength(1);
  expect(stopped.padded.size).toBeLessThan(60);
  expect((await padding(shelf, client)).padded.size).toBe(60);
});
