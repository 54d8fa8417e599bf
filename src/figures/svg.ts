import { band } from './band.ts';
import type { FigureSpec, LegendEntry, Mark, Role, TextMark } from './figure-spec.ts';
import { bar, hollow, label, rule, textWidth, wrapped } from './marks.ts';
import type { Theme } from './theme.ts';

const MARGIN = 16;
const FAMILIES = { sans: 'Inter, system-ui, sans-serif', mono: '"JetBrains Mono", ui-monospace, monospace' };

/**
 * The figure as one self-contained SVG text: heading, drawing, legend, how it is computed and where it comes from,
 * for a title and a description to be read aloud. `source` is the line at its foot.
 */
export function figureToSvg(spec: FigureSpec, theme: Theme, source: string): string {
  const inner = Math.max(spec.width, 240);
  const heading = lines(spec.heading, MARGIN + 14, inner, { sizePx: 16, weight: 600, role: 'ink' });
  const title = lines(spec.title, heading.bottom + 6, inner, { sizePx: 13, role: 'soft' });
  const drawingTop = title.bottom;
  const legend = legendMarks(spec.legend, drawingTop + spec.height + 14, inner);
  const caption = lines(spec.caption, legend.bottom + 24, inner, { sizePx: 11.5, role: 'soft' });
  const foot = lines(source, caption.bottom + 8, inner, { sizePx: 11.5, role: 'soft' });
  const width = inner + 2 * MARGIN;
  const height = foot.bottom + MARGIN - 8;
  const [titleId, descriptionId] = [`${spec.id}-title`, `${spec.id}-description`];
  const draw = (marks: readonly Mark[]): string => marks.map((mark) => markToSvg(mark, theme)).join('');
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${round(width)}" height="${round(height)}" viewBox="0 0 ${round(width)} ${round(height)}" role="img" aria-labelledby="${titleId} ${descriptionId}">` +
    `<title id="${titleId}">${escaped(spec.heading)}</title><desc id="${descriptionId}">${escaped(spec.description)}</desc>` +
    `<rect width="100%" height="100%" fill="${theme.panel}"/>` +
    `<g transform="translate(${MARGIN},0)">${draw([...heading.marks, ...title.marks])}` +
    `<g transform="translate(0,${round(drawingTop)})">${draw(spec.marks)}</g>` +
    `${draw([...legend.marks, ...caption.marks, ...foot.marks])}</g></svg>\n`
  );
}

type Style = Partial<Pick<TextMark, 'role' | 'sizePx' | 'weight'>> & { readonly sizePx: number };

function lines(
  text: string,
  top: number,
  width: number,
  style: Style,
): { marks: readonly Mark[]; bottom: number } {
  const step = style.sizePx * 1.4;
  const broken = wrapped(text, width, style.sizePx, style.weight);
  const marks = broken.map((line, index) => label(0, top + step * index, line, style));
  return { marks, bottom: top + step * broken.length };
}

const LEGEND_PX = 12;

function legendMarks(
  entries: readonly LegendEntry[],
  top: number,
  width: number,
): { marks: readonly Mark[]; bottom: number } {
  const marks: Mark[] = [];
  let x = 0;
  let y = top;
  for (const entry of entries) {
    const broken = wrapped(entry.text, width - 18, LEGEND_PX);
    const entryWidth = 18 + Math.max(...broken.map((line) => textWidth(line, LEGEND_PX))) + 18;
    if (x > 0 && x + entryWidth > width) {
      x = 0;
      y += 20;
    }
    marks.push(
      ...swatch(entry, x + 6, y - 4),
      ...broken.map((line, at) => label(x + 18, y + 16 * at, line, { sizePx: LEGEND_PX })),
    );
    // What follows a text of several lines begins a row of its own.
    x = broken.length > 1 ? width : x + entryWidth;
    y += 16 * (broken.length - 1);
  }
  return { marks, bottom: y };
}

/** A small piece of what the entry speaks of. */
function swatch({ shape, role, look }: LegendEntry, x: number, y: number): readonly Mark[] {
  if (look === 'line') return [rule(x - 6, y, x + 6, y, role, 2)];
  if (look === 'band') return [...band(x - 5, x + 5, y, 5, role), rule(x, y - 5, x, y + 5, role, 2)];
  if (shape === null) return [{ ...bar(x - 5, x + 5, y - 5, 10, role), radius: 2 }];
  const outline = hollow(shape, x, y, 4.5);
  return [{ ...outline, stroke: role, ...(look === 'hollow' ? {} : { fill: role, strokeWidth: 1 }) }];
}

function markToSvg(mark: Mark, theme: Theme): string {
  const colour = (role: Role): string => theme[role];
  const title = mark.label === undefined ? '' : `<title>${escaped(mark.label)}</title>`;
  switch (mark.kind) {
    case 'rule': {
      const dashes = mark.dashes === undefined ? '' : ` stroke-dasharray="${mark.dashes}"`;
      return `<line x1="${round(mark.x1)}" y1="${round(mark.y1)}" x2="${round(mark.x2)}" y2="${round(mark.y2)}" stroke="${colour(mark.role)}" stroke-width="${mark.strokeWidth}"${dashes}>${title}</line>`;
    }
    case 'symbol':
      return `<path d="${mark.path}" transform="translate(${round(mark.x)},${round(mark.y)})" fill="${colour(mark.fill)}" fill-opacity="${mark.fillOpacity}" stroke="${colour(mark.stroke)}" stroke-width="${mark.strokeWidth}">${title}</path>`;
    case 'rect':
      return `<rect x="${round(mark.x)}" y="${round(mark.y)}" width="${round(mark.width)}" height="${round(mark.height)}" rx="${mark.radius}" fill="${colour(mark.fill)}" fill-opacity="${mark.fillOpacity}">${title}</rect>`;
    case 'text': {
      const place = `x="${round(mark.x)}" y="${round(mark.y)}"`;
      const turn = mark.isTurned === true ? ` transform="rotate(-90 ${round(mark.x)} ${round(mark.y)})"` : '';
      return `<text ${place}${turn} text-anchor="${mark.anchor}" fill="${colour(mark.role)}" font-family="${escaped(FAMILIES[mark.family])}" font-size="${mark.sizePx}" font-weight="${mark.weight}" xml:space="preserve">${escaped(mark.text)}</text>`;
    }
  }
}

/** Three decimals: enough for any screen, and a picture that can be compared. */
const round = (value: number): number => Math.round(value * 1000) / 1000;

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Text for XML 1.0: markup escaped; what no XML file may hold (controls, half characters) becomes U+FFFD. */
const escaped = (text: string): string =>
  text
    // eslint-disable-next-line no-control-regex -- these are what has to go
    .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu, '\ufffd')
    .replaceAll(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign);
