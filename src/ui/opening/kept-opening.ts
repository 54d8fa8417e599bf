import { FILE_KINDS } from '../parts/file-kinds.ts';

let kept: Element | null = null;

/** Takes the opening out of the prerendered page before that is replaced: it is written once, when the page is built. */
export function keepOpening(target: Element): void {
  kept = target.querySelector('#opening');
}

/** The opening as it was painted first; null where the page came without one. */
export const keptOpening = (): Element | null => kept;

/** Puts the opening into a node, with buttons that do what they say; a Svelte attachment. */
export function showOpening(node: Element): void {
  if (kept === null) return;
  node.append(kept);
  const fault = kept.querySelector('.fault');
  for (const button of kept.querySelectorAll<HTMLButtonElement>('button[data-file]')) {
    const kind = FILE_KINDS.find((one) => one === button.dataset['file']);
    if (kind === undefined) continue;
    button.disabled = false;
    button.onclick = async () => {
      // Figures come with the first press, not before it.
      const said = await import('./opening-files.ts').then(
        ({ saveOpening }) => saveOpening(kind),
        (thrown: unknown) => `This part of the page could not be fetched (${String(thrown)}): reload it.`,
      );
      if (fault !== null) fault.textContent = said;
    };
  }
}
