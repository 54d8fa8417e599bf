import { expect, it } from 'vitest';
import { partOfKept } from './part-of-kept.ts';

const kept = () =>
  new Response('0123456789', {
    headers: { 'Content-Length': '10', ETag: '"x"', 'Content-Type': 'text/plain' },
  });

it.each([
  ['bytes=0-0', 206, 'bytes 0-0/10', '0'],
  ['bytes=2-4', 206, 'bytes 2-4/10', '234'],
  ['bytes=7-', 206, 'bytes 7-9/10', '789'],
  ['bytes=-2', 206, 'bytes 8-9/10', '89'],
  ['bytes=8-99', 206, 'bytes 8-9/10', '89'],
  ['bytes=10-', 416, 'bytes */10', ''],
  ['bytes=0-1,4-5', 200, null, '0123456789'],
  ['bytes=5-2', 200, null, '0123456789'],
  [null, 200, null, '0123456789'],
])('%s', async (range, status, contentRange, text) => {
  const answer = await partOfKept(kept(), range);
  expect([answer.status, answer.headers.get('Content-Range'), await answer.text()]).toEqual([
    status,
    contentRange,
    text,
  ]);
  expect(answer.headers.get('ETag')).toBe('"x"');
  expect(answer.headers.get('Content-Length')).toBe(String(text.length));
});
