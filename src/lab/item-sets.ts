import { sets as frozenSets } from '../../static-probes/manifest.json';
import { parseItemSet, type ProbeItem } from '../probe/index.ts';
import { isMarked, MARK_PASSED_OVER, ok, sha256OfBytes, type Result } from '../records/index.ts';
import { bytesOfFile, frozenBytes } from './frozen-file.ts';

/** An item set the page ships, before its bytes are read. */
export interface ItemSetChoice {
  readonly name: string;
  readonly title: string;
  readonly origin: string;
  readonly items: number;
  readonly sha256: string;
  readonly url: string;
  readonly wording: SetWording;
}

/** The texts around failed steps that a set was made for: the paper's, or those with its flaws mended. */
export type SetWording = 'paper' | 'mended';

/** Items that were read, under the hash of the bytes they came from. */
export interface ItemSet {
  readonly name: string;
  readonly title: string;
  readonly origin: string;
  /**
   * Of the file as it was given, a byte order mark included: whoever has the file can check it with any tool, and the
   * bytes that are kept with a run have it again. Rows do not hang on it: they are found by the texts they are about.
   */
  readonly sha256: string;
  readonly wording: SetWording;
  readonly items: readonly ProbeItem[];
  /** The bytes of the user's own file, so that a run on it can be opened again; null: a set that the page ships. */
  readonly ownBytes: Uint8Array | null;
}

const urls = import.meta.glob<string>('../../static-probes/*.jsonl', {
  query: '?url',
  import: 'default',
  eager: true,
});

/** The frozen sets of static-probes/. */
export const SHIPPED_ITEM_SETS: readonly ItemSetChoice[] = frozenSets.flatMap((set) => {
  const url = urls[`../../static-probes/${set.file}`];
  return url === undefined
    ? []
    : [{ ...set, url, wording: set.wording === 'mended' ? ('mended' as const) : ('paper' as const) }];
});

/** Fetches a frozen set and checks that its bytes are the frozen ones. */
export async function loadItemSet(choice: ItemSetChoice): Promise<Result<ItemSet>> {
  const bytes = await frozenBytes(choice, { kind: 'items', named: 'item set' });
  return bytes.ok ? readItemSet(bytes.value, { ...choice, ownBytes: null }) : bytes;
}

/** An item file of the user. */
export async function openItemFile(file: File): Promise<Result<ItemSet>> {
  const bytes = await bytesOfFile(file, { kind: 'items' });
  return bytes.ok ? readOwnItems(bytes.value, file.name) : bytes;
}

/** The bytes of a user's item file, chosen now or kept with an earlier run; `fileName` as it was given. */
export function readOwnItems(bytes: Uint8Array, fileName: string): Result<ItemSet> {
  // Menus, links and records name a set: a file must not pass for one of the page's by what it is called.
  const name = SHIPPED_ITEM_SETS.some((set) => set.name === fileName) ? `${fileName} (your own)` : fileName;
  return readItemSet(bytes, {
    name,
    title: name,
    origin: 'Your own file; it stays on this computer.',
    wording: 'paper',
    ownBytes: bytes,
  });
}

/** What was odd about the user's file and harmless, as sentences. */
export const remarksOnItems = ({ ownBytes }: Pick<ItemSet, 'ownBytes'>): readonly string[] =>
  ownBytes !== null && isMarked(ownBytes) ? [MARK_PASSED_OVER] : [];

function readItemSet(
  bytes: Uint8Array,
  { name, title, origin, wording, ownBytes }: Omit<ItemSet, 'sha256' | 'items'>,
): Result<ItemSet> {
  const items = parseItemSet(bytes, name);
  return items.ok
    ? ok({ name, title, origin, wording, ownBytes, sha256: sha256OfBytes(bytes), items: items.value })
    : items;
}
