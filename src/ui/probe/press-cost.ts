import { offlineCopy, type CheckpointChoice } from '../../lab/index.ts';
import { duration } from '../parts/amounts.ts';
import { builtInCost, guessedLoadMs, guessedSpeed } from './run-cost.ts';
import { rememberedSpeed } from './run-speed.ts';

interface PressAsked {
  readonly checkpoint: CheckpointChoice;
  readonly threads: number;
  /** Null: it has to be loaded first. */
  readonly provenance: unknown;
  /** Tokens that the press has computed. */
  readonly tokens: number;
  /** Under which the speed of this kind of run is remembered. */
  readonly speedName: string;
  /** What stands before the time: 'About'. */
  readonly lead: string;
}

/** What a press on Run costs, in words. */
export function pressCost({ checkpoint, threads, provenance, tokens, speedName, lead }: PressAsked): string {
  const known = rememberedSpeed(speedName, threads);
  const seconds = tokens / (known ?? guessedSpeed(checkpoint.bytes, threads));
  const load = provenance === null ? guessedLoadMs(checkpoint.bytes) : 0;
  const isFetched = checkpoint.isBuiltIn && provenance === null && !offlineCopy.keeps(checkpoint.id);
  const first = isFetched ? `${builtInCost(checkpoint.bytes, offlineCopy.state === 'ready')} ` : '';
  return `${first}${lead} ${duration(seconds * 1000 + load)} on this computer${known === null ? ', if it is not busy' : ''}. Nothing leaves it.`;
}
