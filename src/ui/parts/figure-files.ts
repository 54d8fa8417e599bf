import { figureToCsv, figureToSvg, THEMES, type FigureSpec, type Provenance } from '../../figures/index.ts';
import { theme } from '../theme.svelte.ts';
import type { FigureFileKind } from './file-kinds.ts';
import { figureFileName } from './figure-provenance.ts';
import { pngOfSvg } from './png-of-svg.ts';
import { saveFile } from './save-file.ts';

/** Files are drawn for a page or a slide, whatever the screen is. */
export const FILE_WIDTH_PX = 760;
const PNG_SCALE = 2;

/**
 * Hands a figure to the reader, in the colours of the page; `source` is the line at its foot, `provenance` what it says in
 * columns, for forms without such a line and for the file's name. Gives what stood in the way, as a sentence; null:
 * nothing did.
 */
export async function saveFigure(
  spec: FigureSpec,
  kind: FigureFileKind,
  source: string,
  provenance: Provenance = {},
): Promise<string | null> {
  const name = figureFileName(spec.id, provenance);
  if (kind === 'CSV') {
    saveFile(`${name}.csv`, figureToCsv(spec, provenance), 'text/csv');
    return null;
  }
  const svg = figureToSvg(spec, THEMES[isDark() ? 'dark' : 'light'], source);
  if (kind === 'SVG') {
    saveFile(`${name}.svg`, svg, 'image/svg+xml');
    return null;
  }
  const size = /<svg[^>]*\swidth="([\d.]+)"[^>]*\sheight="([\d.]+)"/.exec(svg);
  const [width, height] = [Number(size?.[1] ?? spec.width), Number(size?.[2] ?? spec.height)];
  try {
    saveFile(`${name}.png`, await pngOfSvg(svg, width, height, PNG_SCALE), 'image/png');
    return null;
  } catch (thrown) {
    return `The PNG could not be drawn (${thrown instanceof Error ? thrown.message : String(thrown)}); the SVG still can be saved.`;
  }
}

const isDark = (): boolean =>
  theme.chosen === 'dark' ||
  (theme.chosen === 'system' && matchMedia('(prefers-color-scheme: dark)').matches);
