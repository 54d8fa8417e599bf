import * as v from 'valibot';
import type { CheckpointFiles } from '../src/checkpoint/files/index.ts';
import { fail, ok, type LabError, type Result } from '../src/records/index.ts';

const Card = v.object({
  name: v.string(),
  id: v.string(),
  scope: v.picklist(['general', 'ToolShed only']),
  files: v.array(v.object({ path: v.string(), bytes: v.number(), sha256: v.string() })),
  selfCheck: v.nullable(
    v.object({
      contextIds: v.pipe(v.array(v.number()), v.minLength(1)),
      candidateIds: v.pipe(v.array(v.number()), v.minLength(1)),
      logprobsNats: v.array(v.number()),
    }),
  ),
});

/** What a checkpoint says of itself in lab-card.json: name, scope, hashes, and a sentence with its known scores. */
export type CheckpointCard = v.InferOutput<typeof Card>;

/** The checkpoint's card, or null when it has none. A card that cannot be read is refused, not ignored. */
export async function readCard(files: CheckpointFiles): Promise<Result<CheckpointCard | null>> {
  const text = await files.readText('lab-card.json');
  if (!text.ok) return isAbsent(text.error) ? ok(null) : text;
  let parsed: unknown;
  try {
    parsed = JSON.parse(text.value);
  } catch (thrown) {
    return cardFault(String(thrown));
  }
  const card = v.safeParse(Card, parsed);
  if (!card.success)
    return cardFault(card.issues.map((issue) => `${v.getDotPath(issue) ?? ''}: ${issue.message}`).join('\n'));
  return ok(card.output);
}

/** A file that need not be there is not there; some hosts answer with their start page then. */
export const isAbsent = ({ kind }: LabError): boolean => ['file-missing', 'file-is-web-page'].includes(kind);

const cardFault = (details: string): Result<never> =>
  fail({
    kind: 'card-unreadable',
    happened: 'The checkpoint’s lab-card.json cannot be read.',
    stillWorks: 'Other checkpoints can be loaded.',
    cure: 'Make the checkpoint again, or delete lab-card.json: the checkpoint then loads without a self-check.',
    details,
  });
