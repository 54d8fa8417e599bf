import { expect, test } from 'vitest';
import { telling } from './telling.ts';

/** A listener that hears each event only after a while, in order, as one on another thread does. */
function slowListener(heard: number[]) {
  let last = Promise.resolve();
  return (event: number): Promise<void> => {
    last = last.then(async () => {
      await new Promise((resolve) => setTimeout(resolve, 2));
      heard.push(event);
    });
    return last;
  };
}

test('the answer comes after the last event was heard', async () => {
  const heard: number[] = [];
  const answer = await telling(slowListener(heard), (tell: (event: number) => void) => {
    for (const event of [1, 2, 3]) tell(event);
    return Promise.resolve('done');
  });
  expect(answer).toBe('done');
  expect(heard).toEqual([1, 2, 3]);
});

test('so does a failure', async () => {
  const heard: number[] = [];
  await expect(
    telling(slowListener(heard), (tell: (event: number) => void) => {
      tell(1);
      return Promise.reject(new Error('broken'));
    }),
  ).rejects.toThrow('broken');
  expect(heard).toEqual([1]);
});
