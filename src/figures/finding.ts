import {
  presentationOf,
  type ConditionName,
  type ConditionSummary,
  type ProbeSummary,
} from '../probe/index.ts';
import type { Estimate, Share } from '../statistics/index.ts';
import { chance, type Chance } from './chance.ts';
import { conditionLabel, seenUnder } from './condition-style.ts';
import { eachOf, highest, namesOf, rateOf } from './equal-ranks.ts';
import { bracketed, counted, fixed, isToldFromZero, sizeOf, spoken } from './number-words.ts';
import { rateWords } from './slope-words.ts';
import { ofCasesInView, SCALE_WORDS, viewWords } from './view-words.ts';

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
  /** Names checkpoint, cases in view, repeats before and after, right calls. Never a gain alone. */
  readonly headline: string;
  /** Typical chances of the failed and of the right call before and after, as '1 in N'. */
  readonly chances: string | null;
  /** The mean or median gain of both calls, with nats explained. */
  readonly gain: string | null;
  /** Where the call is repeated least and most among the ways to show the failure; null for fewer than two ways. */
  readonly ways: string | null;
  /** How the view differs from the paper's; null where it does not. */
  readonly view: string | null;
  /** n so far, what is to come, what could not be scored; what G measures here; and the limits of the claim. */
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
  const scope = [progressOf(input), dependenceOf(input.summary), input.scope]
    .filter((sentence) => sentence !== null && sentence !== '')
    .join(' ');
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
  const { cases, gain, subject } = summary;
  if (cases > 0 && gain !== null)
    return ofCasesInView(`${movedWords(checkpoint, summary)} ${rightCallWords(summary)}`, summary);
  if (summary.casesLeftOut > 0) return `This view leaves no case of ${checkpoint}.`;
  if (summary.conditions.length > 0)
    return `${checkpoint} has no score yet with ${seenUnder(subject)} in view.`;
  return isRunning ? `${checkpoint} has finished no case yet.` : `${checkpoint} has not been asked yet.`;
}

/** What became of the failed call. */
function movedWords(checkpoint: string, summary: ProbeSummary): string {
  const { cases, gain, repeatsBefore, repeatsAfter, subject, view } = summary;
  const opening = `Shown ${subject === 'fail' ? 'its mistake and the error' : seenUnder(subject)}, ${checkpoint}`;
  const isCall = SCALE_WORDS[view.scale].compared === 'call';
  const call = isCall
    ? 'that same call'
    : 'the first token in which that same call differs from the right one';
  const again = (adverb: string, it: string): string =>
    repeatsAfter.n === 1
      ? `would${repeatsAfter.k === 0 ? ' not' : adverb} write ${it} again word for word ${before(repeatsBefore)}.`
      : `would${adverb} write ${it} again word for word in ${repeatsAfter.k === 0 ? 'none' : among(repeatsAfter)} ${before(repeatsBefore)}.`;
  // One interval that holds zero: neither count of cases is more than a count.
  if (gain?.interval != null && !isToldFromZero(gain.interval) && summary.unmoved < cases)
    return `${opening} made ${call} more likely in ${fixed(summary.toward, 0)} and less likely in ${fixed(summary.away, 0)} of ${fixed(cases, 0)} cases; which way ${averagely(view)} cannot be told. It ${again('', isCall ? 'it' : 'the call')}`;
  if (gain !== null && gain.value > 0) {
    const [away, it] = isCall ? ['that call', 'it'] : [call, 'the call'];
    return `${opening} moved away from ${away} in ${amongCases(summary.away, cases)}; it ${again(repeatsAfter.k === 0 ? '' : ' still', it)}`;
  }
  const it = isCall ? 'it' : 'the call';
  return summary.toward === 0
    ? `${opening} gave ${call} the same chance as before in ${amongCases(summary.unmoved, cases)}; it ${again('', it)}`
    : `${opening} gave ${call} a higher chance in ${amongCases(summary.toward, cases)}, and ${again(' now', it)}`;
}

const averagely = ({ statistic }: ProbeSummary['view']): string =>
  statistic === 'mean' ? 'on average' : 'by the median';

/** What became of the right call, in the same terms, with its own numbers. */
function rightCallWords(summary: ProbeSummary): string {
  const { cases, gain, rightGain, rightToward, rightCallsBefore, rightCallsAfter, view } = summary;
  const isCall = SCALE_WORDS[view.scale].compared === 'call';
  const call = isCall ? 'the right call' : 'the right call’s own token there';
  const it = isCall ? 'it' : 'the right call';
  const isUntold = (of: Estimate | null): boolean => of?.interval != null && !isToldFromZero(of.interval);
  const also = gain !== null && gain.value < 0 && !isUntold(gain) && rightToward > 0 ? ' too' : '';
  if (cases === 1 && rightCallsAfter.n === 1)
    return `It gave ${call} ${rightToward === 0 ? 'no' : 'a'} higher chance${also}, and would ${rightCallsAfter.k === 0 ? 'not ' : ''}write ${it} ${before(rightCallsBefore)}.`;
  const rose = rightToward === 0 ? 'none' : among({ k: rightToward, n: cases });
  if (isUntold(rightGain) && rightToward > 0)
    return `${call.charAt(0).toUpperCase()}${call.slice(1)} became more likely in ${rose}; which way ${averagely(view)} cannot be told. It would write the right call in ${among(rightCallsAfter)} ${before(rightCallsBefore)}.`;
  return `It gave ${call} a higher chance${also === '' ? '' : `${also},`} in ${rose}, and would write ${it} in ${among(rightCallsAfter)} ${before(rightCallsBefore)}.`;
}

