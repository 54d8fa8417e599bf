import type { ProbeSummary } from '../probe/index.ts';
import type { Share } from '../statistics/index.ts';
import { chance } from './chance.ts';
import { bracketed, counted, fixed, spoken } from './number-words.ts';

/** Where a run stands, for the words over its figures. */
export interface FindingInput {
  readonly checkpoint: string;
  readonly summary: ProbeSummary;
  /** Cases that were asked for. */
  readonly allCases: number;
  /** Cases of which some part could not be scored. */
  readonly refusedCases: number;
  readonly isRunning: boolean;
  /** What the cases and the model are, e.g. scopeOf(…). */
  readonly scope: string;
}

/** What a run has found, in sentences. Null: there is nothing of the kind to say yet. */
export interface Finding {
  /** Names checkpoint, cases, repeats before and after, right calls. Never a gain alone. */
  readonly headline: string;
  /** The failed call's typical chance before and after, as '1 in N'. */
  readonly chances: string | null;
  /** The mean gain, with nats explained. */
  readonly gain: string | null;
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
  const scope = [progressOf(input), input.scope].filter((sentence) => sentence !== '').join(' ');
  const heard = [headline, chances?.spoken ?? null, gain, scope].filter((sentence) => sentence !== null);
  return { headline, chances: chances?.text ?? null, gain, scope, spoken: spoken(heard.join(' ')) };
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
  const { cases, gain, repeatsBefore, repeatsAfter, rightCallsAfter } = summary;
  if (cases === 0 || gain === null) {
    return isRunning ? `${checkpoint} has finished no case yet.` : `${checkpoint} has not been asked yet.`;
  }
  const right = `It would write the right call in ${among(rightCallsAfter)}.`;
  if (gain.value > 0) {
    return (
      `Shown its mistake and the error, ${checkpoint} moved away from that call in ${amongCases(summary.away, cases)}; ` +
      `${repeatsAfter.k === 0 ? 'it would write it again word for word in none' : `it would still write it again word for word in ${among(repeatsAfter)}`} (before: ${repeatsBefore.k}). ${right}`
    );
  }
  const again = `it again word for word in ${repeatsAfter.k === 0 ? 'none' : among(repeatsAfter)}`;
  if (summary.toward === 0) {
    return `Shown its mistake and the error, ${checkpoint} gave that same call the same chance as before in ${amongCases(cases, cases)}; it would write ${again} (before: ${repeatsBefore.k}). ${right}`;
  }
  return (
    `Shown its mistake and the error, ${checkpoint} gave that same call a higher chance in ${amongCases(summary.toward, cases)}, ` +
    `and would now write ${again} (before: ${repeatsBefore.k}). ${right}`
  );
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

function gainOf({ gain, medianCallTokens }: ProbeSummary): string | null {
  if (gain === null) return null;
  const pieces =
    medianCallTokens === null ? '' : `; a call is about ${counted(Math.round(medianCallTokens), 'piece')}`;
  const mean = gain.n === 1 ? 'G' : 'Mean G';
  return (
    `${mean}: ${fixed(gain.value, 1)} nats${bracketed(gain.interval, 1, '95 %: ')} (1 nat = 2.7 times${pieces}). ` +
    'G compares how likely the model was to make the call before it failed and after: below zero, more likely after. ' +
    'Would write: by greedy decoding, the likeliest token at every place.'
  );
}

function progressOf({ summary, allCases, refusedCases, isRunning }: FindingInput): string {
  const toCome = Math.max(0, allCases - summary.cases - refusedCases);
  const sentences: string[] = [];
  if (toCome > 0) {
    sentences.push(
      isRunning
        ? `${summary.cases} of ${counted(allCases, 'case')} so far, ${toCome} to come.`
        : `${summary.cases} of ${counted(allCases, 'case')} done, ${toCome} not scored.`,
    );
  }
  if (refusedCases > 0) sentences.push(`${counted(refusedCases, 'case')} could not be scored.`);
  return sentences.join(' ');
}
