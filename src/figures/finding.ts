import {
  presentationOf,
  type ConditionName,
  type ConditionSummary,
  type ProbeSummary,
} from '../probe/index.ts';
import type { Share } from '../statistics/index.ts';
import { chance } from './chance.ts';
import { conditionLabel, seenUnder } from './condition-style.ts';
import { bracketed, counted, fixed, spoken } from './number-words.ts';
import { SCALE_WORDS, viewWords } from './view-words.ts';

/** Where a run stands, for the words over its figures. */
export interface FindingInput {
  readonly checkpoint: string;
  readonly summary: ProbeSummary;
  /** Cases that were asked for. */
  readonly allCases: number;
  /** Cases that could not be scored before or after, and so are none of the summary's. */
  readonly refusedCases: number;
  /** Scores that could not be computed; left out where all could. */
  readonly refusedScores?: RefusedScores;
  readonly isRunning: boolean;
  /** What the cases and the model are, e.g. scopeOf(…). */
  readonly scope: string;
}

export interface RefusedScores {
  readonly count: number;
  /** Scores that were asked for. */
  readonly all: number;
  /** Conditions that were asked and have no score at all. */
  readonly unscored: readonly ConditionName[];
}

/** What a run has found, in sentences. Null: there is nothing of the kind to say yet. */
export interface Finding {
  /** Names checkpoint, cases, repeats before and after, right calls. Never a gain alone. */
  readonly headline: string;
  /** The failed call's typical chance before and after, as '1 in N'. */
  readonly chances: string | null;
  /** The mean or median gain, with nats explained. */
  readonly gain: string | null;
  /** Where the call is repeated least and most among the ways to show the failure; null for fewer than two ways. */
  readonly ways: string | null;
  /** How the view differs from the paper's; null where it does not. */
  readonly view: string | null;
  /** n so far, what is to come, what could not be scored; and the limits of the claim. */
  readonly scope: string;
  /** All of it as it should be heard. */
  readonly spoken: string;
}

/** The words over the figures (design §6, "What a finding must say"). */
export function findingOf(input: FindingInput): Finding {
  const headline = headlineOf(input);
  const chances = chancesOf(input.summary);
  const gain = gainOf(input.summary);
  const ways = waysOf(input.summary);
  const view = viewWords(input.summary) || null;
  const scope = [progressOf(input), input.scope].filter((sentence) => sentence !== '').join(' ');
  const heard = [headline, chances?.spoken, gain, ways, view, scope].filter((sentence) => sentence != null);
  return {
    headline,
    chances: chances?.text ?? null,
    gain,
    ways,
    view,
    scope,
    spoken: spoken(heard.join(' ')),
  };
}

/** The limits of what is claimed: where the cases come from, and that it is one model. */
export function scopeOf(environments: readonly string[], parameters: number): string {
  const places = new Set(environments);
  const simulated = places.has('toolshed') ? 'simulated office' : null;
  const code = places.has('coderepair') ? 'small Python programs' : null;
  const own = [...places].some((place) => place !== 'toolshed' && place !== 'coderepair')
    ? 'items from outside the lab'
    : null;
  const where = [simulated, code, own].filter((part) => part !== null).join(', ');
  return `Scripted mistakes, ${where === '' ? '' : `${where}, `}one ${parameters < 3e9 ? 'small model' : 'model'}.`;
}

function headlineOf({ checkpoint, summary, isRunning }: FindingInput): string {
  const { cases, gain, repeatsBefore, repeatsAfter, rightCallsAfter, subject, view } = summary;
  if (cases === 0 || gain === null) {
    if (summary.casesLeftOut > 0) return `This view leaves no case of ${checkpoint}.`;
    if (!isRunning && summary.conditions.length > 0)
      return `${checkpoint} has no score yet with ${seenUnder(subject)} in view.`;
    return isRunning ? `${checkpoint} has finished no case yet.` : `${checkpoint} has not been asked yet.`;
  }
  const opening = `Shown ${subject === 'fail' ? 'its mistake and the error' : seenUnder(subject)}, ${checkpoint}`;
  const before = `(before: ${repeatsBefore.k}).`;
  const right = `It would write the right call in ${among(rightCallsAfter)}.`;
  const call =
    view.scale === 'first-diverging-token'
      ? 'the first token in which that same call differs from the right one'
      : 'that same call';
  if (gain.value > 0) {
    const away = call === 'that same call' ? 'that call' : call;
    const it = away === 'that call' ? 'it' : 'the call';
    const again =
      repeatsAfter.k === 0
        ? `it would write ${it} again word for word in none`
        : `it would still write ${it} again word for word in ${among(repeatsAfter)}`;
    return `${opening} moved away from ${away} in ${amongCases(summary.away, cases)}; ${again} ${before} ${right}`;
  }
  const again = `${call === 'that same call' ? 'it' : 'the call'} again word for word in ${repeatsAfter.k === 0 ? 'none' : among(repeatsAfter)}`;
  return summary.toward === 0
    ? `${opening} gave ${call} the same chance as before in ${amongCases(summary.unmoved, cases)}; it would write ${again} ${before} ${right}`
    : `${opening} gave ${call} a higher chance in ${amongCases(summary.toward, cases)}, and would now write ${again} ${before} ${right}`;
}

