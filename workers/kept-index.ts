import * as v from 'valibot';

const Listed = v.object({
  id: v.string(),
  files: v.array(v.object({ path: v.string(), bytes: v.number(), sha256: v.optional(v.string()) })),
});
const Index = v.object({ checkpoints: v.array(v.unknown()) });

/** A checkpoint as checkpoints/index.json lists it. */
export interface ListedCheckpoint extends v.InferOutput<typeof Listed> {
  /** Its entry as it stands there. */
  readonly entry: unknown;
}

/** The entries of an index that can be read; none where it is no index. */
export function listedIn(index: unknown): readonly ListedCheckpoint[] {
  const read = v.safeParse(Index, index);
  if (!read.success) return [];
  return read.output.checkpoints.flatMap((entry) => {
    const listed = v.safeParse(Listed, entry);
    return listed.success ? [{ ...listed.output, entry }] : [];
  });
}
