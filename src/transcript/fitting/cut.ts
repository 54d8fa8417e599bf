import type { ChosenStep } from './chosen-step.ts';
import type { SaidTurn } from './said-turns.ts';

/** What of a long log a small model is shown. Always a proposal: the page shows it and lets it be changed. */
export interface CutSettings {
  /** Messages before the failed step that are kept besides system prompt and goal; null: all. */
  readonly lastMessages: number | null;
  /** Of the system prompt: all, or its beginning and what it says of the tool that failed. */
  readonly system: 'whole' | 'this-tool';
  /** A longer message loses its middle, visibly; null: none does. */
  readonly mostCharacters: number | null;
}

export const NO_CUT: CutSettings = { lastMessages: null, system: 'whole', mostCharacters: null };

/** A step after the cut, and what was left out. */
export interface CutStep {
  readonly step: ChosenStep;
  /** Whole messages that are gone. */
  readonly leftMessages: number;
  /** Characters that are gone, those of whole messages among them. */
  readonly leftCharacters: number;
}

/** Of a system prompt of which only one tool is kept. */
const BEGINNING_CHARACTERS = 400;

/** The step with less before it. The call is never cut: it is what is scored. */
export function cutStep(step: ChosenStep, settings: CutSettings): CutStep {
  const { lastMessages, mostCharacters } = settings;
  const goal = step.before.findIndex(({ role }) => role === 'user');
  const isOpening = (index: number): boolean => step.before[index]?.role === 'system' || index === goal;
  const others = step.before.map((_, index) => index).filter((index) => !isOpening(index));
  const kept = new Set(
    lastMessages === null ? others : others.slice(Math.max(0, others.length - lastMessages)),
  );
  const before = step.before.flatMap((said, index) => {
    if (!isOpening(index) && !kept.has(index)) return [];
    const content =
      said.role === 'system' && settings.system === 'this-tool'
        ? aboutTool(said.content, step.tool)
        : shortened(said.content, mostCharacters);
    return [{ ...said, content }];
  });
  const error = shortened(step.error, mostCharacters);
  const characters = (messages: readonly SaidTurn[], last: string): number =>
    messages.reduce((sum, { content }) => sum + content.length, last.length);
  return {
    step: { ...step, before, error },
    leftMessages: step.before.length - before.length,
    leftCharacters: Math.max(0, characters(step.before, step.error) - characters(before, error)),
  };
}

/** From the whole log down, the first cuts that are tried when it does not fit. */
const MOST_CHARACTERS = [null, 4000, 2000, 1000, 500] as const;

/**
 * The mildest cut that fits: first the system prompt is kept to the tool that failed, then messages of the middle go,
 * the oldest first, then long messages lose their middles. `fits` says whether a step, so cut, is short enough for the
 * checkpoint. Null: nothing is short enough.
 */
export function proposedCut(step: ChosenStep, fits: (cut: ChosenStep) => boolean): CutSettings | null {
  const holds = (settings: CutSettings): boolean => fits(cutStep(step, settings).step);
  if (holds(NO_CUT)) return NO_CUT;
  for (const fewest of [FEWEST_MESSAGES, 0]) {
    for (const mostCharacters of MOST_CHARACTERS) {
      for (const system of ['whole', 'this-tool'] as const) {
        const settings: CutSettings = { lastMessages: null, system, mostCharacters };
        if (holds(settings)) return settings;
        const most = mostThatFit(fewest, step.before.length, (lastMessages) =>
          holds({ ...settings, lastMessages }),
        );
        if (most !== null) return { ...settings, lastMessages: most };
      }
    }
  }
  return null;
}

/** A step without what led to it is a poor witness: shorter messages are tried before fewer than this. */
const FEWEST_MESSAGES = 2;

/** The largest number from `fewest` up that fits, where a smaller one fits whenever a larger one does. */
function mostThatFit(fewest: number, all: number, fits: (count: number) => boolean): number | null {
  if (!fits(fewest)) return null;
  let low = fewest;
  let high = Math.max(fewest, all);
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (fits(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The beginning, and every paragraph that names the tool. */
function aboutTool(system: string, tool: string | null): string {
  if (system.length <= BEGINNING_CHARACTERS) return system;
  const beginning = system.slice(0, BEGINNING_CHARACTERS).replace(/[\uD800-\uDBFF]$/u, '');
  const paragraphs = system
    .slice(beginning.length)
    .split(/\n\s*\n/u)
    .filter((paragraph) => tool !== null && paragraph.includes(tool));
  const cut = [beginning, ...paragraphs].join('\n[…]\n');
  return cut.length < system.length ? `${cut}\n[…]` : system;
}

/** The middle of a long text gives way to a mark that says how much is missing. */
function shortened(text: string, mostCharacters: number | null): string {
  if (mostCharacters === null || text.length <= mostCharacters) return text;
  const half = Math.floor(mostCharacters / 2);
  const begin = text.slice(0, half).replace(/[\uD800-\uDBFF]$/u, '');
  const end = text.slice(text.length - half).replace(/^[\uDC00-\uDFFF]/u, '');
  const cut = `${begin}\n[… ${text.length - begin.length - end.length} characters left out …]\n${end}`;
  return cut.length < text.length ? cut : text;
}
