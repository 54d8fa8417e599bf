import type { WordEffect } from '../probe/index.ts';
import type { FigureSpec } from './figure-spec.ts';
import { HEAT_STEPS_NATS, laidOut, shadeOf, type HeatCell } from './heat-cells.ts';
import { counted, fixed, signed, spoken } from './number-words.ts';

/** A word of a text, and what hiding it does. */
export interface HeatWord extends Pick<WordEffect, 'seen' | 'controlNats'> {
  readonly word: Pick<WordEffect['word'], 'text' | 'gap' | 'name'>;
}

export interface WordHeatInput {
  readonly id: string;
  /** 'the error text'. */
  readonly name: string;
  readonly title: string;
  /** All words of it, in reading order. */
  readonly effects: readonly HeatWord[];
  /** Names of words that cannot be hidden. */
  readonly refused: ReadonlySet<string>;
  /** What a control is, as a sentence. */
  readonly controlWords: string;
}

/** The colour and words of each word's effect; the page may lay them out as running text itself. */
export function wordCells({
  effects,
  refused,
}: Pick<WordHeatInput, 'effects' | 'refused'>): readonly HeatCell[] {
  return effects.map((effect): HeatCell => {
    const { word, seen } = effect;
    const { text, gap } = word;
    if (seen === null) {
      const why = refused.has(word.name) ? 'cannot be hidden' : 'not hidden yet';
      return { text, gap, fill: null, ink: 'soft', line: null, label: `${text}: ${why}` };
    }
    return { text, gap, ...shadeOf(seen.effectNats), label: `${text}: ${effectWords(effect, seen)}` };
  });
}

function effectWords({ controlNats }: HeatWord, seen: NonNullable<HeatWord['seen']>): string {
  const { hiddenTokens, hiddenNats, effectNats } = seen;
  const control =
    controlNats === null
      ? ''
      : `; a control as long ${signed(-controlNats, 2)}, difference ${signed(controlNats - effectNats, 2)}`;
  return `${signed(-effectNats, 2)} nats of G${control} (${counted(hiddenTokens, 'token')} hidden, log p of the call then ${fixed(hiddenNats, 2)})`;
}

/** A text word by word: which words pull toward the same call, and which away from it. */
export function wordHeat(input: WordHeatInput, width: number): FigureSpec {
  const cells = wordCells(input);
  const { marks, height } = laidOut(cells, width);
  return {
    id: input.id,
    heading: headingOf(input),
    title: input.title,
    width,
    height,
    axes: [],
    marks,
    legend: [
      { text: 'underlined: pulls toward the same call', role: 'toward-2', shape: null },
      { text: 'overlined: pulls away from it', role: 'away-2', shape: null },
    ],
    table: {
      columns: [
        { name: 'word', digits: null },
        { name: 'tokens hidden', digits: null },
        { name: 'log p of the call with it hidden (nats)', digits: 2 },
        { name: 'effect of the word on G (nats)', digits: 2, isSigned: true },
        { name: 'effect of a control as long (nats)', digits: 2, isSigned: true },
        { name: 'effect − control (nats)', digits: 2, isSigned: true },
      ],
      rows: input.effects.flatMap(({ word, seen, controlNats }) =>
        seen === null
          ? []
          : [
              [
                word.text,
                seen.hiddenTokens,
                seen.hiddenNats,
                -seen.effectNats,
                controlNats === null ? null : -controlNats,
                controlNats === null ? null : controlNats - seen.effectNats,
              ],
            ],
      ),
    },
    description: spoken(cells.map((cell) => cell.label).join('; ')),
    caption:
      'Effect on G: log p of the failed call with one word hidden from the positions that write the call − the same with nothing hidden; below zero, the word pulls toward the call. ' +
      'Other positions have already read it, and effects need not add up. ' +
      'A word is a run without white space; in a call, brackets, quotes, commas and equals signs are words of their own, and a token that two words share is hidden with either. ' +
      `${input.controlWords} ` +
      `A word is said to pull where its effect, and its difference from its control, are ${HEAT_STEPS_NATS[0]} nats or more. ` +
      `Colour begins at ${HEAT_STEPS_NATS[0]} nats and deepens at ${HEAT_STEPS_NATS[1]} (twice as likely) and ${HEAT_STEPS_NATS[2]} (ten times).`,
  };
}

type SeenEffect = HeatWord & { readonly seen: NonNullable<HeatWord['seen']> };

/** What a word does beyond a control as long: 'neither' where that is less than the first step of colour. */
type Pull = 'toward' | 'away' | 'neither';

function pullOf({ seen: { effectNats }, controlNats }: SeenEffect): Pull {
  const [least] = HEAT_STEPS_NATS;
  const beyond = effectNats - (controlNats ?? 0);
  if (Math.min(effectNats, beyond) >= least) return 'toward';
  return Math.max(effectNats, beyond) <= -least ? 'away' : 'neither';
}

function headingOf({ name, effects, refused }: WordHeatInput): string {
  const seen = effects.flatMap((effect): readonly SeenEffect[] =>
    effect.seen === null ? [] : [{ ...effect, seen: effect.seen }],
  );
  if (seen.length === 0) return 'No word has been hidden yet.';
  const words = counted(seen.length, 'word');
  const never = effects.filter(({ word, seen: known }) => known === null && refused.has(word.name)).length;
  const isWhole = seen.length + never === effects.length;
  const apart = never === 0 ? '' : ` (${fixed(never, 0)} more cannot be)`;
  const all = seen.length === 1 ? 'The one word' : `All ${words}`;
  const hidden = isWhole ? `${all} of ${name} hidden${apart}:` : `Of ${words} of ${name} hidden so far,`;
  const doing = (pull: Pull): readonly SeenEffect[] => seen.filter((effect) => pullOf(effect) === pull);
  const [toward, away, neither] = [doing('toward'), doing('away'), doing('neither')];
  const pulls =
    toward.length === 0
      ? 'none pulls'
      : `${fixed(toward.length, 0)} ${toward.length === 1 ? 'pulls' : 'pull'}`;
  const rest = seen.some(({ controlNats }) => controlNats !== null)
    ? 'no more than a control as long'
    : `under ${HEAT_STEPS_NATS[0]} nats`;
  const counts = `${pulls} toward the same call, ${fixed(away.length, 0)} away from it, ${fixed(neither.length, 0)} neither way (${rest})`;
  return `${hidden} ${counts}${strongestWords(toward, away)}.`;
}

/** The word that pulls hardest toward the call, or away from it where none pulls toward it. */
function strongestWords(toward: readonly SeenEffect[], away: readonly SeenEffect[]): string {
  const [direction, pulling] = toward.length > 0 ? ['toward it', toward] : ['away from it', away];
  const [first, ...others] = pulling;
  if (first === undefined) return '';
  const { word, seen, controlNats } = others.reduce(
    (best, effect) => (Math.abs(effect.seen.effectNats) > Math.abs(best.seen.effectNats) ? effect : best),
    first,
  );
  const control = controlNats === null ? '' : `; a control as long ${signed(-controlNats, 1)}`;
  return `; most of all ${direction} “${word.text}” (${signed(-seen.effectNats, 1)} nats of G${control})`;
}
