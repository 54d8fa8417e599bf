import { asGain, fixed, signedWithin } from '../../src/figures/index.ts';
import type { CaseOutcome, ProbeItem } from '../../src/probe/index.ts';
import { mistakeWords } from '../../src/ui/probe/mistake-words.ts';
import { recordedMeasure } from '../../src/ui/probe/recorded-run.ts';
import { exampleAmong } from '../../src/ui/training-data/example-item.ts';
import { flipWords, type Shown } from './flip-words.ts';
import { markdownTable } from './markdown-table.ts';
import type { Measured } from './measured.ts';
import { outcomeCells, outcomeHeads } from './outcome-cells.ts';

/** The blocks of the ten-minute class, of its subjects in the order of the page: ways to show it, and what they are held against. */
export function classBlocks(all: readonly Measured[], items: readonly ProbeItem[]): Record<string, string> {
  return {
    'class-call': exampleOf(items),
    class: [
      markdownTable(
        ['shown as', ...outcomeHeads(items.length)],
        all.map(({ subject, outcome }) => [
          subject.isForComparison ? `${subject.name} (to compare)` : subject.name,
          ...outcomeCells(outcome),
        ]),
      ),
      '',
      ...flipBullets(all),
    ].join('\n'),
    'class-items': markdownTable(
      [
        'item',
        ...all.map(({ subject }) => `G, ${subject.name}`),
        'writes the failed call',
        'writes the right call',
      ],
      items.map(({ item_id, operator }, index) => [
        `${index + 1}. ${mistakeWords(operator)}`,
        ...all.map((one) => fixed(caseOf(one, item_id).gainNats, 1)),
        whenSo(all, item_id, 'repeatsBefore', 'repeatsAfter'),
        whenSo(all, item_id, 'rightBefore', 'rightAfter'),
      ]),
    ),
  };
}

/** One of them to be read aloud: the first with the fewest steps before it. */
function exampleOf(items: readonly ProbeItem[]): string {
  const example = exampleAmong(items);
  if (example === null) throw new Error('the set of the class is empty');
  const { goal, failed_action, gold_action, obs_fail } = example.item;
  return `Item ${example.number}. Asked for: “${goal}” Failed call: ${code(failed_action)}. Error: “${obs_fail}” Right call: ${code(gold_action)}.`;
}

const code = (text: string): string => `\`${text}\``;

/** From the first way to show it to every other one; then what the words of the error add to the call alone. */
function flipBullets(all: readonly Measured[]): readonly string[] {
  const ways = all.filter(({ subject }) => !subject.isForComparison);
  const [first, ...others] = ways.map(shownOf);
  if (first === undefined) return [];
  return [
    ...others.flatMap((other) => [
      `**From the ${first.name} to the ${other.name}.** ${flipWords(first, other).join(' ')}`,
    ]),
    ...partsOf(all),
  ].flatMap((line, index) => (index === 0 ? [line] : ['', line]));
}

const shownOf = ({ subject, cases, outcome }: Measured): Shown => ({ name: subject.name, cases, outcome });

function partsOf(all: readonly Measured[]): readonly string[] {
  const run = all.find(({ subject }) => subject.condition === 'neut')?.run;
  const [copy, sem] = (['copy', 'sem'] as const).map((measure) => {
    const found = run === undefined ? null : recordedMeasure(run, measure);
    return found === null ? null : signedWithin(asGain(found).value, asGain(found).interval, 1);
  });
  if (copy == null || sem == null) return [];
  return [
    `**The call, or the words of the error?** G of the error = −copy − sem. Of it, ${copy} nats come from the call alone, before a neutral text (−copy), and ${sem} from the words of the error (−sem); below zero is toward the same call, as everywhere.`,
  ];
}

function caseOf({ cases, subject }: Measured, itemId: string): CaseOutcome {
  const found = cases.find((one) => one.itemId === itemId);
  if (found === undefined) throw new Error(`${itemId} is not known under ${subject.condition}`);
  return found;
}

/** 'before, error': where it is so of the item. All subjects are of one checkpoint, so one 'before'. */
function whenSo(
  all: readonly Measured[],
  itemId: string,
  before: 'repeatsBefore' | 'rightBefore',
  after: 'repeatsAfter' | 'rightAfter',
): string {
  const isBefore = all.slice(0, 1).some((one) => caseOf(one, itemId)[before]);
  const when = [
    ...(isBefore ? ['before'] : []),
    ...all.filter((one) => caseOf(one, itemId)[after]).map(({ subject }) => subject.name),
  ];
  return when.length === 0 ? 'never' : when.join(', ');
}
