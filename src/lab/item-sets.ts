import manifest from '../../static-probes/manifest.json';
import { parseItemSet, type ProbeItem } from '../probe/index.ts';
import { fail, isMarked, MARK_PASSED_OVER, ok, sha256OfBytes, type Result } from '../records/index.ts';

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
export const SHIPPED_ITEM_SETS: readonly ItemSetChoice[] = manifest.sets.flatMap((set) => {
  const url = urls[`../../static-probes/${set.file}`];
  return url === undefined
    ? []
    : [{ ...set, url, wording: set.wording === 'mended' ? ('mended' as const) : ('paper' as const) }];
});

/** Fetches a frozen set and checks that its bytes are the frozen ones. */
export async function loadItemSet(choice: ItemSetChoice): Promise<Result<ItemSet>> {
  let bytes: Uint8Array;
  try {
    const response = await fetch(new URL(choice.url, document.baseURI));
    if (!response.ok) throw new Error(`status ${response.status}`);
    bytes = new Uint8Array(await response.arrayBuffer());
  } catch (thrown) {
    return fail({
      kind: 'items-not-loaded',
      happened: `The item set ${choice.name} could not be fetched from this page's own server.`,
      stillWorks: 'Your own item file can still be opened.',
      cure: 'Reload the page.',
      details: thrown instanceof Error ? thrown.message : String(thrown),
    });
  }
  const sha256 = sha256OfBytes(bytes);
  if (sha256 !== choice.sha256)
    return fail({
      kind: 'items-changed',
      happened: `The bytes of the item set ${choice.name} are not the frozen ones.`,
      stillWorks: 'Other item sets can be used.',
      cure: 'Reload the page without its cache; if it stays, this copy of the page was altered.',
      details: `sha256 is ${sha256}, frozen as ${choice.sha256}`,
    });
  return readItemSet(bytes, { ...choice, ownBytes: null });
}

/** An item file of the user. */
export async function openItemFile(file: File): Promise<Result<ItemSet>> {
  let bytes: Uint8Array;
  try {
    bytes = new Uint8Array(await file.arrayBuffer());
  } catch (thrown) {
    return fail({
      kind: 'items-not-read',
      happened: `${file.name} could not be read.`,
      stillWorks: 'The items chosen before are kept.',
      cure: 'Choose the file again; it may have been moved or changed since.',
      details: thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : String(thrown),
    });
  }
  return readOwnItems(bytes, file.name);
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
