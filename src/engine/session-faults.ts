import { fail, ok, type LabError, type Result } from '../records/index.ts';

/** Faults after which the session must not be used again. */
const sessionFault = (kind: string, happened: string, cure: string, details: string): LabError => ({
  kind,
  happened,
  stillWorks: 'Every score shown so far was complete and stays valid.',
  cure,
  details,
});

/** The model's run was rejected, or a buffer for it could not be had. */
function passFailed(cause: unknown): LabError {
  return sessionFault(
    'pass-failed',
    'The model stopped with an error while it computed.',
    'Load the checkpoint again and resume; with less memory to spare, choose a smaller checkpoint.',
    cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause),
  );
}

/** A rejected run, or memory that could not be had, as a value. */
export async function attempt<T>(work: () => T | Promise<T>): Promise<Result<T>> {
  try {
    return ok(await work());
  } catch (cause) {
    return fail(passFailed(cause));
  }
}

/** A pass answered with NaN or an infinity. */
export function notFinite(what: string, value: number, token: number): LabError {
  return sessionFault(
    'numbers-not-finite',
    'The model answered with something that is not a number, so nothing more of this session can be trusted.',
    'Load the checkpoint again. If it happens again, the checkpoint’s files are damaged: fetch them anew.',
    `${what} of token ${token} is ${value}`,
  );
}

/** A pass answered with arrays of other sizes than asked. */
export function wrongResultSize(what: string, expected: number, found: number | null): LabError {
  return sessionFault(
    'pass-result-size',
    'The model answered with more or fewer numbers than were asked for.',
    'Load the checkpoint again; if it happens again, report it with the details.',
    `${what}: expected ${expected}, found ${found ?? 'none'}`,
  );
}

/** An option outside its range: nothing was started. */
export function optionFault(name: string, value: unknown, rule: string): LabError {
  return {
    kind: 'option-invalid',
    happened: `The setting “${name}” is ${String(value)}; it must be ${rule}.`,
    stillWorks: 'Nothing was started, and the checkpoint stays loaded.',
    cure: 'Choose another value and start again.',
    details: `${name} = ${String(value)}`,
  };
}
