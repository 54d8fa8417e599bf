import type { CheckpointChoice, ItemSet } from '../../lab/index.ts';
import type { Recipe } from '../../records/index.ts';

type SetHere = Pick<ItemSet, 'name' | 'sha256'>;

interface Here {
  readonly checkpoint: Pick<CheckpointChoice, 'id' | 'origin'> | null;
  readonly itemSet: SetHere | null;
}

/**
 * How the items that a link asks for are not those that are here, as sentences. `shipped`: the page's set of that name;
 * null: it has none, and the items are those of a file.
 */
export function itemsNotAsLinked(
  asked: Recipe['itemSet'],
  shipped: SetHere | null,
  chosen: SetHere | null,
): readonly string[] {
  if (asked === null) return [];
  if (shipped === null && asked.name !== chosen?.name)
    return [`The link asks for the items ${asked.name}, which are not part of this page: open that file.`];
  const here = shipped ?? chosen;
  if (asked.sha256 === null || asked.sha256 === here?.sha256) return [];
  const cure = shipped === null ? ' Open the file as it was then.' : '';
  return [`The items ${asked.name} are not the same as when the link was made.${cure}`];
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
