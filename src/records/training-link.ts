import { DEFAULT_RECIPE, fragmentOfRecipe, recipeOfQuery, type Recipe } from './recipe.ts';

/** `twins`: the built-in checkpoints, one way to show the failure; `class`: one of them, several ways to show it. */
export type TrainingPreset = 'twins' | 'class';

/**
 * What a link to “What the training data change” holds. Never a prediction, never a result.
 *
 *   #/training-data?preset=class    #/training-data?v=1&items=toolshed-paper-2026-extended-60@203a…&preset=twins
 */
export interface TrainingLink {
  readonly preset: TrainingPreset;
  /** Null: the preset's own. */
  readonly itemSet: Recipe['itemSet'];
}

const ROUTE = '#/training-data';
const PRESETS: readonly TrainingPreset[] = ['twins', 'class'];

export function fragmentOfTrainingLink({ preset, itemSet }: TrainingLink): string {
  const fragment = fragmentOfRecipe({ ...DEFAULT_RECIPE, itemSet }, ROUTE);
  return `${fragment}${fragment.includes('?') ? '&' : '?'}preset=${preset}`;
}

/** Reads the fragment of the room; what cannot be followed is named in a sentence. */
export function trainingLinkOfFragment(
  fragment: string,
): TrainingLink & { readonly notes: readonly string[] } {
  const at = fragment.indexOf('?');
  const pairs = at === -1 ? [] : fragment.slice(at + 1).split('&');
  const isPreset = (pair: string): boolean => pair.startsWith('preset=');
  const [named, ...more] = pairs.filter(isPreset).map((pair) => pair.slice('preset='.length));
  const preset = PRESETS.find((one) => one === named);
  const { recipe, notes } = recipeOfQuery(pairs.filter((pair) => !isPreset(pair)).join('&'));
  const others = (Object.keys(recipe) as (keyof Recipe)[]).filter(
    (key) => key !== 'itemSet' && recipe[key] !== null,
  );
  return {
    preset: preset ?? 'twins',
    itemSet: recipe.itemSet,
    notes: [
      ...notes,
      ...(named !== undefined && preset === undefined
        ? [`The link asks for the preset “${named.slice(0, 30)}”, which this room does not know.`]
        : []),
      ...(more.length > 0 ? ['The link says “preset” twice; the first is used.'] : []),
      ...(others.length > 0
        ? [`The link also says ${others.join(', ')}, which this room chooses itself.`]
        : []),
    ],
  };
}
