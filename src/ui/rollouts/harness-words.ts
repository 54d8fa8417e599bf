import {
  HARNESS_NAMES,
  harnessNamed,
  PUBLISHED_HARNESSES,
  type Harness,
  type HarnessName,
} from '../../rollout/index.ts';
import { PAPER_WORDING } from '../../transcript/index.ts';
import { FIRST_HARNESSES } from './first-look.ts';

/** What a harness does with a failed step, for somebody who chooses among them. */
export interface HarnessWords {
  readonly name: HarnessName;
  /** What the model reads of a failed step. */
  readonly shown: string;
  /** What it may not write again, and what it is told; empty: neither. */
  readonly rules: readonly string[];
  /** One of the six that the study ran. */
  readonly isPublished: boolean;
}

const SHOWN: Readonly<Partial<Record<Harness['presentation'], string>>> = {
  error: 'the failed call and its error',
  instructed: 'the failed call and its error',
  none: 'nothing: the step is left out',
  description: 'a note on the failure, in place of the call and its error',
  terse: 'the failed call and the shortest form of its error',
};

const BANS: Readonly<Record<Harness['ban'], string | null>> = {
  none: null,
  text: 'ban: a failed call may not be written again, word for word',
  canonical: 'ban: a failed call may not be made again, however it is spelt',
};

const INSTRUCTIONS: Readonly<Record<Harness['instruction'], string | null>> = {
  never: null,
  'from-the-start': 'instruction from the start: do not repeat a failed call',
  'after-failure': 'instruction after each failure: do not repeat a failed call',
};

/** Every built-in harness, in the order of the columns. */
export const HARNESS_WORDS: readonly HarnessWords[] = HARNESS_NAMES.map((name) => {
  const { presentation, ban, instruction } = harnessNamed(name, PAPER_WORDING);
  return {
    name,
    shown: SHOWN[presentation] ?? presentation,
    rules: [BANS[ban], INSTRUCTIONS[instruction]].filter((words) => words !== null),
    isPublished: PUBLISHED_HARNESSES.includes(name),
  };
});

/** In one line: “the failed call and its error; ban: …”. */
export const harnessLine = ({ shown, rules }: HarnessWords): string => [shown, ...rules].join('; ');

export const HARNESS_PRESETS: readonly {
  readonly id: 'first' | 'published' | 'all';
  readonly name: string;
  readonly harnesses: readonly HarnessName[];
}[] = [
  { id: 'first', name: 'first look', harnesses: FIRST_HARNESSES },
  { id: 'published', name: 'published six', harnesses: PUBLISHED_HARNESSES },
  { id: 'all', name: 'all', harnesses: HARNESS_NAMES },
];

/** The preset of exactly these; null: a choice of one's own. */
export const harnessPresetOf = (chosen: readonly HarnessName[]): string | null =>
  HARNESS_PRESETS.find(
    ({ harnesses }) => harnesses.length === chosen.length && harnesses.every((name) => chosen.includes(name)),
  )?.id ?? null;
