import type { Provenance } from '../../figures/index.ts';
import type { FigureOrigin } from './figure-origin.ts';

/** Of which case a figure is, where it is of one, and under which text. */
export interface FigureCase {
  readonly item: string;
  readonly shownAs?: string;
}

/** The leading columns of a figure's CSV. */
export function provenanceOf(
  origin: FigureOrigin | null,
  of: FigureCase | null,
  ownTexts: string | null,
): Provenance {
  const columns: Readonly<Record<string, string | undefined>> = {
    model: origin?.model,
    item_set: origin?.itemSet,
    item: of?.item,
    text: of?.shownAs,
    own_texts: ownTexts ?? undefined,
  };
  return Object.fromEntries(
    Object.entries(columns).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

const NAMING = ['model', 'item_set', 'item', 'text'] as const;

/** A file's name without its ending: the figure, then what it is of, in letters that every file system takes. */
export const figureFileName = (id: string, provenance: Provenance): string =>
  [id, ...NAMING.map((column) => slug(provenance[column] ?? ''))].filter((part) => part !== '').join('_');

const MOST_LETTERS = 48;
const slug = (text: string): string =>
  text
    .replaceAll(/[^\p{Letter}\p{Number}._]+/gu, '-')
    .slice(0, MOST_LETTERS)
    .replaceAll(/^[-.]+|[-.]+$/g, '');
