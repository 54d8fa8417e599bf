import { recipeOfWording, wordingOfRecipe, type ProbeRun } from '../../lab/index.ts';
import { viewOfText, type CandidateScope, type ConditionName } from '../../probe/index.ts';
import type { Recipe, RecipeWording } from '../../records/index.ts';
import { conditionsNamed } from './condition-words.ts';
import { keptTexts } from './kept-texts.ts';
import { viewOfItems } from './linked-view.ts';

const SCOPES = ['published', 'same-everywhere'] as const satisfies readonly CandidateScope[];

/**
 * Sets texts, conditions, calls and view of a run as a link says, its items being chosen; gives a sentence for each
 * thing that could not be followed. What the link does not say is as usual. `earlierTexts`: those of earlier runs.
 */
export async function followSettings(
  run: ProbeRun,
  recipe: Recipe,
  earlierTexts: () => Promise<readonly (RecipeWording | null)[]>,
): Promise<readonly string[]> {
  const said = [...(await followTexts(run, recipe.wording, earlierTexts)), ...followAsked(run, recipe)];
  const { view, unknown, repeated } = viewOfText(recipe.view);
  if (unknown.length > 0)
    said.push(`The link looks at the run by ${unknown.join(', ')}, which this page does not know.`);
  if (repeated.length > 0)
    said.push(
      `The link says more than once how to look at the run; the first is used, without ${repeated.join(', ')}.`,
    );
  const { known, strange } = viewOfItems(view, run.itemSet?.items ?? []);
  void run.lookThrough(known);
  return [...said, ...strange];
}

/** The conditions of a link and the calls it scores. */
function followAsked(run: ProbeRun, { conditions, candidates }: Recipe): readonly string[] {
  const said: string[] = [];
  if (conditions !== null) {
    const { known, strange } = conditionsNamed(conditions);
    if (strange.length > 0)
      said.push(`The link asks for ${strange.join(', ')}, which this page does not know.`);
    if (known.length > 0) run.chooseConditions([...new Set<ConditionName>(['pre', 'fail', ...known])]);
  }
  const scope = SCOPES.find((one) => one === (candidates ?? 'published'));
  if (scope === undefined)
    said.push(`The link scores the calls “${candidates ?? ''}”, which this page does not know.`);
  else if (scope !== run.candidates) run.chooseCandidates(scope);
  return said;
}

/**
 * The texts of a link, or the set's own. Texts that the link could not hold and that are not kept here are told of:
 * under their hash nothing else is ever run, as the address then is that of the set's texts.
 */
async function followTexts(
  run: ProbeRun,
  asked: RecipeWording | null,
  earlierTexts: () => Promise<readonly (RecipeWording | null)[]>,
): Promise<readonly string[]> {
  if (asked?.sha256 === recipeOfWording(run.wording)?.sha256) return [];
  const found = asked === null ? null : await wholeTexts(asked, earlierTexts);
  const read = found === null && asked !== null ? null : wordingOfRecipe(found);
  const wording = read?.ok === true ? read.value : null;
  if (wording !== run.wording) run.chooseWording(wording);
  if (read?.ok === true) return [];
  return [
    read === null
      ? 'The link is of a run with texts of its own, which were too long for it and are not kept here. The set’s own texts are chosen: a run with them is another one. Its run record holds the texts.'
      : `${read.error.happened} The set’s own texts are chosen.`,
  ];
}

/** A link's texts; where it has only their hash, those of this window or of an earlier run. */
async function wholeTexts(
  asked: RecipeWording,
  earlierTexts: () => Promise<readonly (RecipeWording | null)[]>,
): Promise<RecipeWording | null> {
  if (asked.texts !== null) return asked;
  return (
    [keptTexts(asked.sha256), ...(await earlierTexts())].find(
      (texts) => texts?.sha256 === asked.sha256 && texts.texts !== null,
    ) ?? null
  );
}