/** '27 of 62 cases', 'all 62 cases', 'none of 62 cases', 'the one case'. */
function amongCases(k: number, n: number): string {
  if (n === 1) return k === 1 ? 'the one case' : 'none of one case';
  if (k === n) return `all ${fixed(n, 0)} cases`;
  return `${k === 0 ? 'none' : fixed(k, 0)} of ${fixed(n, 0)} cases`;
}

const among = ({ k, n }: Share): string => `${k} of ${n}`;

function chancesOf({
  medianBeforeNats,
  medianAfterNats,
  cases,
}: ProbeSummary): { readonly text: string; readonly spoken: string } | null {
  if (medianBeforeNats === null || medianAfterNats === null) return null;
  const before = chance(medianBeforeNats);
  const after = chance(medianAfterNats);
  const [opening, note] =
    cases === 1
      ? ['Chance of that call', '']
      : ['Typical chance of that call', ` (medians of ${counted(cases, 'case')})`];
  return {
    text: `${opening}: ${before.text} before, ${after.text} after${note}.`,
    spoken: `${opening}: ${before.spoken} before, ${after.spoken} after${note}.`,
  };
}

function gainOf({ gain, medianCallTokens, view }: ProbeSummary): string | null {
  if (gain === null) return null;
  const { digits, unit } = SCALE_WORDS[view.scale];
  const pieces =
    medianCallTokens === null || view.scale !== 'whole-call'
      ? ''
      : `; a call is about ${counted(Math.round(medianCallTokens), 'piece')}`;
  const name = gain.n === 1 ? 'G' : `${view.statistic === 'mean' ? 'Mean' : 'Median'} G`;
  const compared = view.scale === 'first-diverging-token' ? 'that token' : 'the call';
  return (
    `${name}: ${fixed(gain.value, digits)} ${unit}${bracketed(gain.interval, digits, '95 %: ')} (1 nat = 2.7 times${pieces}). ` +
    `G compares how likely the model was to make ${compared} before it failed and after: below zero, more likely after. ` +
    'Would write: by greedy decoding, the likeliest token at every place.'
  );
}

/** Ways to show the failure, by how often the call would be repeated and, of equals, how seldom the right call made. */
function waysOf({ conditions }: ProbeSummary): string | null {
  const ways = conditions.filter(
    ({ condition, repeats }) => presentationOf(condition).purpose === 'way-to-show' && repeats.n > 0,
  );
  const rate = ({ k, n }: Share): number => (n === 0 ? 0 : k / n);
  const rising = ways.toSorted(
    (one, other) => rate(one.repeats) - rate(other.repeats) || rate(other.rightCalls) - rate(one.rightCalls),
  );
  const least = rising[0];
  const most = rising.at(-1);
  if (least === undefined || most === undefined || least === most) return null;
  const opening = `Of ${ways.length} ways to show the failure`;
  if (rate(least.repeats) === rate(most.repeats)) {
    const best = `most right calls after “${conditionLabel(least.condition)}” (${among(least.rightCalls)})`;
    return `${opening}, none has the call repeated more often than another (${among(least.repeats)}); ${best}.`;
  }
  const say = ({ condition, repeats, rightCalls }: ConditionSummary): string =>
    `“${conditionLabel(condition)}” (${among(repeats)}; right call in ${among(rightCalls)})`;
  const others = (end: ConditionSummary): string => {
    const count = ways.filter((way) => way !== end && rate(way.repeats) === rate(end.repeats)).length;
    return count === 0 ? '' : ` and ${counted(count, 'other')}`;
  };
  return `${opening}, the call is repeated least after ${say(least)}${others(least)}, most after ${say(most)}${others(most)}.`;
}

function progressOf({ summary, allCases, refusedCases, refusedScores, isRunning }: FindingInput): string {
  // What a view leaves out was measured all the same.
  const done = summary.cases + summary.casesLeftOut;
  const toCome = Math.max(0, allCases - done - refusedCases);
  const sentences: string[] = [];
  if (toCome > 0) {
    sentences.push(
      isRunning
        ? `${done} of ${counted(allCases, 'case')} so far, ${toCome} to come.`
        : `${done} of ${counted(allCases, 'case')} done, ${toCome} not scored.`,
    );
  }
  if (refusedCases > 0) sentences.push(`${counted(refusedCases, 'case')} could not be scored.`);
  if (refusedScores !== undefined && refusedScores.count > 0) sentences.push(...refusalWords(refusedScores));
  return sentences.join(' ');
}

function refusalWords({ count, all, unscored }: RefusedScores): readonly string[] {
  const names = unscored.map((name) => `“${conditionLabel(name)}”`).join(', ');
  return [
    `${count} of ${counted(all, 'score')} could not be computed${names === '' ? '' : `; not scored at all: ${names}`}.`,
  ];
}
