import { itemPool, type ToolshedItem } from '../../../src/toolshed/index.ts';

/** Names, words, texts, files, ids and dates of the frozen items, lower-case: whole strings and the words in them. */
export function frozenStrings(): ReadonlySet<string> {
  const strings = [...itemPool('paper-2026'), ...itemPool('clean-1')].flatMap(literalsOf);
  return new Set(
    strings
      .flatMap((text) => [text, ...text.split(/[^\p{L}\d:-]+/u)])
      .filter(isTelling)
      .map(lower),
  );
}

/** Every quoted string of an item's calls and observations. */
export function literalsOf(item: ToolshedItem): readonly string[] {
  const texts = [
    item.goal,
    ...item.prefix_actions,
    ...item.prefix_observations,
    item.failed_action,
    item.gold_action,
    ...item.distractors,
  ];
  const quoted = texts.flatMap((text) => [...text.matchAll(/'([^']*)'/g)].map(([, inside = '']) => inside));
  // What read_file shows stands without quotes.
  const shown = item.prefix_actions.flatMap((call, at) =>
    call.startsWith('read_file(') ? [item.prefix_observations[at] ?? ''] : [],
  );
  return [...quoted, ...shown];
}

/** Units, digits and the folders that the tools' own documentation names are shared by every office. */
const isTelling = (text: string): boolean =>
  text.length > 2 &&
  ![
    'notes',
    'reports',
    'drafts',
    'system',
    'name',
    'email',
    'team',
    'title',
    'date',
    'time',
    'attendees',
    'evt',
    'corp',
    'example',
  ].includes(text) &&
  !/^\d{1,4}$/.test(text);
const lower = (text: string): string => text.toLowerCase();
