import type { LabError } from '../../../src/records/index.ts';
import type { PassFault } from './plain-passes.ts';
import type { Agreement, Reference } from './reference.ts';
import type { GraphFault } from './weight-faults.ts';

export interface OpenWishes {
  readonly holding?: 'folded' | 'resident' | 'auto';
  readonly threads?: number;
  readonly windowTokens?: number | null;
  readonly promisedSha256?: ReadonlyMap<string, string>;
}

export interface Opened {
  readonly heldAs: 'folded' | 'resident';
  readonly threads: number;
  readonly parameters: number;
  readonly windowTokens: number;
  readonly files: readonly { readonly name: string; readonly bytes: number; readonly sha256: string }[];
  readonly notices: readonly string[];
  readonly elapsedMs: number;
}

export type OpenAnswer =
  { readonly ok: false; readonly error: LabError } | { readonly ok: true; readonly opened: Opened };

/** What the test worker can do. One worker holds one runtime, so threads are chosen once in its life. */
export interface NumbersApi {
  openServed(baseUrl: string, wishes: OpenWishes): Promise<OpenAnswer>;
  openDropped(files: readonly File[], wishes: OpenWishes): Promise<OpenAnswer>;
  /** Opens a served checkpoint with a fault in its graph; null: none, by the same way. */
  openSpoiled(baseUrl: string, fault: GraphFault | null): Promise<void>;
  /** Every request by itself, its sequence cut in two at a share of its context; 0: in one pass. */
  compareAlone(reference: Reference, cutAt: number, fault: PassFault): Promise<Agreement>;
  /** Neighbouring requests of one context without knockout, packed two by two as branches. */
  compareSiblings(reference: Reference, fault: PassFault): Promise<Agreement>;
  /** All requests through the engine in passes of at most `passTokens`. */
  compareEngine(reference: Reference, passTokens: number): Promise<Agreement>;
  /** Largest distance of in-graph log-probabilities from a float64 log-softmax of the fetched logits, in nats. */
  worstLogSumError(reference: Reference): Promise<number>;
  /** Milliseconds of each of `times` runs of n tokens after P. */
  timePass(n: number, pastTokens: number, times: number): Promise<readonly number[]>;
  /** From now on this worker has no storage, as in some private windows. */
  withoutStorage(): Promise<void>;
  release(): Promise<void>;
}
