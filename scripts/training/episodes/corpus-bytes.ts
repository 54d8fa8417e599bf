import { SYSTEM_PROMPT } from '../../../src/toolshed/index.ts';
import { pythonRandom, subSeed } from '../../../src/toolshed/python/index.ts';
import { episodeOf, type EpisodeKind } from './episode.ts';
import { freshItems } from './fresh-items.ts';
import { frozenStrings } from './frozen-strings.ts';

/** `count` episodes of one kind as JSON Lines, an array of turns each. */
export function corpusLines(kind: EpisodeKind, count: number, seed: number): string {
  const frozen = frozenStrings();
  // The tokenizer is made from the names and tasks that recovery is drawn from.
  const drawn = kind === 'vocabulary' ? 'recovery' : kind;
  const lines: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const random = pythonRandom(subSeed(seed, `toolshed-training-${drawn}-${index}`));
    lines.push(`${JSON.stringify(episodeOf(index, seed, kind, random, frozen))}\n`);
  }
  return lines.join('');
}

/** The exam's items with fresh names, as JSON Lines in the schema of the frozen sets. */
export const examLines = (tasks: number, seed: number): string =>
  freshItems(tasks, seed, frozenStrings())
    .map((item) => `${JSON.stringify(item)}\n`)
    .join('');

export const systemPrompt = (): string => SYSTEM_PROMPT;
