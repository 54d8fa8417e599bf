import { fail, type LabError } from '../../records/index.ts';

/** A checkpoint whose tokenizer cannot be used exactly: nothing was loaded. */
export function tokenizerRefused(
  kind: string,
  happened: string,
  details: string,
): { readonly ok: false; readonly error: LabError } {
  return fail({
    kind,
    happened,
    stillWorks: 'Other checkpoints load as before.',
    cure: "Use the checkpoint's own tokenizer.json and tokenizer_config.json, unchanged, or another checkpoint.",
    details,
  });
}

/** A text or transcript that cannot be encoded exactly: one unit, not the job. */
export function textRefused(
  kind: string,
  happened: string,
  cure: string,
  details: string,
): { readonly ok: false; readonly error: LabError } {
  return fail({ kind, happened, stillWorks: 'Everything else in this job can be scored.', cure, details });
}
