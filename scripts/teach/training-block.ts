import * as v from 'valibot';
import { fixed } from '../../src/figures/index.ts';

const count = v.pipe(v.number(), v.integer(), v.minValue(1));
const stage = v.looseObject({
  from: v.nullable(v.string()),
  steps: count,
  episodes: count,
  matrix_rate: v.number(),
  vector_rate: v.number(),
});
const schema = v.looseObject({ stages: v.record(v.string(), stage) });

/**
 * How the checkpoints came to be, from scripts/training/recipe.json. Throws where the branches differ in more than their
 * episodes: then what the sheet teaches would not follow.
 */
export function trainingBlock(json: unknown): Record<string, string> {
  const { stages } = v.parse(schema, json);
  const branches = Object.entries(stages).filter(([, { from }]) => from !== null);
  const [first] = branches;
  if (first === undefined) throw new Error('recipe.json has no branch');
  const [, one] = first;
  const odd = branches.find(([, other]) =>
    (['from', 'steps', 'episodes', 'matrix_rate', 'vector_rate'] as const).some(
      (key) => one[key] !== other[key],
    ),
  );
  if (odd !== undefined)
    throw new Error(`recipe.json: ${odd[0]} differs from ${first[0]} in more than its data`);
  const start = stages[one.from ?? ''];
  if (start === undefined) throw new Error(`recipe.json: ${first[0]} begins at an unknown stage`);
  const names = branches.map(([name]) => `*${name}*`).join(', ');
  return {
    training: `*${one.from ?? ''}* was trained for ${fixed(start.steps, 0)} steps on ${fixed(start.episodes, 0)} episodes. Each of ${names} starts from it and was trained for ${fixed(one.steps, 0)} more steps at the same rates on ${fixed(one.episodes, 0)} episodes of its own kind. So a difference between these comes from their episodes; a difference from the base also from the further steps. Each is one training; with another seed its numbers move.`,
  };
}
