import type { Decoded, Progress } from '../../workers/engine-door.ts';
import type { ConditionName, HiddenName, ProbeItem, ProbeUnit } from '../probe/index.ts';
import type { LabError, ScoreRow } from '../records/index.ts';
import { takeLook, type LookAt, type LookedThrough, type LookEngine } from './closer-look.ts';

/** How far the extra measurement of an opened item is (closer-look.ts). */
export type CloserLook =
  | { readonly kind: 'none' }
  | ({ readonly kind: 'waiting' } & LookedAt)
  | ({
      readonly kind: 'computing';
      readonly done: number;
      readonly all: number;
      /** Of the scores; null: none was begun. */
      readonly progress: Progress | null;
    } & LookedAt)
  /** It ends with the pass that is on. */
  | ({ readonly kind: 'stopping' } & LookedAt)
  | ({ readonly kind: 'ready' } & LookedAt)
  | ({ readonly kind: 'failed'; readonly error: LabError } & LookedAt);

interface LookedAt {
  readonly itemId: string;
  readonly at: LookAt;
}

/** A word, or the control beside it, that cannot be hidden, and why. */
export interface WordFault {
  readonly itemId: string;
  readonly condition: ConditionName;
  readonly name: HiddenName;
  readonly error: LabError;
}

interface AskedLook {
  readonly item: ProbeItem;
  readonly at: LookAt;
}

/** Closer looks at opened items, one at a time: which is asked for, how far it is, and what it found beside rows. */
export class ItemLooks {
  now = $state.raw<CloserLook>({ kind: 'none' });
  /** What the model would write, by item and condition. */
  written = $state.raw<ReadonlyMap<string, Decoded>>(new Map());
  wordFaults = $state.raw<readonly WordFault[]>([]);

  #asked: AskedLook | null = null;

  /** What waits to be taken, or is. */
  get asked(): AskedLook | null {
    return this.#asked;
  }

  ask(asked: AskedLook): void {
    this.#asked = asked;
    this.now = { kind: 'waiting', itemId: asked.item.item_id, at: asked.at };
  }

  /** Gives up what waits at once; what computes is said to stop, and `stop` must stop it. */
  cancel(stop: () => void): void {
    const { now } = this;
    if (now.kind === 'waiting') {
      this.#asked = null;
      this.now = { kind: 'none' };
    } else if (now.kind === 'computing') {
      this.now = { kind: 'stopping', itemId: now.itemId, at: now.at };
      stop();
    }
  }

  /**
   * Takes the look that is asked for, if one is. Rejects with LabFault when the engine failed; the keys of rows that
   * were found until then are told in any case.
   */
  async take(
    through: LookedThrough,
    engine: LookEngine,
    told: {
      readonly onRows: (rows: readonly ScoreRow[]) => void;
      readonly onRefused: (id: string, error: LabError) => void;
      readonly onKeys: (keys: readonly string[]) => void;
    },
    signal: AbortSignal,
  ): Promise<void> {
    const asked = this.#asked;
    if (asked === null) return;
    const { item, at } = asked;
    const looked = { itemId: item.item_id, at };
    const keys: string[] = [];
    let done = 0;
    let all = 0;
    let progress: Progress | null = null;
    const tell = (): void => {
      if (this.now.kind !== 'stopping') this.now = { kind: 'computing', ...looked, done, all, progress };
    };
    try {
      await takeLook(
        item,
        at,
        through,
        engine,
        {
          onStep: (...step) => {
            [done, all] = step;
            tell();
          },
          onProgress: (reached) => {
            progress = reached;
            tell();
          },
          onRows: (rows) => {
            for (const { unit_key } of rows) keys.push(unit_key);
            told.onRows(rows);
          },
          onWritten: (decoded) => {
            this.written = new Map([...this.written, [decoded.id, decoded]]);
          },
          onRefused: (id, error, unit) => {
            // A word that cannot be hidden is said beside the words; it is no score that the run lacks.
            if (at.kind === 'words' && unit !== null) this.#noteFault(unit, error);
            else told.onRefused(id, error);
          },
        },
        signal,
      );
      this.now = signal.aborted ? { kind: 'none' } : { kind: 'ready', ...looked };
    } finally {
      this.#asked = null;
      if (keys.length > 0) told.onKeys(keys);
    }
  }

  /** Nothing will be taken any more; says why where an error ended it. Gives what was asked for and not taken. */
  end(error: LabError | null): AskedLook | null {
    const asked = this.#asked;
    const { now } = this;
    this.#asked = null;
    if (now.kind === 'waiting' || now.kind === 'computing' || now.kind === 'stopping')
      this.now =
        error === null ? { kind: 'none' } : { kind: 'failed', itemId: now.itemId, at: now.at, error };
    return asked;
  }

  #noteFault({ itemId, condition, hidden: name }: ProbeUnit, error: LabError): void {
    if (name === null) return;
    const others = this.wordFaults.filter(
      (fault) => fault.itemId !== itemId || fault.condition !== condition || fault.name !== name,
    );
    this.wordFaults = [...others, { itemId, condition, name, error }];
  }

  /** Other rows come: what was found beside the old ones is of no use. */
  forget(): void {
    this.now = { kind: 'none' };
    this.written = new Map();
    this.wordFaults = [];
  }
}
