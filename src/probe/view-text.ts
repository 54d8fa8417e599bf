import { SCALES, type Scale } from './scale.ts';
import { PAPER_VIEW, type View, type ViewLabel } from './view.ts';

const LABELS = ['operator', 'error', 'depth', 'template', 'novelty'] as const satisfies readonly ViewLabel[];

/**
 * A view as it stands in a link: `median;per-token;operator:arg_typo,tool_typo;tasks:toolshed-0002;worst:3`. What is as
 * in the paper is left out; null: all of it is.
 */
export function textOfView(view: View): string | null {
  const parts = [
    view.statistic === PAPER_VIEW.statistic ? null : view.statistic,
    view.scale === PAPER_VIEW.scale ? null : view.scale,
    ...LABELS.map((label) => {
      const values = view.only[label];
      return values === undefined ? null : `${label}:${values.join(',')}`;
    }),
    view.withoutTasks.length === 0 ? null : `tasks:${view.withoutTasks.join(',')}`,
    view.withoutWorst === 0 ? null : `worst:${view.withoutWorst}`,
  ].filter((part) => part !== null);
  return parts.length === 0 ? null : parts.join(';');
}

export interface ReadView {
  readonly view: View;
  /** Parts that mean nothing here, and were passed over. */
  readonly unknown: readonly string[];
  /** Parts about what an earlier part has said already, and were passed over too: the first counts. */
  readonly repeated: readonly string[];
}

/** Reads it as far as it goes. */
export function viewOfText(text: string | null): ReadView {
  let view = PAPER_VIEW;
  const said = new Set<string>();
  const unknown: string[] = [];
  const repeated: string[] = [];
  for (const part of (text ?? '').split(';').filter((one) => one !== '')) {
    const read = readPart(part);
    if (read === null) unknown.push(part);
    else if (said.has(read.about)) repeated.push(part);
    else {
      said.add(read.about);
      view = read.on(view);
    }
  }
  return { view, unknown, repeated };
}

/** What a part of the text says something about, and a view that follows it. */
interface ReadPart {
  readonly about: string;
  readonly on: (view: View) => View;
}

/** No set has more cases than that. */
const COUNT = /^\d{1,9}$/;

function readPart(part: string): ReadPart | null {
  const colon = part.indexOf(':');
  if (colon < 0) {
    if (part === 'mean' || part === 'median')
      return { about: 'statistic', on: (view) => ({ ...view, statistic: part }) };
    return isScale(part) ? { about: 'scale', on: (view) => ({ ...view, scale: part }) } : null;
  }
  const name = part.slice(0, colon);
  const text = part.slice(colon + 1);
  if (name === 'worst')
    return COUNT.test(text) ? { about: name, on: (view) => ({ ...view, withoutWorst: Number(text) }) } : null;
  const values = text.split(',').filter((value) => value !== '');
  if (name === 'tasks') return { about: name, on: (view) => ({ ...view, withoutTasks: values }) };
  return isLabel(name)
    ? { about: name, on: (view) => ({ ...view, only: { ...view.only, [name]: values } }) }
    : null;
}

const isScale = (text: string): text is Scale => SCALES.some((scale) => scale === text);
const isLabel = (text: string): text is ViewLabel => LABELS.some((label) => label === text);
