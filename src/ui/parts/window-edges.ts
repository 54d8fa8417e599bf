/**
 * Tells an element how far down the window it begins, as --above, in px: what sticks to the top inside it then fills
 * the window below the header and no more, and the whole of it once the header is scrolled away. A Svelte attachment.
 */
export function tellAbove(node: HTMLElement): () => void {
  const tell = (): void => {
    node.style.setProperty('--above', `${Math.max(0, node.getBoundingClientRect().top)}px`);
  };
  // The header may grow without anything being scrolled.
  const observer = new ResizeObserver(tell);
  observer.observe(document.body);
  addEventListener('scroll', tell, { passive: true });
  addEventListener('resize', tell);
  tell();
  return () => {
    observer.disconnect();
    removeEventListener('scroll', tell);
    removeEventListener('resize', tell);
  };
}

/** What the keyboard or a link goes to comes into view above this bar at the window's foot. A Svelte attachment. */
export function keepClear(bar: HTMLElement): () => void {
  const { style } = document.documentElement;
  const observer = new ResizeObserver(() => {
    style.scrollPaddingBottom = `${bar.offsetHeight}px`;
  });
  observer.observe(bar);
  return () => {
    observer.disconnect();
    style.scrollPaddingBottom = '';
  };
}
