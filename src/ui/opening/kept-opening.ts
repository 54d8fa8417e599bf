let kept: Element | null = null;

/** Takes the opening out of the prerendered page before that is replaced: it is written once, when the page is built. */
export function keepOpening(target: Element): void {
  kept = target.querySelector('#opening');
}

/** Puts the opening into a node; a Svelte attachment. */
export function showOpening(node: Element): void {
  if (kept !== null) node.append(kept);
}