/** How many would have written a call before the failure; of one case, whether it would. */
const before = ({ k, n }: Share): string => `(before: ${n === 1 ? (k === 0 ? 'no' : 'yes') : k})`;

/** '27 of 62 cases', 'all 62 cases', 'none of 62 cases', 'the one case'. */
function amongCases(k: number, n: number): string {
  if (n === 1) return k === 1 ? 'the one case' : 'none of one case';
  if (k === n) return `all ${fixed(n, 0)} cases`;
  return `${k === 0 ? 'none' : fixed(k, 0)} of ${fixed(n, 0)} cases`;
}

const among = ({ k, n }: Share): string => `${k} of ${n}`;

function chancesOf(summary: ProbeSummary): { readonly text: string; readonly spoken: string } | null {
  const { medianBeforeNats, medianAfterNats, medianRightBeforeNats, medianRightAfterNats, cases } = summary;
  if (medianBeforeNats === null || medianAfterNats === null) return null;
  const [opening, note] =
    cases === 1
      ? ['Chance of that call', '']
      : ['Typical chance of that call', ` (medians of ${counted(cases, 'case')})`];
  const say = (form: keyof Chance): string => {
    const pair = (before: number, after: number): string =>
      `${chance(before)[form]} before, ${chance(after)[form]} after`;
    const right =
      medianRightBeforeNats === null || medianRightAfterNats === null
        ? ''
        : `; of the right call: ${pair(medianRightBeforeNats, medianRightAfterNats)}`;
    return `${opening}: ${pair(medianBeforeNats, medianAfterNats)}${right}${note}.`;
  };
  return { text: say('text'), spoken: say('spoken') };
}

function gainOf({ gain, rightGain, meanCallTokens, view }: ProbeSummary): string | null {
  if (gain === null) return null;
  const { digits, unit, compared } = SCALE_WORDS[view.scale];
  const within = ({ value, interval }: Estimate): string =>
    `${fixed(value, digits)} ${unit}${bracketed(interval, digits, '95 %: ')}`;
  const pieces =
    meanCallTokens === null || view.scale !== 'whole-call'
      ? ''
      : `; a call here is about ${counted(Math.round(meanCallTokens), 'piece')}`;
  const name = gain.n === 1 ? 'G' : `${view.statistic === 'mean' ? 'Mean' : 'Median'} G`;
  const right = rightGain === null ? '' : `; of the right call: ${within(rightGain)}`;
  return (
    `${name}: ${within(gain)}${right}, ${sizeOf(gain.n)} (1 nat = 2.7 times${pieces}). ` +
    `G compares how likely the model was to make ${compared === 'token' ? 'that token' : 'the call'} before it failed and after: below zero, more likely after. ` +
    'Would write: by greedy decoding, the likeliest token at every place.'
  );
}

/** What G measures where the score after does not follow the score before, or may not. */
function dependenceOf({ gain, dependence, view }: ProbeSummary): string | null {
  const { kind, slope } = dependence;
  if (gain === null || slope === null) return null;
  const { compared } = SCALE_WORDS[view.scale];
  if (kind === 'untold')
    return `Whether how likely the ${compared} is after depends on how likely it was before cannot be told from these cases (${rateWords(slope)}).`;
  if (kind !== 'hardly') return null;
  return `How likely the ${compared} is after hardly depends on how likely it was before (${rateWords(slope)}), so G here mostly measures how unlikely it was at first.`;
}

/** Ways to show the failure, by how often the call would be repeated; where that is alike, by the right calls. */
function waysOf({ conditions }: ProbeSummary): string | null {
  const ways = conditions.filter(
    ({ condition, repeats }) => presentationOf(condition).purpose === 'way-to-show' && repeats.n > 0,
  );
  if (ways.length < 2) return null;
  const opening = `Of ${ways.length} ways to show the failure`;
  const least = highest(ways, ({ repeats }) => -rateOf(repeats));
  if (least.length === ways.length) {
    const shares = eachOf(ways.map(({ repeats }) => repeats));
    return `${opening}, ${least[0]?.repeats.k === 0 ? 'none has' : 'all alike have'} the call repeated word for word (${shares}); ${rightCallsAfterWays(ways)}.`;
  }
  const most = highest(ways, ({ repeats }) => rateOf(repeats));
  return `${opening}, the call is repeated least after ${endWords(least)}, most after ${endWords(most)}.`;
}

function rightCallsAfterWays(ways: readonly ConditionSummary[]): string {
  const most = highest(ways, ({ rightCalls }) => rateOf(rightCalls));
  const shares = eachOf(most.map(({ rightCalls }) => rightCalls));
  if (most.length < ways.length) return `the right call is written most after ${labelsOf(most)} (${shares})`;
  return `${most[0]?.rightCalls.k === 0 ? 'none has' : 'all alike have'} the right call written (${shares})`;
}

/** One way with both its shares, or several that are repeated alike. */
function endWords(ways: readonly ConditionSummary[]): string {
  const [one, ...others] = ways;
  const right = one === undefined || others.length > 0 ? '' : `; right call in ${among(one.rightCalls)}`;
  return `${labelsOf(ways)} (${eachOf(ways.map(({ repeats }) => repeats))}${right})`;
}

const labelsOf = (ways: readonly ConditionSummary[]): string =>
  namesOf(ways.map(({ condition }) => `“${conditionLabel(condition)}”`));

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
