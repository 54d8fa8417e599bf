import { fail, recipeWording, type RecipeWording, type Result, ok } from '../records/index.ts';
import { checkWording, MENDED_WORDING, PAPER_WORDING, type Wording } from '../transcript/index.ts';
import type { SetWording } from './item-sets.ts';

/** The texts that a set was made for. */
export const wordingOfSet = (name: SetWording): Wording =>
  name === 'mended' ? MENDED_WORDING : PAPER_WORDING;

/** A wording of the run's own as recipes and records keep it: whole. */
export const recipeOfWording = (wording: Wording | null): RecipeWording | null =>
  wording === null ? null : recipeWording({ ...wording });

/**
 * The wording that a recipe asks for; null: the set's own. Texts that are not named are the paper's. Refused: a hash
 * without its texts, names that this page does not know, texts that checkWording refuses.
 */
export function wordingOfRecipe(recipe: RecipeWording | null): Result<Wording | null> {
  if (recipe === null) return ok(null);
  const { texts, sha256 } = recipe;
  if (texts === null)
    return fail(
      unusable('This recipe has texts of its own that were too long for its link.', `sha256 ${sha256}`),
    );
  const strange = Object.keys(texts).filter((name) => !(name in PAPER_WORDING));
  if (strange.length > 0)
    return fail(
      unusable(`This recipe replaces ${strange.join(', ')}, which this page does not know.`, sha256),
    );
  const { instructionPlace = PAPER_WORDING.instructionPlace } = texts;
  if (instructionPlace !== 'system-prompt' && instructionPlace !== 'after-error')
    return fail(unusable('This recipe puts the instruction in an unknown place.', instructionPlace));
  return checkWording({ ...PAPER_WORDING, ...texts, instructionPlace });
}

const unusable = (happened: string, details: string) => ({
  kind: 'wording-unusable',
  happened,
  stillWorks: 'The recipe with the item set’s own texts.',
  cure: 'Open the run record instead of the link: it holds the whole texts.',
  details,
});
