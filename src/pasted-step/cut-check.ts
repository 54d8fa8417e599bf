import type { CutSettings, WayName } from '../transcript/index.ts';

/** The step at another size of the cut: does the cut matter? */
export interface CutCheck {
  readonly size: 'half' | 'double';
  readonly settings: CutSettings;
  /** Of the context after the failure. */
  readonly keptTokens: number;
  readonly gainNats: number;
  /** G has the same sign as at the size that was looked at. */
  readonly signHolds: boolean;
  /** Ways that can be advised, by log p of the same call, lowest first. */
  readonly order: readonly WayName[];
  /** It is the order at the size that was looked at; null: the ways were not scored there yet. */
  readonly orderHolds: boolean | null;
  /** The same way comes first; null likewise. */
  readonly firstHolds: boolean | null;
}
