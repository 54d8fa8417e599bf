import * as v from 'valibot';
import { fail, ok, type Result } from './lab-error.ts';
import { recipeWording } from './recipe-wording.ts';
import { checkRow } from './row-check.ts';
import { RUN_RECORD_KIND, RUN_RECORD_VERSION, type RunRecord } from './run-record.ts';
import type { ScoreRow } from './score-row.ts';

/** A run as one strict JSON file, for keeping and for opening again without a model. */
export const runRecordToJson = (record: RunRecord): string => `${JSON.stringify(record, null, 1)}\n`;

const text = v.string();
const amount = v.pipe(v.number(), v.finite(), v.minValue(0));
const optionalText = v.nullable(text);

/** A record keeps whole texts; only a link may do with their hash. */
const wordingSchema = v.pipe(
  v.strictObject({ texts: v.record(text, text), sha256: text }),
  v.check(({ texts, sha256 }) => recipeWording(texts).sha256 === sha256, 'the texts do not have this hash'),
);

const recordSchema = v.strictObject({
  kind: v.literal(RUN_RECORD_KIND),
  version: v.picklist([1, RUN_RECORD_VERSION]),
  recipe: v.strictObject({
    checkpoint: optionalText,
    itemSet: v.nullable(v.strictObject({ name: text, sha256: optionalText })),
    conditions: v.nullable(v.array(text)),
    candidates: v.optional(optionalText, null),
    wording: v.optional(v.nullable(wordingSchema), null),
    view: optionalText,
    item: optionalText,
    condition: v.optional(optionalText, null),
    token: v.optional(v.nullable(amount), null),
  }),
  provenance: v.strictObject({
    checkpointName: text,
    checkpointId: text,
    scope: v.picklist(['general', 'ToolShed only']),
    files: v.array(v.strictObject({ path: text, bytes: amount, sha256: optionalText })),
    tokenizerSha256: text,
    checkpointSha256: text,
    parameters: amount,
    architecture: text,
    holding: v.picklist(['folded', 'resident']),
    threads: amount,
    simd: v.boolean(),
    engineVersion: text,
    ortVersion: text,
    windowTokens: amount,
    selfCheck: v.variant('state', [
      v.strictObject({ state: v.literal('none') }),
      v.strictObject({ state: v.picklist(['agrees', 'differs']), largestDifferenceNats: amount }),
    ]),
  }),
  itemSet: v.strictObject({ name: text, sha256: text, items: amount }),
  padded: v.optional(v.record(text, text), {}),
  outcome: v.picklist(['finished', 'cancelled', 'partial']),
  rows: v.array(v.unknown()),
  refused: v.array(
    v.strictObject({
      id: text,
      error: v.strictObject({ kind: text, happened: text, stillWorks: text, cure: text, details: text }),
    }),
  ),
  timing: v.strictObject({
    startedAt: text,
    elapsedMs: amount,
    computedTokens: amount,
    perCandidateTokens: amount,
    perContextTokens: amount,
  }),
});

/** Opens an exported run. A run with even one damaged row is refused with the row's number. */
export function runRecordOfJson(json: string): Result<RunRecord> {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch (cause) {
    return refused('The file is not a complete JSON text.', String(cause));
  }
  const checked = v.safeParse(recordSchema, value);
  if (!checked.success) {
    const places = checked.issues.map((issue) => `${v.getDotPath(issue) ?? 'file'}: ${issue.message}`);
    return refused('The file is not a run of this lab, or of another version of it.', places.join('\n'));
  }
  const rows: ScoreRow[] = [];
  for (const [index, candidate] of checked.output.rows.entries()) {
    const { row, faults } = checkRow(candidate);
    if (row === null) {
      const details = faults.map(({ field, what }) => `${field ?? 'row'}: ${what}`).join('\n');
      return refused(`Row ${index + 1} of the run is damaged.`, details);
    }
    rows.push(row);
  }
  return ok({ ...checked.output, version: RUN_RECORD_VERSION, rows });
}

const refused = (happened: string, details: string): Result<RunRecord> =>
  fail({
    kind: 'run-record-invalid',
    happened,
    stillWorks: 'Nothing was taken over from the file; runs that are open stay as they are.',
    cure: 'Choose a run that was exported by this page, whole and unedited.',
    details,
  });
