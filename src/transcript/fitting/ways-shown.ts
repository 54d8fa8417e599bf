import { callSaid, noteSaid, type Said, type SayResult } from '../said.ts';
import { PRESENTATIONS, type PresentationName } from '../presentations.ts';
import { transcriptOf, type Transcript } from '../transcript.ts';
import { CALL_STYLES } from './call-style.ts';
import type { ChosenStep } from './chosen-step.ts';
import { failedStepOf, OWN_TEXTS } from './failed-texts.ts';

/** Ways to show a failure that an agent's program can really use; what is compared for a log. */
export const WAYS = [
  'error',
  'terse',
  'verbose',
  'quoting',
  'description',
  'instructed',
  'instructed-before',
  'early',
] as const;
/** They bring back the state in which the agent made the call, or say nothing: for comparison, never advised. */
export const FOR_COMPARISON = ['none', 'marker', 'neutral'] as const;
export type WayName = (typeof WAYS)[number] | (typeof FOR_COMPARISON)[number];

export const isAdvisable = (way: WayName): boolean => WAYS.some((name) => name === way);

/** A context in which the failed step is shown in one way. */
export interface ShownWay {
  readonly way: WayName;
  /** Index into OWN_TEXTS; 0 where nothing in it is ours to word. */
  readonly wording: number;
  readonly transcript: Transcript;
}

/** Ways whose texts are all the log's own: another wording of ours would be the same context. */
const WITHOUT_OWN_TEXT: readonly WayName[] = ['error', 'terse', 'early', 'none'];

/** The failed step shown in every way, each in all wordings that differ. */
export function shownWays(step: ChosenStep, kept: readonly Said[] = step.before): readonly ShownWay[] {
  return [...WAYS, ...FOR_COMPARISON].flatMap((way) =>
    OWN_TEXTS.flatMap((_, wording) => {
      if (wording > 0 && WITHOUT_OWN_TEXT.includes(way)) return [];
      const transcript = shownAs(step, way, wording, kept);
      return transcript === null ? [] : [{ way, wording, transcript }];
    }),
  );
}

/** The context with the failed step shown in one way; null where the step lacks a text that the way needs. */
export function shownAs(
  step: ChosenStep,
  way: WayName,
  wording: number,
  kept: readonly Said[] = step.before,
): Transcript | null {
  const own = OWN_TEXTS[wording];
  if (own === undefined) return null;
  const failed = failedStepOf(step, own);
  const presentation =
    PRESENTATIONS[way === 'instructed-before' ? 'error' : (way satisfies PresentationName)];
  const shown = presentation.show(failed, own.wording, sayResultOf(step));
  if (shown === null) return null;
  if (way === 'instructed-before') return transcriptOf(instructed(kept, own.wording.instruction), shown);
  if (presentation.place === 'where-it-happened') return transcriptOf(kept, shown);
  const opening = kept.findIndex(({ role }) => role === 'assistant');
  const first = opening === -1 ? kept.length : opening;
  return transcriptOf(kept.slice(0, first), shown, kept.slice(first));
}

/** The context with another text read in place of the error. */
export function shownWithText(step: ChosenStep, observation: string): Transcript {
  const shown = sayResultOf(step)(observation, 'observation');
  return transcriptOf(step.before, [callSaid(step.call, 'call'), shown]);
}

const sayResultOf = ({ style, tool, label }: ChosenStep): SayResult => {
  const [before, behind] = CALL_STYLES[style].result(tool, label);
  return (result, partName, after = '') => ({
    role: 'user',
    content: before + result + behind + after,
    parts:
      partName === undefined || result === ''
        ? []
        : [{ name: partName, start: before.length, end: before.length + result.length }],
  });
};

/** At the end of the system prompt, or as the first message where there is none. */
function instructed(kept: readonly Said[], instruction: string): readonly Said[] {
  const [first, ...rest] = kept;
  return first?.role === 'system'
    ? [{ ...first, content: `${first.content}\n${instruction}` }, ...rest]
    : [{ ...noteSaid(instruction), role: 'system', parts: [] }, ...kept];
}
