import { fail, ok, type Result } from '../src/records/index.ts';
import {
  cutStep,
  proposedCut,
  shownAs,
  type ChosenStep,
  type CutSettings,
  type Message,
} from '../src/transcript/index.ts';
import type { FitRequest, StepFitting } from './engine-door.ts';

/** What fitting needs of a tokenizer. */
interface TokenCounting {
  encodeContext(
    messages: readonly Message[],
    parts: readonly never[],
  ): Result<{ readonly ids: readonly number[] }>;
  encodeCandidate(text: string): Result<readonly number[]>;
}

/** Of the window, for what other ways of showing the failure add, and for the turn that is written. */
const KEPT_FREE_TOKENS = 512;
/** No log has so long tokens throughout: what has more characters is not encoded to learn that it does not fit. */
const MOST_CHARACTERS_A_TOKEN = 16;
/** Longer logs are not encoded whole, only to say how long they are. */
const COUNTED_CHARACTERS = 500_000;

const NOTHING_CUT: CutSettings = { lastMessages: null, system: 'whole', mostCharacters: null };

/** The wanted cut, or the mildest that the budget and the window allow, with what it keeps. */
export function fitStep(
  tokenizer: TokenCounting,
  { step, cut, budgetTokens }: FitRequest,
  windowTokens: number,
): Result<StepFitting> {
  if (!(Number.isInteger(budgetTokens) && budgetTokens >= 1)) return fail(BUDGET_INVALID(budgetTokens));
  const call = tokenizer.encodeCandidate(step.call);
  if (!call.ok) return call;
  const callTokens = call.value.length;
  const contextTokens = (one: ChosenStep): Result<number> => {
    const encoded = tokenizer.encodeContext(messagesOf(one), []);
    return encoded.ok ? ok(encoded.value.ids.length) : encoded;
  };
  const most = Math.min(budgetTokens, windowTokens - KEPT_FREE_TOKENS) - callTokens;
  // Where the template refuses the log, that is said instead of a cut: a shorter one would be refused as well.
  let refused: Result<never> | null = null;
  const settings =
    cut ??
    proposedCut(step, (one) => {
      if (charactersOf(one) > MOST_CHARACTERS_A_TOKEN * Math.max(0, most)) return false;
      const tokens = contextTokens(one);
      if (!tokens.ok) refused ??= tokens;
      return tokens.ok && tokens.value <= most;
    });
  if (refused !== null) return refused;
  if (settings === null) return fail(TOO_LONG(most + callTokens, callTokens));
  const keptStep = cutStep(step, settings).step;
  const kept = contextTokens(keptStep);
  if (!kept.ok) return kept;
  const isAllReckoned = charactersOf(step) > COUNTED_CHARACTERS;
  const whole = isAllReckoned
    ? ok(Math.round((kept.value * charactersOf(step)) / Math.max(1, charactersOf(keptStep))))
    : contextTokens(cutStep(step, NOTHING_CUT).step);
  if (!whole.ok) return whole;
  return ok({
    settings,
    keptTokens: kept.value,
    allTokens: whole.value,
    isAllReckoned,
    callTokens,
    windowTokens,
  });
}

const messagesOf = (step: ChosenStep): readonly Message[] => shownAs(step, 'error', 0)?.messages ?? [];

const charactersOf = ({ before, call, error }: ChosenStep): number =>
  before.reduce((sum, { content }) => sum + content.length, call.length + error.length);

const BUDGET_INVALID = (budgetTokens: number) => ({
  kind: 'budget-invalid',
  happened: 'The most tokens a step may keep must be a whole number of at least 1.',
  stillWorks: 'The cut that was used before.',
  cure: 'Give a number such as 4000.',
  details: `budgetTokens = ${String(budgetTokens)}`,
});

const TOO_LONG = (mostTokens: number, callTokens: number) => ({
  kind: 'step-too-long',
  happened: `The step does not fit into ${mostTokens} tokens, however much of the log before it is left out.`,
  stillWorks: 'What the log itself shows, and other steps of it.',
  cure: 'Choose a step with a shorter call, or allow more tokens where the checkpoint’s window is larger.',
  details: `the call alone has ${callTokens} tokens`,
});
