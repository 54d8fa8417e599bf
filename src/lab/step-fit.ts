import type { StepFitting } from '../../workers/engine-door.ts';
import {
  stepContexts,
  withSystemPrompt,
  type AskedStep,
  type CutSize,
  type FittedStep,
  type StepContexts,
} from '../pasted-step/index.ts';
import type { LabError } from '../records/index.ts';
import { SYSTEM_PROMPT } from '../toolshed/index.ts';
import { cutStep, OWN_TEXTS, type ChosenStep, type CutSettings } from '../transcript/index.ts';
import type { EngineClient } from './engine-client.ts';
import { toLabError } from './lab-fault.ts';

/** What a first look keeps at most: about twenty seconds of reading for a 135M model on two threads. */
export const FIRST_LOOK_TOKENS = 4_000;

/** A step as the checkpoint is shown it. */
export interface FittedLook {
  readonly fitting: StepFitting;
  readonly contexts: StepContexts;
  /** Why there is no neutral text, where there is none. */
  readonly unpadded: LabError | null;
}

/** Fits a step to the loaded checkpoint, without its later tries. Rejects with LabFault. */
export async function fitToCheckpoint(client: EngineClient, asked: AskedStep): Promise<FittedLook> {
  const fitting = await client.fitStep({
    step: withSystemPrompt(asked.step),
    cut: asked.cut,
    budgetTokens: FIRST_LOOK_TOKENS,
  });
  const bare = fittedAs(asked, fitting.settings, fitting.callTokens);
  const { call, error } = bare.step;
  let neutral: string | null = null;
  let unpadded: LabError | null = null;
  try {
    neutral = await client.padText({ call, neutral: OWN_TEXTS[0]?.wording.neutral ?? '', error });
  } catch (thrown) {
    if (client.ended) throw thrown;
    unpadded = toLabError(thrown, 'padding a neutral text');
  }
  return { fitting, contexts: stepContexts({ ...bare, neutral }), unpadded };
}

/** The step under a cut, without what only a tokenizer knows. */
export const fittedAs = (asked: AskedStep, cut: CutSettings, callTokens: number): FittedStep => ({
  step: cutStep(withSystemPrompt(asked.step), cut).step,
  right: asked.right,
  tools: asked.tools,
  attempts: [],
  neutral: null,
  callTokens,
});

/** The later tries, each under the wanted cut or the one that fits it; what does not fit is told and left out. */
export async function fittedAttempts(
  client: EngineClient,
  { attempts, cut }: AskedStep,
  onRefused: (attempt: number, error: LabError) => void,
): Promise<readonly ChosenStep[]> {
  const fitted: ChosenStep[] = [];
  for (const attempt of attempts) {
    const step = withSystemPrompt(attempt);
    try {
      const { settings } = await client.fitStep({ step, cut, budgetTokens: FIRST_LOOK_TOKENS });
      fitted.push(cutStep(step, settings).step);
    } catch (thrown) {
      if (client.ended) throw thrown;
      onRefused(attempt.attempt, toLabError(thrown, 'fitting a later try'));
    }
  }
  return fitted;
}

/** The step at half and at double the size that is looked at, as far as there are such sizes. */
export async function otherSizes(
  client: EngineClient,
  asked: AskedStep,
  { keptTokens, callTokens }: StepFitting,
): Promise<readonly { readonly cut: CutSize; readonly contexts: StepContexts }[]> {
  const sizes: { cut: CutSize; contexts: StepContexts }[] = [];
  for (const [size, tokens] of [
    ['half', Math.floor(keptTokens / 2)],
    ['double', 2 * keptTokens],
  ] as const) {
    const fitting = await client
      .fitStep({ step: withSystemPrompt(asked.step), cut: null, budgetTokens: tokens + callTokens })
      .catch((thrown: unknown) => {
        // Nothing of half the size is short enough: then there is no such size.
        if (client.ended) throw thrown;
        return null;
      });
    if (fitting === null || fitting.keptTokens === keptTokens) continue;
    if (fitting.keptTokens < keptTokens !== (size === 'half')) continue;
    const cut = { size, settings: fitting.settings, keptTokens: fitting.keptTokens };
    sizes.push({ cut, contexts: stepContexts(fittedAs(asked, fitting.settings, callTokens)) });
  }
  return sizes;
}

/** Where a log is from, as a checkpoint's scope asks: rollouts of the simulated office can be pasted, too. */
export function environmentOf({ before }: ChosenStep): 'toolshed' | 'pasted text' {
  const [first] = before;
  const isToolShed = first?.role === 'system' && first.content.startsWith(SYSTEM_PROMPT.trimEnd());
  return isToolShed ? 'toolshed' : 'pasted text';
}
