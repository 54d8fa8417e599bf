import { wayLabel } from '../../../figures/index.ts';
import type { CutCheck } from '../../../pasted-step/index.ts';

const SIZES: Readonly<Record<CutCheck['size'], string>> = {
  half: 'about half of the context',
  double: 'about twice as much context',
};

/** A size of the context that was tried, in words. */
export const sizeWords = (size: CutCheck['size']): string => SIZES[size];

/** Whether what was found holds at the other sizes, in a sentence or two. */
export function cutCheckWords(checks: readonly CutCheck[]): string {
  const turned = checks.filter(({ signHolds }) => !signHolds);
  const sign =
    turned.length === 0
      ? `With ${namesOf(checks)}, G keeps its sign.`
      : `With ${namesOf(turned)}, G changes its sign: the cut matters.`;
  const compared = checks.filter(({ firstHolds }) => firstHolds !== null);
  if (compared.length === 0) return `${sign} The ways were not compared at these sizes.`;
  const others = compared.filter(({ firstHolds }) => firstHolds === false);
  if (others.length > 0) {
    const firsts = others.flatMap(({ size, order: [first] }) =>
      first === undefined ? [] : [`“${wayLabel(first)}” with ${SIZES[size]}`],
    );
    return `${sign} By the chance of the same call, another way comes first: ${firsts.join('; ')}. An advice from one size only is weak here.`;
  }
  const isWhole = compared.every(({ orderHolds }) => orderHolds === true);
  return `${sign} By the chance of the same call, ${isWhole ? 'the ways keep their order' : 'the same way comes first, others change places'}.`;
}

const namesOf = (checks: readonly CutCheck[]): string => checks.map(({ size }) => SIZES[size]).join(' and ');
