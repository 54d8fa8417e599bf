import {
  PAPER_WORDING,
  presentedTranscript,
  PRESENTATIONS,
  wordingSha256,
  type FailedStep,
  type Presentation,
  type PresentationName,
  type Transcript,
  type Wording,
} from '../transcript/index.ts';
import type { ProbeItem } from './item.ts';

/** The core of the paper, in its order. `pre` is the transcript before the failure and the base of every comparison. */
export const CORE_CONDITIONS = ['pre', 'fail', 'succ', 'neut', 'abstract'] as const;
/** The paper's manipulations and controls, in its order. */
export const EXTENDED_CONDITIONS = [
  'neut_pad',
  'fail_echo',
  'fail_terse',
  'fail_verbose',
  'fail_instr',
  'fail_k2',
  'fail_k3',
  'fail_early',
  'fail_other',
  'abstract_min',
] as const;
/** Published names (measurement §1), all of them. */
export const CONDITIONS = [...CORE_CONDITIONS, ...EXTENDED_CONDITIONS] as const;
export type ConditionName = (typeof CONDITIONS)[number];
/** What a first look asks: enough for G, copy and sem. */
export const FIRST_CONDITIONS = ['pre', 'fail', 'succ', 'neut'] as const satisfies readonly ConditionName[];

const SHOWN: Readonly<Record<ConditionName, PresentationName>> = {
  pre: 'none',
  fail: 'error',
  succ: 'success',
  neut: 'neutral',
  abstract: 'description',
  neut_pad: 'padded',
  fail_echo: 'quoting',
  fail_terse: 'terse',
  fail_verbose: 'verbose',
  fail_instr: 'instructed',
  fail_k2: 'twice',
  fail_k3: 'thrice',
  fail_early: 'early',
  fail_other: 'other',
  abstract_min: 'marker',
};

/** How the condition shows the failed step. */
export const presentationOf = (condition: ConditionName): Presentation => PRESENTATIONS[SHOWN[condition]];

/** The texts of a run that do not stand in its items. */
export interface Showing {
  readonly wording: Wording;
  /** By item_id, the neutral text padded to the length of the error: it depends on the checkpoint (padded-neutral.ts). */
  readonly padded: ReadonlyMap<string, string>;
}

/** The paper's forms, without `neut_pad`. */
export const PAPER_SHOWING: Showing = { wording: PAPER_WORDING, padded: new Map() };

/** Conditions that not every item can be asked under: see whyNotUnder. */
type LimitedCondition = 'neut_pad' | 'fail_other';

/**
 * What the model reads under a condition, before it writes its next turn. Null where whyNotUnder has a reason, and for
 * a wording that asks for a text the step does not have.
 */
export function underCondition(
  item: ProbeItem,
  condition: Exclude<ConditionName, LimitedCondition>,
): Transcript;
export function underCondition(
  item: ProbeItem,
  condition: ConditionName,
  showing?: Showing,
): Transcript | null;
export function underCondition(
  item: ProbeItem,
  condition: ConditionName,
  showing: Showing = PAPER_SHOWING,
): Transcript | null {
  return presentedTranscript(
    {
      systemPrompt: item.system_prompt,
      documentation: item.meta.documentation ?? null,
      goal: item.goal,
    },
    [
      ...item.prefix_actions.map((call, index) => ({
        outcome: 'worked' as const,
        step: { call, observation: item.prefix_observations[index] ?? '' },
      })),
      { outcome: 'failed', step: failedStepOf(item, showing.padded.get(item.item_id)) },
    ],
    presentationOf(condition),
    showing.wording,
  );
}

/** Why the item cannot be asked under the condition, as half a sentence; null when it can. */
export function whyNotUnder(
  item: ProbeItem,
  condition: ConditionName,
  padded: Showing['padded'],
): string | null {
  if (condition === 'fail_other' && item.distractors.length === 0) return 'the item has no other wrong call';
  if (condition === 'neut_pad' && !padded.has(item.item_id))
    return 'its neutral text was not padded for this checkpoint';
  return null;
}

/**
 * Without an earlier step, the failure stands first anyway: `fail_early` then is `fail`, and its difference to `fail`
 * is zero by construction. Such items dilute the mean (measurement §8.4).
 */
export const isFailByConstruction = (item: ProbeItem, condition: ConditionName): boolean =>
  condition === 'fail' || (condition === 'fail_early' && item.prefix_actions.length === 0);

/** The texts decide nothing here that the paper's forms would not: only then may a published value stand beside. */
export const isPaperForm = (condition: ConditionName, wording: Wording): boolean =>
  wordingSha256(SHOWN[condition], wording) === null;

/**
 * The name a condition has in rows: its own, and with other texts than the paper's the first 12 digits of their hash
 * after it (`neut@1f3a…`), so that nobody takes them for the published condition.
 */
export function rowConditionOf(condition: ConditionName, wording: Wording): string {
  const hash = wordingSha256(SHOWN[condition], wording);
  return hash === null ? condition : `${condition}@${hash.slice(0, 12)}`;
}

/** The failed step of an item, with all its texts. */
export function failedStepOf(item: ProbeItem, padded?: string): FailedStep {
  const [other] = item.distractors;
  return {
    call: item.failed_action,
    error: item.obs_fail,
    tool: item.tool,
    errorKind: item.error_type,
    attempt: 1,
    neutral: item.obs_neutral,
    success: item.obs_success,
    terse: item.obs_fail_terse,
    verbose: item.obs_fail_verbose,
    quoting: item.obs_fail_echo,
    ...(padded === undefined ? {} : { padded }),
    ...(other === undefined
      ? {}
      : {
          other: {
            call: other,
            // The paper's rule for a call that would have worked (measurement §1).
            error: item.obs_fail_other === '' ? item.obs_fail : item.obs_fail_other,
            tool: toolOf(other, item),
          },
        }),
  };
}

/** The word that a call begins with, in items whose failed call is known to begin with its tool. */
const toolOf = (call: string, item: ProbeItem): string | null =>
  item.tool !== null && item.failed_action.startsWith(item.tool)
    ? (/^\w+/u.exec(call)?.[0] ?? item.tool)
    : item.tool;
