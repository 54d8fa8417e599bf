import { MediaQuery } from 'svelte/reactivity';

/** Room for the recipe beside the figures. */
export const besideRecipe = new MediaQuery('(min-width: 60rem)');
/** Room for an opened item beside both. */
export const besideItem = new MediaQuery('(min-width: 76rem)');
/** Room for the columns of several harnesses. */
export const boardColumns = new MediaQuery('(min-width: 48rem)');
