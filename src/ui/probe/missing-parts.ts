import type { CheckpointChoice, ItemSet } from '../../lab/index.ts';
import type { Recipe } from '../../records/index.ts';

interface Here {
  readonly checkpoint: Pick<CheckpointChoice, 'id' | 'origin'> | null;
  readonly itemSet: Pick<ItemSet, 'name' | 'sha256'> | null;
}

/** What an unfinished run was computed from and is not chosen here, each as a sentence that says what to do. */
export function missingParts(
  { checkpoint, itemSet }: Pick<Recipe, 'checkpoint' | 'itemSet'>,
  here: Here,
): readonly string[] {
  const said: string[] = [];
  if (checkpoint === null) {
    if (here.checkpoint?.origin !== 'dropped')
      said.push('That run read its checkpoint from your own files: open them here again, then press Resume.');
  } else if (here.checkpoint?.id !== checkpoint)
    said.push(`That run asks for the checkpoint ${checkpoint}, which is not here.`);
  if (itemSet === null) return said;
  if (here.itemSet?.name !== itemSet.name)
    said.push(`That run asks for the items ${itemSet.name}: open that file, then press Resume.`);
  else if (itemSet.sha256 !== null && here.itemSet.sha256 !== itemSet.sha256)
    said.push(`The items ${itemSet.name} are not those of that run: open the file as it was then.`);
  return said;
}
