import type { Detected, DraftRun } from '../draft.ts';
import type { TextFormat } from '../format.ts';
import type { SkippedPart } from '../normal-form.ts';
import { colourBreaksOf } from './colour-breaks.ts';
import { hasChainMark, reactSegments, type ReactSegment } from './react-labels.ts';
import { lectured } from './react-lecture.ts';
import { reactRuns } from './react-runs.ts';
import { reactDraft } from './react-turns.ts';

/** `Thought:`, `Action:`, `Action Input:`, `Observation:` at the beginnings of lines. */
export const REACT_TEXT: TextFormat = {
  id: 'react-text',
  name: 'Thought / Action / Observation, as LangChain and many loops of one’s own print it',
  seenIn: 'prints of the LangChain AgentExecutor in issues and notebooks',
  detect: (source): Detected | null => {
    const { text } = source;
    if (!/action/i.test(text)) return null;
    const { segments, prompt } = withoutLectures(text, reactSegments(text));
    const count = (label: ReactSegment['label']): number =>
      segments.filter((segment) => segment.label === label).length;
    const actions = count('action');
    const others = count('observation') + count('input');
    if (actions === 0 || others === 0) return null;
    const breaks = colourBreaksOf(source);
    const runs = reactRuns(segments, text.length);
    return {
      variant: hasChainMark(text) ? 'printed by LangChain' : null,
      why: `${actions} ${actions === 1 ? 'line begins' : 'lines begin'} with “Action:”, ${others} with “Action Input:” or “Observation:”.`,
      runs: runs.map((run, at): DraftRun => ({
        label: `${at + 1}: ${labelOf(text, run.segments)}`,
        span: run.span,
        read: () => {
          const draft = reactDraft(text, run, breaks);
          const others = runs.flatMap(({ span }, other): SkippedPart[] =>
            other === at ? [] : [{ what: 'another run', span }],
          );
          return { ...draft, skipped: [...draft.skipped, ...prompt, ...others] };
        },
      })),
    };
  },
};

/**
 * An explanation of the form is part of the prompt and no turn; what stands before it is prompt, too. In the midst of a
 * result it is what a harness answered, and stays there.
 */
function withoutLectures(
  text: string,
  segments: readonly ReactSegment[],
): { readonly segments: readonly ReactSegment[]; readonly prompt: readonly SkippedPart[] } {
  const isLecture = lectured(text, segments);
  const kept: ReactSegment[] = [];
  const prompt: SkippedPart[] = [];
  for (const [at, segment] of segments.entries()) {
    const last = kept.at(-1);
    if (isLecture[at] !== true) kept.push(segment);
    else if (last?.label === 'observation') {
      const { whole, content } = last;
      const { end } = segment.whole;
      kept[kept.length - 1] = { ...last, whole: { ...whole, end }, content: { ...content, end } };
    } else {
      if (last?.label === 'words') {
        kept.pop();
        prompt.push({ what: 'prompt that explains the form', span: last.whole });
      }
      prompt.push({ what: 'prompt that explains the form', span: segment.whole });
    }
  }
  return { segments: kept, prompt };
}

function labelOf(text: string, segments: readonly ReactSegment[]): string {
  const told =
    segments.find(({ label }) => label === 'question') ?? segments.find(({ label }) => label === 'action');
  const words = told === undefined ? '' : text.slice(told.content.start, told.content.end).trim();
  return (words.split(/[\r\n]/, 1)[0] ?? '').slice(0, 80);
}
