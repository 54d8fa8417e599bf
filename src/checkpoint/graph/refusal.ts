import { fail, type LabError } from '../../records/index.ts';

/** A checkpoint is refused before anything was built from it, so everything else goes on. */
export const refuse = (
  kind: string,
  happened: string,
  cure: string,
  details: string,
): { readonly ok: false; readonly error: LabError } =>
  fail({
    kind,
    happened,
    stillWorks: 'Nothing was built from this checkpoint; other checkpoints and recorded results still work.',
    cure,
    details,
  });
