import type { View } from '../probe/index.ts';
import type { Estimate } from '../statistics/index.ts';
import { bracketed, fixed, isToldFromZero, sizeOf } from './number-words.ts';
import { SCALE_WORDS } from './view-words.ts';

interface BothCalls {
  /** G of the failed call, and of the right one; null: not known (yet). */
  readonly gain: Estimate | null;
  readonly rightGain: Estimate | null;
  readonly view: View;
}

/**
 * How far the right call moved, as a sentence that follows one about the failed call; empty where it is not known. A
 * rise of both is another finding than a rise of the failed call alone.
 */
export function rightCallSentence({ gain, rightGain, view }: BothCalls): string {
  if (gain === null || rightGain === null) return '';
  const { unit, digits, compared } = SCALE_WORDS[view.scale];
  const { value, interval, n } = rightGain;
  const name = n === 1 ? 'G' : `${view.statistic} G`;
  const numbers = `${name} ${fixed(value, digits)} ${unit}${bracketed(interval, digits, '95 %: ')}, ${sizeOf(n)}`;
  const call = compared === 'token' ? 'right call’s own token there' : 'right call';
  if (value === 0) return ` The ${call} stayed as likely as before: ${numbers}.`;
  if (interval !== null && !isToldFromZero(interval))
    return ` Whether the ${call} became more or less likely cannot be told: ${numbers}.`;
  const too = Math.sign(value) === Math.sign(gain.value) ? ' too' : '';
  return ` The ${call} became ${value < 0 ? 'more' : 'less'} likely${too}: ${numbers}.`;
}
