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
}

/** Reads it as far as it goes. */
export function viewOfText(text: string | null): ReadView {
  let view = PAPER_VIEW;
  const unknown: string[] = [];
  for (const part of (text ?? '').split(';').filter((one) => one !== '')) {
    const next = withPart(view, part);
    if (next === null) unknown.push(part);
    else view = next;
  }
  return { view, unknown };
}

function withPart(view: View, part: string): View | null {
  const colon = part.indexOf(':');
  if (colon < 0) {
    if (part === 'mean' || part === 'median') return { ...view, statistic: part };
    return isScale(part) ? { ...view, scale: part } : null;
  }
  const name = part.slice(0, colon);
  const values = part
    .slice(colon + 1)
    .split(',')
    .filter((value) => value !== '');
  if (name === 'tasks') return { ...view, withoutTasks: values };
  if (name === 'worst') {
    const count = Number(values[0]);
    return Number.isInteger(count) && count >= 0 ? { ...view, withoutWorst: count } : null;
  }
  return isLabel(name) ? { ...view, only: { ...view.only, [name]: values } } : null;
}

const isScale = (text: string): text is Scale => SCALES.some((scale) => scale === text);
const isLabel = (text: string): text is ViewLabel => LABELS.some((label) => label === text);
