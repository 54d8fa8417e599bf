import { fail, type LabError, type Provenance } from '../records/index.ts';

/** What the items and built-in checkpoints of the simulated office name as their environment. */
const TOOLSHED = 'toolshed';

/**
 * Why a checkpoint is not asked about some texts; null: it may be. `environments`: of each text, where it is from, as items
 * name it in `env`; a pasted transcript is of none.
 */
export function scopeRefusal(
  checkpoint: { readonly name: string; readonly scope: Provenance['scope'] },
  environments: readonly string[],
): LabError | null {
  const strange = environments.filter((env) => env !== TOOLSHED);
  if (checkpoint.scope === 'general' || strange.length === 0) return null;
  const many =
    environments.length > 1 ? `${strange.length} of ${environments.length} texts are` : 'This text is';
  return fail({
    kind: 'outside-its-scope',
    happened: `${many} not of ToolShed, and “${checkpoint.name}” was trained on nothing else: its scores of other text would mean nothing.`,
    stillWorks: 'It runs on every set of ToolShed, and other checkpoints can score this text.',
    cure: 'Choose a set of ToolShed under Items, or a checkpoint of general use.',
    details: `scope of the checkpoint: ${checkpoint.scope}; environments: ${[...new Set(strange)].join(', ')}`,
  }).error;
}
