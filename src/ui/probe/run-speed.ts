const KEY = 'backfire-lab-speed';

const speedKey = (checkpointId: string, threads: number): string => `${checkpointId} ${threads}`;

const read = (): Record<string, unknown> => {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    return typeof stored === 'object' && stored !== null ? (stored as Record<string, unknown>) : {};
  } catch {
    return {};
  }
};

/** Tokens a second of the last run with this checkpoint in this browser; null before the first. */
export function rememberedSpeed(checkpointId: string, threads: number): number | null {
  const speed = read()[speedKey(checkpointId, threads)];
  return typeof speed === 'number' && Number.isFinite(speed) && speed > 0 ? speed : null;
}

/** Keeps the speed of a run, so that the next one can say what it costs. */
export function rememberSpeed(checkpointId: string, threads: number, tokensPerSecond: number): void {
  try {
    localStorage.setItem(
      KEY,
      JSON.stringify({ ...read(), [speedKey(checkpointId, threads)]: tokensPerSecond }),
    );
  } catch {
    // Without storage the cost stays a guess.
  }
}
