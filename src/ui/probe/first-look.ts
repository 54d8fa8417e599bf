import { FIRST_CONDITIONS } from '../../probe/index.ts';
import { BUILT_IN_BASE, DEFAULT_RECIPE, fragmentOfRecipe } from '../../records/index.ts';

/** The items of a first look: twelve situations of ToolShed. */
export const FIRST_LOOK_SET = 'toolshed-paper-2026-quick-12';

/** The built-in base checkpoint on them, with three texts after the call. */
export const FIRST_LOOK = fragmentOfRecipe({
  ...DEFAULT_RECIPE,
  checkpoint: BUILT_IN_BASE,
  itemSet: { name: FIRST_LOOK_SET, sha256: null },
  conditions: FIRST_CONDITIONS,
});
