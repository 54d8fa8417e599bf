import * as v from 'valibot';
import { recipeWording, type RecipeWording } from '../../records/index.ts';

const KEY = 'backfire-lab-texts';
const Texts = v.record(v.string(), v.string());

/** Keeps the texts that are in force for this window: a reload finds them when they are too long for the address. */
export function keepTexts(wording: RecipeWording | null): void {
  try {
    if (wording?.texts == null) sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, JSON.stringify(wording.texts));
  } catch {
    // Without storage long texts last until the page is closed.
  }
}

/** The texts with this hash, where they were the last ones in force in this window. */
export function keptTexts(sha256: string): RecipeWording | null {
  try {
    const read = v.safeParse(Texts, JSON.parse(sessionStorage.getItem(KEY) ?? 'null'));
    const wording = read.success ? recipeWording(read.output) : null;
    return wording?.sha256 === sha256 ? wording : null;
  } catch {
    return null;
  }
}
