import type { Provenance } from '../../records/index.ts';
import type { PublishedCheckpoint } from './published-file.ts';

/** What of a loaded checkpoint no folder's name can give it. */
export type Shape = Pick<Provenance, 'parameters' | 'architecture'>;

/** The published sizes are rounded to a thousandth of a billion. */
const HALF_OF_LAST_DIGIT = 0.000_5 + 1e-9;

/** `model_type` of the study's checkpoints, by the beginning of their name; all others are built as Llama is. */
const ARCHITECTURES: readonly (readonly [string, string])[] = [
  ['qwen2.5', 'qwen2'],
  ['qwen3', 'qwen3'],
];

const architectureOf = ({ hubId }: Pick<PublishedCheckpoint, 'hubId'>): string => {
  const name = hubId.toLowerCase().split('/').at(-1) ?? '';
  return ARCHITECTURES.find(([start]) => name.startsWith(start))?.[1] ?? 'llama';
};

/** Whether a loaded checkpoint can be the one that was studied. */
export const isStudied = (
  studied: Pick<PublishedCheckpoint, 'hubId' | 'parametersInBillions'>,
  { parameters, architecture }: Shape,
): boolean =>
  architecture === architectureOf(studied) &&
  Math.abs(parameters / 1e9 - studied.parametersInBillions) <= HALF_OF_LAST_DIGIT;

/** Why nothing of the study stands beside a checkpoint that bears the name of one of its; null: it does, or bears none. */
export function shapeMisfit(
  studied: Pick<PublishedCheckpoint, 'hubId' | 'name' | 'parametersInBillions'> | null,
  shape: Shape,
): string | null {
  if (studied === null || isStudied(studied, shape)) return null;
  return `This checkpoint is named like ${studied.name} of the paper but is another one: ${sized(shape.parameters / 1e6, shape.architecture)} instead of ${sized(studied.parametersInBillions * 1e3, architectureOf(studied))}. Neither the paper’s values nor a recorded run stand beside it.`;
}

const sized = (millions: number, architecture: string): string =>
  `${millions.toLocaleString('en', { maximumSignificantDigits: 3 })} million parameters (${architecture})`;
