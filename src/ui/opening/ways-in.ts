/** What a host offers of the checkpoints that come with the page. */
export interface Offered {
  /** What a first look costs; null: the base checkpoint is not offered. */
  readonly cost: string | null;
  /** All four, as the room of training data needs them. */
  readonly all: boolean;
}

/** Shows the ways in that can be gone, and has them lead somewhere; `opening`: what was painted first. */
export function tendWaysIn(opening: Element, offered: Offered, onfirstlook: () => void): void {
  const ways = opening.querySelector<HTMLElement>('#ways-in');
  if (ways === null) return;
  ways.hidden = offered.cost === null;
  const cost = ways.querySelector('[data-cost]');
  if (cost !== null) cost.textContent = offered.cost;
  for (const way of ways.querySelectorAll<HTMLElement>('[data-needs="all"]')) way.hidden = !offered.all;
  const button = ways.querySelector<HTMLButtonElement>('button');
  if (button === null) return;
  button.disabled = false;
  button.onclick = onfirstlook;
}
