import type { WayName } from '../transcript/index.ts';
import type { Spread } from './way-results.ts';

/** What can be said after the ways were compared. */
export type Advice =
  | { readonly kind: 'none'; readonly why: 'cannot-stand-in' | 'too-few' | 'no-clear-winner' }
  | {
      readonly kind: 'way';
      readonly way: WayName;
      /** The second best, which it is clearly better than. */
      readonly over: WayName;
      /** Of the shares of usable turns, with its 95 % interval, which does not hold zero. */
      readonly difference: Spread;
    };
