import { tasks as frozenSets } from '../../static-probes/manifest.json';
import { ok, sha256OfBytes, type Result } from '../records/index.ts';
import { parseTaskSet } from '../rollout/index.ts';
import type { AgentTask } from '../toolshed/index.ts';
import { bytesOfFile, frozenBytes } from './frozen-file.ts';
import type { SetWording } from './item-sets.ts';

/** A task set the page ships, before its bytes are read. */
export interface TaskSetChoice {
  readonly name: string;
  readonly title: string;
  readonly origin: string;
  readonly tasks: number;
  readonly sha256: string;
  readonly url: string;
  readonly wording: SetWording;
}

/** Tasks that were read, under the hash of the bytes they came from. */
export interface TaskSet {
  readonly name: string;
  readonly title: string;
  readonly origin: string;
  /** Of the file as it was given. */
  readonly sha256: string;
  /** The texts that harnesses show with these tasks. */
  readonly wording: SetWording;
  readonly tasks: readonly AgentTask[];
  /** The bytes of the user's own file, so that a run on it can be opened again; null: a set that the page ships. */
  readonly ownBytes: Uint8Array | null;
}

const urls = import.meta.glob<string>('../../static-probes/tasks/*.jsonl', {
  query: '?url',
  import: 'default',
  eager: true,
});

/** The frozen task sets of static-probes/. */
export const SHIPPED_TASK_SETS: readonly TaskSetChoice[] = frozenSets.flatMap((set) => {
  const url = urls[`../../static-probes/${set.file}`];
  return url === undefined
    ? []
    : [{ ...set, url, wording: set.wording === 'mended' ? ('mended' as const) : ('paper' as const) }];
});

/** Fetches a frozen set and checks that its bytes are the frozen ones. */
export async function loadTaskSet(choice: TaskSetChoice): Promise<Result<TaskSet>> {
  const bytes = await frozenBytes(choice, { kind: 'tasks', named: 'task set' });
  return bytes.ok ? readTaskSet(bytes.value, { ...choice, ownBytes: null }) : bytes;
}

/** A task file of the user. */
export async function openTaskFile(file: File): Promise<Result<TaskSet>> {
  const bytes = await bytesOfFile(file, { kind: 'tasks' });
  return bytes.ok ? readOwnTasks(bytes.value, file.name) : bytes;
}

/** The bytes of a user's task file, chosen now or kept with an earlier run; `fileName` as it was given. */
export function readOwnTasks(bytes: Uint8Array, fileName: string): Result<TaskSet> {
  // Menus, links and records name a set: a file must not pass for one of the page's by what it is called.
  const name = SHIPPED_TASK_SETS.some((set) => set.name === fileName) ? `${fileName} (your own)` : fileName;
  return readTaskSet(bytes, {
    name,
    title: name,
    origin: 'Your own file; it stays on this computer.',
    wording: 'paper',
    ownBytes: bytes,
  });
}

function readTaskSet(
  bytes: Uint8Array,
  { name, title, origin, wording, ownBytes }: Omit<TaskSet, 'sha256' | 'tasks'>,
): Result<TaskSet> {
  const tasks = parseTaskSet(bytes, name);
  return tasks.ok
    ? ok({ name, title, origin, wording, ownBytes, sha256: sha256OfBytes(bytes), tasks: tasks.value })
    : tasks;
}
