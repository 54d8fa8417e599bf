import manifest from '../../static-probes/manifest.json';
import { parseItemSet, type ProbeItem } from '../probe/index.ts';
import { fail, ok, sha256OfBytes, type Result } from '../records/index.ts';

/** An item set the page ships, before its bytes are read. */
export interface ItemSetChoice {
  readonly name: string;
  readonly title: string;
  readonly origin: string;
  readonly items: number;
  readonly sha256: string;
  readonly url: string;
}

/** Items that were read, under the hash of the bytes they came from. */
export interface ItemSet {
  readonly name: string;
  readonly title: string;
  readonly origin: string;
  readonly sha256: string;
  readonly items: readonly ProbeItem[];
}

const urls = import.meta.glob<string>('../../static-probes/*.jsonl', {
  query: '?url',
  import: 'default',
  eager: true,
});

/** The frozen sets of static-probes/. */
export const SHIPPED_ITEM_SETS: readonly ItemSetChoice[] = manifest.sets.flatMap((set) => {
  const url = urls[`../../static-probes/${set.file}`];
  return url === undefined ? [] : [{ ...set, url }];
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
  return readItemSet(bytes, choice.name, choice.title, choice.origin);
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
  return readItemSet(bytes, file.name, file.name, 'Your own file; it stays on this computer.');
}

function readItemSet(bytes: Uint8Array, name: string, title: string, origin: string): Result<ItemSet> {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return fail({
      kind: 'items-not-text',
      happened: `${name} is not UTF-8 text.`,
      stillWorks: 'The items chosen before are kept.',
      cure: 'Save the file as UTF-8 JSON Lines: one item a line.',
      details: `${bytes.byteLength} bytes`,
    });
  }
  const items = parseItemSet(text, name);
  return items.ok ? ok({ name, title, origin, sha256: sha256OfBytes(bytes), items: items.value }) : items;
}
