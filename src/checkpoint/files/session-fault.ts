import { fail, type LabError } from '../../records/index.ts';

/** Texts by which a failed allocation shows itself in onnxruntime, in emscripten and in browsers. */
const OUT_OF_MEMORY =
  /bad_alloc|out of memory|failed to allocate|allocation failed|allocate memory|memory access out of bounds|cannot enlarge memory/iu;

/**
 * A session error in words. The runtime is not to be trusted after one: whoever gets this must end the worker.
 *
 * A bare number is a C++ exception that nobody translated; in practice it is a failed allocation.
 */
export const sessionFault = (
  happened: string,
  cause: unknown,
): { readonly ok: false; readonly error: LabError } => {
  const text = cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause);
  const bareNumber = /^-?\d+$/u.test(cause instanceof Error ? cause.message : text);
  const memory = bareNumber || OUT_OF_MEMORY.test(text);
  return fail({
    kind: memory ? 'out-of-memory' : 'session-failed',
    happened: memory ? `${happened} There was not enough memory.` : happened,
    stillWorks: 'Finished results are kept; the engine starts anew at the next run.',
    cure: memory
      ? 'Close other tabs, choose a smaller checkpoint or hold the weights resident, then try again.'
      : 'Try again; if it fails again, copy the details into a report.',
    details: text,
  });
};
