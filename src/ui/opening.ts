let published: Element | null = null;

/** Takes the published values out of the static page before it is replaced: they are written once, in index.html. */
export function keepOpening(target: Element): void {
  published = target.querySelector('#published');
}

/** Puts the published values into a node; a Svelte attachment. */
export function showPublished(node: Element): void {
  if (published !== null) node.append(published);
}
