import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { CheckpointChoice } from './checkpoint-menu.ts';
import { LabFault } from './lab-fault.ts';

const alive = vi.hoisted(() => new Set<object>());

vi.mock('./engine-client.ts', () => ({
  EngineClient: class {
    constructor() {
      alive.add(this);
    }
    get ended(): boolean {
      return !alive.has(this);
    }
    load(): Promise<object> {
      return Promise.resolve({});
    }
    end(): void {
      alive.delete(this);
    }
  },
}));

const { EngineSlot } = await import('./engine-slot.ts');

const wanted = (id: string) => ({
  choice: { id } as CheckpointChoice,
  threads: 1,
  holding: 'auto' as const,
});
const silent = (): void => undefined;

describe('EngineSlot', () => {
  beforeEach(() => {
    alive.clear();
  });

  it('ends the engine of another room that rests, so that there are never two', async () => {
    const one = new EngineSlot(() => false);
    const other = new EngineSlot(() => false);
    await one.ready(wanted('a'), silent);
    await other.ready(wanted('b'), silent);
    expect(alive.size).toBe(1);
    expect(one.client).toBeNull();
    expect(other.client?.ended).toBe(false);
    other.unload();
  });

  it('takes no engine away from a run that is on', async () => {
    const busy = new EngineSlot(() => true);
    const other = new EngineSlot(() => false);
    await busy.ready(wanted('a'), silent);
    const refused: unknown = await other.ready(wanted('b'), silent).catch((thrown: unknown) => thrown);
    expect(refused).toBeInstanceOf(LabFault);
    expect((refused as LabFault).labError.kind).toBe('engine-in-use');
    expect(busy.client?.ended).toBe(false);
    expect(alive.size).toBe(1);
    busy.unload();
    await other.ready(wanted('b'), silent);
    expect(alive.size).toBe(1);
    other.unload();
  });
});
