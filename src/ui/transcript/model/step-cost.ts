import type { StepPart } from '../../../lab/index.ts';
import type { AskedStep } from '../../../pasted-step/index.ts';
import { shownWays } from '../../../transcript/index.ts';

/** English, code and JSON in the tokenizers of the small models. */
const CHARACTERS_PER_TOKEN = 3.4;
/** Names of roles and the signs around a message. */
const FRAME_TOKENS = 6;
/** A token that is written costs as much as so many that are read: few are written side by side. */
const WRITING_WEIGHT = 3.5;
/** The likeliest turn and eight samples. */
const TURNS_PER_WAY = 9;
/** Ways that change what stands early have most of the context read anew: the instruction first, the error first. */
const EARLY_WAYS = ['instructed-before', 'early'] as const;
/** Two further sizes: half of the context, and twice as much. */
const OTHER_SIZES = 2.5;

const tokensOf = (text: string): number => Math.ceil(text.length / CHARACTERS_PER_TOKEN);

const contextTokens = (step: AskedStep['step']): number =>
  step.before.reduce((sum, { content }) => sum + tokensOf(content) + FRAME_TOKENS, 0);

/**
 * Tokens that a part has computed, as far as can be reckoned before: what several contexts begin with is computed once,
 * and what is written counts for more than what is read. `keptTokens`: of the context after the cut; null: not known yet.
 */
export function guessedStepTokens(
  part: StepPart,
  { step, attempts }: AskedStep,
  keptTokens: number | null,
): number {
  const call = tokensOf(step.call) + FRAME_TOKENS;
  const shown = call + tokensOf(step.error) + FRAME_TOKENS;
  const context = keptTokens ?? contextTokens(step) + shown;
  if (typeof part === 'object') {
    const words = step.before[part.words]?.content ?? step.error;
    return context + (tokensOf(words) / 1.4) * call;
  }
  switch (part) {
    case 'view':
      return context + 4 * (shown + call) + 2 * WRITING_WEIGHT * call;
    case 'attempts': {
      const last = attempts.at(-1);
      return (
        (last === undefined ? context : Math.max(context, contextTokens(last))) +
        attempts.length * 2 * (shown + call)
      );
    }
    case 'messages':
      return context + (step.before.length + 3) * call;
    case 'ways': {
      const ways = shownWays(step);
      const again = ways.filter(({ way }) => EARLY_WAYS.some((early) => early === way)).length;
      return (1 + again) * context + ways.length * (2 * shown + TURNS_PER_WAY * WRITING_WEIGHT * call);
    }
    case 'cuts': {
      const ways = shownWays(step);
      const again = ways.filter(({ way }) => EARLY_WAYS.some((early) => early === way)).length;
      return OTHER_SIZES * ((1 + again) * context + ways.length * 2 * shown);
    }
  }
}
