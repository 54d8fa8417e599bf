import * as v from 'valibot';
import type { CheckpointSource } from '../../workers/engine-door.ts';
import { BUILT_IN_CHECKPOINTS } from '../records/index.ts';

/** A checkpoint the user can choose, before any byte of its weights is read. */
export interface CheckpointChoice {
  readonly id: string;
  readonly name: string;
  readonly scope: 'general' | 'ToolShed only';
  readonly bytes: number;
  readonly source: CheckpointSource;
  readonly origin: 'served' | 'dropped';
  /** Comes with the page itself. */
  readonly isBuiltIn: boolean;
}

const ServedIndex = v.object({ checkpoints: v.array(v.unknown()) });

/** The folder below checkpoints/, any name: 'model' or 'owner/model', never one that leads out. */
const isFolderInside = (id: string): boolean =>
  id.split('/').every((part) => part !== '' && part !== '.' && part !== '..');

const ServedCheckpoint = v.object({
  id: v.pipe(v.string(), v.check(isFolderInside)),
  name: v.string(),
  scope: v.fallback(v.picklist(['general', 'ToolShed only']), 'general'),
  files: v.array(v.object({ path: v.string(), bytes: v.number() })),
});

/** Checkpoints that the server of this page offers (its `checkpoints/` folder); empty on a server that has none. */
export async function servedCheckpoints(pageUrl: string): Promise<CheckpointChoice[]> {
  const folder = new URL('checkpoints/', pageUrl);
  let found: unknown;
  try {
    const response = await fetch(new URL('index.json', folder), { cache: 'no-store' });
    if (!response.ok) return [];
    found = await response.json();
  } catch {
    // A plain static host without the folder answers with a page or nothing: there is nothing to offer then.
    return [];
  }
  const index = v.safeParse(ServedIndex, found);
  if (!index.success) return [];
  return index.output.checkpoints.flatMap((entry) => {
    const listed = v.safeParse(ServedCheckpoint, entry);
    if (!listed.success) return [];
    const { id, name, scope, files } = listed.output;
    const path = id.split('/').map(encodeURIComponent).join('/');
    return [
      {
        id,
        name,
        scope,
        bytes: files.reduce((sum, file) => sum + file.bytes, 0),
        source: { kind: 'served', baseUrl: new URL(`${path}/`, folder).href },
        origin: 'served',
        isBuiltIn: BUILT_IN_CHECKPOINTS.includes(id),
      },
    ];
  });
}

/** A folder or files the user dropped or chose. */
export function droppedCheckpoint(files: readonly File[]): CheckpointChoice {
  const bytes = files.reduce((sum, file) => sum + file.size, 0);
  const folder = files.map((file) => file.webkitRelativePath.split('/')[0] ?? '').find((name) => name !== '');
  return {
    id: 'dropped',
    name: folder ?? 'Dropped files',
    scope: 'general',
    bytes,
    source: { kind: 'dropped', files },
    origin: 'dropped',
    isBuiltIn: false,
  };
}
