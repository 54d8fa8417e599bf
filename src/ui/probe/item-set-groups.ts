import type { ItemSetChoice } from '../../lab/index.ts';

/** Headings of the list of item sets, in the order of the list. */
export const SET_GROUPS = [
  'First items, hand-written',
  'ToolShed, as in the paper',
  'ToolShed, wording mended',
  'Your own file',
] as const;
export type SetGroup = (typeof SET_GROUPS)[number];

/** Under which heading a set is listed: the editions of ToolShed by their name, a file of the user by having no address. */
export function groupOfSet({ name, url }: Pick<ItemSetChoice, 'name' | 'url'>): SetGroup {
  if (url === '') return 'Your own file';
  if (name.startsWith('toolshed-paper')) return 'ToolShed, as in the paper';
  return name.startsWith('toolshed') ? 'ToolShed, wording mended' : 'First items, hand-written';
}

/** A set's title under a heading that names the edition: what comes before its colon would only hide the rest. */
export function underHeading(title: string): string {
  const rest = /^ToolShed[^:]*: (.+)$/.exec(title)?.[1];
  return rest === undefined ? title : rest.charAt(0).toUpperCase() + rest.slice(1);
}
