import type { Recorded } from '../../figures/index.ts';
import type { ItemSet, ProbeRun } from '../../lab/index.ts';
import type { RecordedRun } from './recorded-run.ts';
import type { Shape } from './studied-shape.ts';

/** By file name, `<checkpoint>.<set>.json`, as scripts/recorded/record.mjs names them. */
const files = import.meta.glob<unknown>('../../../static-probes/recorded/*.json', { import: 'default' });

/** The question that a recorded run must be the answer to. */
type Asked = Pick<ProbeRun, 'checkpoint' | 'provenance' | 'itemSet' | 'wording' | 'conditions'>;

/** A run that was fetched. */
interface Fetched {
  readonly run: RecordedRun;
  readonly layer: Recorded;
  readonly shape: Shape;
}

/** Our recorded runs; one is fetched when it is first drawn. */
class RecordedShelf {
  #runs = $state.raw<ReadonlyMap<string, Fetched | null>>(new Map());
  readonly #asked = new Set<string>();

  /** Whether there is a recorded run of this checkpoint on these items, with the set's own texts. Fetches nothing. */
  has({ checkpoint, itemSet, wording, conditions }: Asked): boolean {
    return (
      checkpoint !== null &&
      itemSet?.ownBytes === null &&
      wording === null &&
      conditions.some((name) => name !== 'pre') &&
      addressOf(checkpoint.id, itemSet.name) in files
    );
  }

  /** That run under the conditions that are asked. Null: there is none, or it is on its way. */
  layer(asked: Asked): Recorded | null {
    const { checkpoint, itemSet } = asked;
    if (checkpoint === null || itemSet === null || !this.has(asked)) return null;
    const address = addressOf(checkpoint.id, itemSet.name);
    if (!this.#asked.has(address)) void this.#fetch(address, itemSet.sha256);
    const whole = this.#runs.get(address)?.layer;
    if (whole === undefined || this.isOfAnother(asked)) return null;
    const conditions = whole.summary.conditions.filter(({ condition }) =>
      asked.conditions.includes(condition),
    );
    return { ...whole, summary: { ...whole.summary, conditions } };
  }

  /** That run in its numbers, of any checkpoint and set. Null: there is none, or it is on its way. */
  numbers(checkpointId: string, { name, sha256 }: Pick<ItemSet, 'name' | 'sha256'>): RecordedRun | null {
    const address = addressOf(checkpointId, name);
    if (!(address in files)) return null;
    if (!this.#asked.has(address)) void this.#fetch(address, sha256);
    return this.#runs.get(address)?.run ?? null;
  }

  /** Whether the checkpoint that was loaded has that run's name and not its shape. False while the run is on its way. */
  isOfAnother({ checkpoint, provenance, itemSet }: Asked): boolean {
    if (checkpoint === null || provenance === null || itemSet === null) return false;
    const shape = this.#runs.get(addressOf(checkpoint.id, itemSet.name))?.shape;
    return (
      shape !== undefined &&
      (shape.parameters !== provenance.parameters || shape.architecture !== provenance.architecture)
    );
  }

  async #fetch(address: string, sha256: string): Promise<void> {
    this.#asked.add(address);
    try {
      const [json, { readRecordedRun }, { recordedLayer }] = await Promise.all([
        files[address]?.(),
        import('./recorded-run.ts'),
        import('./recorded-layer.ts'),
      ]);
      const run = readRecordedRun(json);
      // Of an earlier edition of the set it would stand beside other items.
      const fetched =
        run.itemSet.sha256 === sha256 ? { run, layer: recordedLayer(run), shape: run.provenance } : null;
      this.#runs = new Map([...this.#runs, [address, fetched]]);
    } catch {
      // A strip without this layer says nothing wrong; whoever asks next is answered anew.
      this.#asked.delete(address);
    }
  }
}

const addressOf = (checkpointId: string, setName: string): string =>
  `../../../static-probes/recorded/${checkpointId}.${setName}.json`;

export const recordedRuns = new RecordedShelf();
