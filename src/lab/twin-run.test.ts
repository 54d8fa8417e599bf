import { describe, expect, it, vi } from 'vitest';
import { sampleItem, sampleRow } from '../probe/sample-item.ts';
import type { LabError, ScoreRow } from '../records/index.ts';
import { aProvenance } from '../records/sample-row.ts';
import type { CheckpointChoice } from './checkpoint-menu.ts';
import type { ItemSet } from './item-sets.ts';
import type { RowStore } from './row-store.ts';

const aFault = (kind: string): LabError => ({
  kind,
  happened: 'h',
  stillWorks: 's',
  cure: 'c',
  details: 'd',
});

/** What the run of a checkpoint does when its turn comes. */
type Turn = 'finished' | 'cancelled' | LabError;

const told = vi.hoisted(() => ({
  turns: new Map<string, unknown>(),
  log: [] as string[],
  /** Called while a checkpoint is being run. */
  meanwhile: null as ((id: string) => void) | null,
}));

const rowsOf = (model: string): readonly ScoreRow[] =>
  (['pre', 'fail'] as const).flatMap((condition) =>
    (['failed', 'gold'] as const).map((candidate) => ({
      ...sampleRow({ item_id: sampleItem.item_id, condition, candidate }, condition === 'pre' ? -9 : -4),
      model,
    })),
  );

vi.mock('./probe-run.svelte.ts', () => ({
  ProbeRun: class {
    status: { kind: string; error?: LabError } = { kind: 'idle' };
    checkpoint: CheckpointChoice | null = null;
    itemSet: ItemSet | null = null;
    conditions: readonly string[] = [];
    rows: readonly ScoreRow[] = [];
    measures: readonly unknown[] = [];
    refusals: readonly unknown[] = [];
    provenance: unknown = null;
    chooseItemSet(itemSet: ItemSet | null): void {
      this.itemSet = itemSet;
    }
    chooseConditions(conditions: readonly string[]): void {
      this.conditions = conditions;
    }
    chooseCheckpoint(choice: CheckpointChoice): void {
      told.log.push(`load ${choice.id}`);
      this.checkpoint = choice;
      this.rows = [];
      this.refusals = [];
      this.provenance = null;
      this.status = { kind: 'idle' };
    }
    async run(): Promise<void> {
      const id = this.checkpoint?.id ?? '';
      told.meanwhile?.(id);
      const turn = (told.turns.get(id) ?? 'finished') as Turn;
      await Promise.resolve();
      if (turn === 'finished') this.rows = rowsOf(id);
      this.provenance = { ...aProvenance, checkpointId: id };
      this.status = typeof turn === 'string' ? { kind: turn } : { kind: 'failed', error: turn };
    }
    cancel(): void {
      told.log.push('cancel');
      told.turns.set(this.checkpoint?.id ?? '', 'cancelled');
    }
    unload(): void {
      told.log.push('unload');
    }
  },
}));

const { TwinRun } = await import('./twin-run.svelte.ts');

const IDS = ['a', 'b', 'c', 'd'];
const itemSet: ItemSet = {
  name: 'a-set',
  title: 'A set',
  origin: '',
  sha256: 'a'.repeat(64),
  wording: 'paper',
  items: [sampleItem],
  ownBytes: null,
};
const store = { runs: () => Promise.resolve([]) } as unknown as RowStore;

function asked(turns: Readonly<Record<string, Turn>> = {}, offered: readonly string[] = IDS) {
  told.turns = new Map(Object.entries(turns));
  told.log = [];
  told.meanwhile = null;
  const run = new TwinRun(store, (id) => (offered.includes(id) ? ({ id } as CheckpointChoice) : undefined));
  run.ask(IDS, itemSet, ['pre', 'fail']);
  return run;
}
const kinds = (run: InstanceType<typeof TwinRun>): readonly string[] =>
  run.twins.map(({ status }) => status.kind);

describe('TwinRun', () => {
  it('runs one checkpoint after another, and unloads the last', async () => {
    const run = asked();
    const seen: (string | undefined)[] = [];
    told.meanwhile = () => seen.push(run.current?.id);
    await run.run();
    expect(told.log).toEqual(['load a', 'load b', 'load c', 'load d', 'unload']);
    expect(seen).toEqual(IDS);
    expect(run.isComplete).toBe(true);
    expect(run.isOn).toBe(false);
    expect(run.current).toBeNull();
    for (const twin of run.twins) {
      expect(run.measuresOf(twin).map(({ gainNats }) => gainNats)).toEqual([-5]);
      expect(twin.provenance?.checkpointId).toBe(twin.id);
    }
  });

  it('a checkpoint that is missing, and one that fails, leave the others', async () => {
    const run = asked({ c: aFault('tensor-missing') }, ['a', 'c', 'd']);
    await run.run();
    expect(kinds(run)).toEqual(['done', 'failed', 'failed', 'done']);
    expect(run.twins[1]?.status).toMatchObject({ error: { kind: 'checkpoint-not-offered' } });
    expect(run.twins[2]?.status).toMatchObject({ error: { kind: 'tensor-missing' } });
    expect(run.error).toBeNull();
  });

  it('goes on with what is not done, and with nothing else', async () => {
    const run = asked({ b: aFault('connection-lost') });
    await run.run();
    told.turns.clear();
    told.log = [];
    await run.run();
    expect(told.log).toEqual(['load b', 'unload']);
    expect(run.isComplete).toBe(true);
    told.log = [];
    await run.run('all');
    expect(told.log).toEqual(['load a', 'load b', 'load c', 'load d', 'unload']);
  });

  it('cancelled, it begins no other checkpoint', async () => {
    const run = asked();
    told.meanwhile = (id) => {
      if (id === 'b') run.cancel();
    };
    await run.run();
    expect(told.log).toEqual(['load a', 'load b', 'cancel', 'unload']);
    expect(kinds(run)).toEqual(['done', 'waiting', 'waiting', 'waiting']);
  });

  it('what is the matter with no single checkpoint ends the run', async () => {
    const run = asked({ a: aFault('engine-in-use') });
    await run.run();
    expect(told.log).toEqual(['load a', 'unload']);
    expect(run.error?.kind).toBe('engine-in-use');
  });

  it('another question is not asked while a run is on, and forgets what was found before', async () => {
    const run = asked();
    told.meanwhile = () => {
      run.ask(['x'], itemSet, ['pre', 'fail']);
    };
    await run.run();
    expect(run.twins.map(({ id }) => id)).toEqual(IDS);
    run.ask(['a'], itemSet, ['pre', 'neut']);
    expect(run.twins.map(({ measures }) => measures.length)).toEqual([0]);
  });
});
