import { conditionLabel } from '../../figures/index.ts';
import { CONDITIONS, presentationOf, rowConditionOf, type ConditionName } from '../../probe/index.ts';
import { recipeWording } from '../../records/index.ts';
import { checkWording, type Wording } from '../../transcript/index.ts';
import type { LabError } from '../../records/index.ts';

/** The texts of a wording that somebody writes, in the order of the form. */
export const TEXT_FIELDS = ['neutral', 'error', 'note', 'marker', 'instruction'] as const;
export type TextField = (typeof TEXT_FIELDS)[number];

/** What each of them is for. */
export const TEXT_NAMES: Readonly<Record<TextField, string>> = {
  neutral: 'Neutral text',
  error: 'Error',
  note: 'Note in place of call and error',
  marker: 'Bare marker in their place',
  instruction: 'Instruction',
};

/** Conditions that show something else than they would with the other wording. */
export const conditionsChanged = (wording: Wording, other: Wording): readonly ConditionName[] =>
  CONDITIONS.filter((name) => rowConditionOf(name, wording) !== rowConditionOf(name, other));

/** Conditions that show a text. */
export const conditionsWith = (field: TextField): readonly ConditionName[] =>
  CONDITIONS.filter((name) => name !== 'pre' && presentationOf(name).uses.includes(field));

/** Why a text cannot be used; null: it can. The others are taken from a wording that can. */
export function faultOf(draft: Wording, field: TextField, sound: Wording): LabError | null {
  const checked = checkWording({
    ...sound,
    // A set's own instruction fits both places.
    instructionPlace: draft.instructionPlace,
    [field]: draft[field],
  });
  return checked.ok ? null : checked.error;
}

/** The first digits of the hash that names texts of one's own, as rows and links carry it. */
export const textsMark = (wording: Wording): string => recipeWording({ ...wording }).sha256.slice(0, 12);

/** In a sentence: which texts are one's own, under which conditions they are read, by which mark they are known. */
export function ownTextsWords(wording: Wording, ofSet: Wording, asked: readonly ConditionName[]): string {
  const changed = conditionsChanged(wording, ofSet).filter((name) => asked.includes(name));
  const under =
    changed.length === 0
      ? 'no condition that is asked shows them'
      : `shown under ${changed.map((name) => `“${conditionLabel(name)}”`).join(', ')}`;
  return `Texts of one’s own (${textsMark(wording)}), ${under}.`;
}
