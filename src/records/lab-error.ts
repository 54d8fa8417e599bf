/** Every error the lab shows: four parts, each a plain sentence or block of text. */
export interface LabError {
  /** Stable name, for tests and for choosing a cure (for example 'tensor-missing'). */
  readonly kind: string;
  readonly happened: string;
  readonly stillWorks: string;
  readonly cure: string;
  /** Copyable: names, numbers, the raw message. */
  readonly details: string;
}

/** Errors are values in PURE rooms. */
export type Result<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: LabError };

export const ok = <T>(value: T): Result<T> => ({ ok: true, value });
export const fail = (error: LabError): { readonly ok: false; readonly error: LabError } => ({
  ok: false,
  error,
});
