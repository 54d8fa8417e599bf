import { BUILT_IN, PRESETS } from '../../src/ui/training-data/training-presets.ts';
import { classBlocks } from './class-blocks.ts';
import { withBlocks } from './marked-blocks.ts';
import { measuredOf, recordName, type FrozenSet, type Measured, type RunsOfSet } from './measured.ts';
import { recordsBlock } from './records-block.ts';
import { roomBlocks } from './room-blocks.ts';
import { trainingBlock } from './training-block.ts';

const { class: CLASS, twins: TWINS } = PRESETS;
/** The set a preset begins with. */
const setOf = ({ sets: [set = ''] }: { readonly sets: readonly string[] }): string => set;

/** A recorded run that the sheet needs, and how it is made. */
export interface Needed {
  readonly checkpointId: string;
  readonly set: string;
  readonly file: string;
  readonly madeBy: string;
}

/** The records behind the sheet: those that the two presets of the page play. */
export const NEEDED: readonly Needed[] = [CLASS, TWINS].flatMap((preset) =>
  preset.checkpointIds.map((checkpointId): Needed => {
    const set = setOf(preset);
    const rows = `results/${checkpointId}.${set}.jsonl`;
    return {
      checkpointId,
      set,
      file: recordName(checkpointId, set),
      madeBy: `npm run study -- probe --checkpoint ${checkpointId} --items ${set} --conditions ${preset.conditions.join(',')} --candidates failed,gold --out ${rows} && npm run record:probe -- ${rows}`,
    };
  }),
);

export interface SheetSources {
  readonly runs: (set: string) => RunsOfSet;
  readonly set: (name: string) => FrozenSet;
  /** scripts/training/recipe.json. */
  readonly recipe: unknown;
}

/** The sheet with the numbers of the records. Throws where a record does not hold what the sheet says. */
export function sheetOf(sheet: string, { runs, set, recipe }: SheetSources): string {
  const of = (preset: typeof CLASS): readonly Measured[] =>
    measuredOf(preset.subjects, runs(setOf(preset)), set(setOf(preset)));
  const inClass = of(CLASS);
  const inRoom = of(TWINS);
  if (inRoom.length !== BUILT_IN.length) throw new Error('the room does not show every built-in checkpoint');
  return withBlocks(sheet, {
    ...classBlocks(inClass, set(setOf(CLASS)).items),
    ...roomBlocks(inRoom),
    ...trainingBlock(recipe),
    ...recordsBlock([...inClass, ...inRoom]),
  });
}
