import { releaseProxy } from 'comlink';

/**
 * Runs a lane that tells events, and answers only when its last event has been heard.
 *
 * Comlink carries the calls of a callback on a port of their own: without this the answer overtakes the events that
 * were told before it, and whoever waits for the answer misses the last rows. Then that port is given back: each would
 * stay open as long as the worker lives.
 */
export async function telling<Event, Answer>(
  onEvent: (event: Event) => unknown,
  lane: (tell: (event: Event) => void) => Promise<Answer>,
): Promise<Answer> {
  // In the worker a callback is remote: it gives a promise that is kept when the other side has heard the event.
  let heard: unknown = null;
  try {
    return await lane((event) => {
      heard = onEvent(event);
    });
  } finally {
    await heard;
    (onEvent as { [releaseProxy]?: () => void })[releaseProxy]?.();
  }
}
