import { fail, ok, sha256OfBytes, type Result } from '../records/index.ts';

/** What is read: the beginning of its errors' kinds, and its name on the page. */
interface Kind {
  readonly kind: 'items' | 'tasks';
  readonly named: 'item set' | 'task set';
}

/** Fetches a frozen file of the page and checks that its bytes are the frozen ones. */
export async function frozenBytes(
  { name, url, sha256: frozen }: { readonly name: string; readonly url: string; readonly sha256: string },
  { kind, named }: Kind,
): Promise<Result<Uint8Array>> {
  let bytes: Uint8Array;
  try {
    const response = await fetch(new URL(url, document.baseURI));
    if (!response.ok) throw new Error(`status ${response.status}`);
    bytes = new Uint8Array(await response.arrayBuffer());
  } catch (thrown) {
    return fail({
      kind: `${kind}-not-loaded`,
      happened: `The ${named} ${name} could not be fetched from this page's own server.`,
      stillWorks: `Your own file of ${kind} can still be opened.`,
      cure: 'Reload the page.',
      details: thrown instanceof Error ? thrown.message : String(thrown),
    });
  }
  const sha256 = sha256OfBytes(bytes);
  if (sha256 !== frozen)
    return fail({
      kind: `${kind}-changed`,
      happened: `The bytes of the ${named} ${name} are not the frozen ones.`,
      stillWorks: `Other ${named}s can be used.`,
      cure: 'Reload the page without its cache; if it stays, this copy of the page was altered.',
      details: `sha256 is ${sha256}, frozen as ${frozen}`,
    });
  return ok(bytes);
}

/** The bytes of a file that the user chose or dropped. */
export async function bytesOfFile(file: File, { kind }: Pick<Kind, 'kind'>): Promise<Result<Uint8Array>> {
  try {
    return ok(new Uint8Array(await file.arrayBuffer()));
  } catch (thrown) {
    return fail({
      kind: `${kind}-not-read`,
      happened: `${file.name} could not be read.`,
      stillWorks: `The ${kind} chosen before are kept.`,
      cure: 'Choose the file again; it may have been moved or changed since.',
      details: thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : String(thrown),
    });
  }
}
