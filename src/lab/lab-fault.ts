import type { LabError } from '../records/index.ts';

/** The thrown form of a LabError, for code at the edge that works with promises. */
export class LabFault extends Error {
  readonly labError: LabError;

  constructor(labError: LabError) {
    super(labError.happened);
    this.name = 'LabFault';
    this.labError = labError;
  }
}

const isLabError = (value: unknown): value is LabError =>
  typeof value === 'object' &&
  value !== null &&
  ['kind', 'happened', 'stillWorks', 'cure', 'details'].every(
    (key) => typeof (value as Record<string, unknown>)[key] === 'string',
  );

const OUT_OF_MEMORY =
  /out of memory|allocation failed|bad_alloc|could not allocate|RangeError: Array buffer/i;

/**
 * Whatever was thrown, as the four parts. The runtime throws bare numbers (pointers to C++ exceptions) and strings;
 * numbers and allocation messages mean that memory ran out, everything else is shown as it came.
 */
export function toLabError(thrown: unknown, doing: string): LabError {
  if (thrown instanceof LabFault) return thrown.labError;
  if (isLabError(thrown)) return thrown;
  const raw =
    thrown instanceof Error
      ? `${thrown.name}: ${thrown.message}`
      : typeof thrown === 'string' || typeof thrown === 'number'
        ? String(thrown)
        : JSON.stringify(thrown);
  if (typeof thrown === 'number' || OUT_OF_MEMORY.test(raw))
    return {
      kind: 'out-of-memory',
      happened: `Memory ran out while ${doing}.`,
      stillWorks: 'Every score that was stored is kept; the page itself is unharmed.',
      cure: 'Close other tabs and start again, or choose a smaller checkpoint or shorter items.',
      details: raw,
    };
  return {
    kind: 'engine-fault',
    happened: `The engine stopped with an error while ${doing}.`,
    stillWorks: 'Every score that was stored is kept; the engine is started anew for the next run.',
    cure: 'Press Run again. If it happens twice, copy the details below into a report.',
    details: raw,
  };
}
